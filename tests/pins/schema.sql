CREATE SCHEMA public;
COMMENT ON SCHEMA public IS 'standard public schema';
CREATE FUNCTION public.around_refuse_promised_page() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    is_draft boolean;
    batch bigint = case tg_op when 'INSERT' then new.batch_id else old.batch_id end;
begin
    select b.state = 'draft' into is_draft from hits_batch b where b.id = batch;
    if is_draft
       or (tg_op = 'INSERT' and new.page = 'consent')
       or (tg_op = 'UPDATE' and new.page = 'consent' and old.replaced_at is null
           and (old.batch_id, old.page, old.version_id) = (new.batch_id, new.page, new.version_id)) then
        return case tg_op when 'DELETE' then old else new end;
    end if;
    raise exception 'batch % is published: the pages around its work are promised', batch
        using errcode = 'restrict_violation';
end $$;
CREATE FUNCTION public.hits_check_outputs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    wrong bigint;
begin
    select fresh.id into wrong from fresh
     where cardinality(fresh.output_ids) <> (
        select count(distinct o.id) from stimuli_output o
         where o.id = any(fresh.output_ids) and o.item_id = fresh.item_id)
     limit 1;
    if wrong is not null then
        raise exception 'HIT % names an output twice, or one that is not of its item', wrong
            using errcode = 'foreign_key_violation';
    end if;
    return null;
end $$;
CREATE FUNCTION public.hits_refuse_change_but_erasure() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if tg_op = 'UPDATE' and current_setting('rateroom.erasing', true) = 'on'
       and (old.assignment_id, old.key, old.number, old.data)
           is not distinct from (new.assignment_id, new.key, new.number, new.data)
       and old.text is not null and new.text = '' then
        return new;
    end if;
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
CREATE FUNCTION public.hits_refuse_changed_gold() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    of_batch bigint := case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') then
        raise exception 'batch % is published: what its gold accepts is promised', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
CREATE FUNCTION public.hits_refuse_changed_hit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception 'HIT %: what it shows is fixed', old.id using errcode = 'restrict_violation';
end $$;
CREATE FUNCTION public.hits_refuse_changed_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    of_batch bigint := case tg_op when 'INSERT' then new.batch_id else old.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') then
        raise exception 'batch % is published: its rules are promised and cannot change', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
CREATE FUNCTION public.hits_refuse_changed_terms() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception 'batch % is published: its terms are promised and cannot change', old.id
        using errcode = 'restrict_violation';
end $$;
CREATE FUNCTION public.hits_refuse_late_choice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from hits_batch
                where id = coalesce(new.batch_id, old.batch_id) and state <> 'draft') then
        raise exception 'batch % is published: its sample is promised and cannot change',
            coalesce(new.batch_id, old.batch_id) using errcode = 'restrict_violation';
    end if;
    return coalesce(new, old);
end $$;
CREATE FUNCTION public.hits_refuse_late_mask() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    of_batch bigint := case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') and (
        tg_op <> 'INSERT' or exists (
            select from hits_hit h join stimuli_output o on o.item_id = h.item_id
             where o.id = new.output_id and h.batch_id = of_batch
               and h.output_ids @> array[o.id])) then
        raise exception 'batch % is published: what its HITs show is promised', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
CREATE FUNCTION public.hits_refuse_used_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from hits_hit where item_id = old.id) then
        raise exception 'item % is used by HITs and frozen: import the change as a new dataset', old.id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
CREATE FUNCTION public.hits_refuse_used_item_medium() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from hits_hit where item_id = old.item_id) then
        raise exception 'item % is used by HITs and so are its media', old.item_id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
CREATE FUNCTION public.hits_refuse_used_output() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from hits_hit where item_id = old.item_id and old.id = any(output_ids)) then
        raise exception 'output % is used by HITs and frozen: import the change as a new dataset', old.id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
CREATE FUNCTION public.hits_refuse_used_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from hits_batch b join hits_hit h on h.batch_id = b.id where b.rubric_version_id = old.id) then
        raise exception 'rubric version % is used by HITs and frozen: load the changed file as a new version', old.id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
CREATE FUNCTION public.hits_refuse_worse_copies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from stimuli_system where id = new.system_id and copy_of_id is not null) then
        raise exception 'system % holds worse copies for gold, which no batch compares', new.system_id
            using errcode = 'restrict_violation';
    end if;
    return new;
end $$;
CREATE FUNCTION public.payments_check_transaction(checked bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
    total numeric;
    parts integer;
    strangers integer;
begin
    select coalesce(sum(e.amount), 0), count(*), count(*) filter (where a.project_id <> t.project_id)
      into total, parts, strangers
      from payments_transaction t
      left join payments_entry e on e.transaction_id = t.id
      left join payments_account a on a.id = e.account_id
     where t.id = checked;
    if total <> 0 or parts < 2 then
        raise exception 'transaction % does not balance: % entries sum to %', checked, parts, total
            using errcode = 'check_violation';
    end if;
    if strangers > 0 then
        raise exception 'transaction % moves money between projects, and so perhaps between currencies', checked
            using errcode = 'check_violation';
    end if;
end $$;
CREATE FUNCTION public.payments_entry_balances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    perform payments_check_transaction(new.transaction_id);
    return null;
end $$;
CREATE FUNCTION public.payments_refuse_change_but_names() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if tg_op = 'UPDATE' and current_setting('rateroom.erasing', true) = 'on'
       and to_jsonb(old) - '{key,memo}'::text[] = to_jsonb(new) - '{key,memo}'::text[] then
        return new;
    end if;
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
CREATE FUNCTION public.payments_reversal_mirrors() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from payments_transaction t where t.id = new.reverses_id
                and (t.kind = 'reversal' or t.project_id <> new.project_id)) then
        raise exception 'transaction % reverses a reversal, or one of another project', new.id
            using errcode = 'check_violation';
    end if;
    if exists (select from payments_entry e where e.transaction_id in (new.id, new.reverses_id)
                group by e.account_id having sum(e.amount) <> 0 or count(*) <> 2) then
        raise exception 'transaction % is not the exact opposite of transaction %', new.id, new.reverses_id
            using errcode = 'check_violation';
    end if;
    return null;
end $$;
CREATE FUNCTION public.payments_transaction_balances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    perform payments_check_transaction(new.id);
    return null;
end $$;
CREATE FUNCTION public.people_end_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    delete from people_session where user_id = new.id;
    return null;
end $$;
CREATE FUNCTION public.people_project_keeps_an_owner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    perform from people_project p where p.id = old.project_id for no key update;
    if found and not exists (select from people_membership m
                              where m.project_id = old.project_id and m.role = 'owner') then
        raise exception 'project % would be left without an owner', old.project_id
            using errcode = 'check_violation';
    end if;
    return null;
end $$;
CREATE FUNCTION public.people_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
CREATE FUNCTION public.people_refuse_change_but_names() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if tg_op = 'UPDATE' and current_setting('rateroom.erasing', true) = 'on'
       and to_jsonb(old) - '{subject_name,before,after}'::text[]
         = to_jsonb(new) - '{subject_name,before,after}'::text[] then
        return new;
    end if;
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id bigint NOT NULL
);
ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);
ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.analysis_metric (
    id bigint NOT NULL,
    name character varying(80) NOT NULL,
    best character varying(7) NOT NULL,
    low double precision,
    high double precision,
    created_at timestamp with time zone NOT NULL,
    batch_id bigint NOT NULL,
    created_by_id bigint,
    source character varying(200) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT metric_best CHECK (((best)::text = ANY ((ARRAY[''::character varying, 'highest'::character varying, 'lowest'::character varying])::text[]))),
    CONSTRAINT metric_is_named CHECK ((NOT ((name)::text = ''::text))),
    CONSTRAINT metric_range CHECK (((low IS NULL) OR (high IS NULL) OR (low < high))),
    CONSTRAINT metric_range_is_finite CHECK ((((low IS NULL) OR ((low > '-Infinity'::double precision) AND (low < 'Infinity'::double precision))) AND ((high IS NULL) OR ((high > '-Infinity'::double precision) AND (high < 'Infinity'::double precision)))))
);
ALTER TABLE public.analysis_metric ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.analysis_metric_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.analysis_metricvalue (
    id bigint NOT NULL,
    value double precision NOT NULL,
    item_id bigint NOT NULL,
    metric_id bigint NOT NULL,
    system_id bigint NOT NULL,
    CONSTRAINT metric_value_is_finite CHECK (((value > '-Infinity'::double precision) AND (value < 'Infinity'::double precision)))
);
ALTER TABLE public.analysis_metricvalue ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.analysis_metricvalue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.analysis_report (
    id bigint NOT NULL,
    attempts smallint NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    cancelled_by_id bigint,
    cancelled_at timestamp with time zone,
    batch_id bigint NOT NULL,
    with_batches bigint[] NOT NULL,
    content_key character varying(64) NOT NULL,
    settings jsonb NOT NULL,
    state character varying(10) NOT NULL,
    progress double precision NOT NULL,
    result jsonb,
    error text NOT NULL,
    illustrated boolean NOT NULL,
    bundle character varying(200) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT analysis_report_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT report_progress CHECK (((progress >= (0.0)::double precision) AND (progress <= (1.0)::double precision))),
    CONSTRAINT report_state_and_result CHECK ((((finished_at IS NOT NULL) AND (result IS NOT NULL) AND ((state)::text = 'done'::text)) OR ((NOT ((state)::text = 'done'::text)) AND (result IS NULL))))
);
ALTER TABLE public.analysis_report ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.analysis_report_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.analysis_reportfigure (
    id bigint NOT NULL,
    report_id bigint NOT NULL,
    place smallint NOT NULL,
    name character varying(120) NOT NULL,
    title character varying(300) NOT NULL,
    alt text NOT NULL,
    svg bytea NOT NULL,
    pdf bytea NOT NULL,
    numbers jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT analysis_reportfigure_place_check CHECK ((place >= 0))
);
ALTER TABLE public.analysis_reportfigure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.analysis_reportfigure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.analysis_runningfigures (
    batch_id bigint NOT NULL,
    computed_at timestamp with time zone NOT NULL,
    submitted bigint NOT NULL,
    criteria jsonb NOT NULL,
    coverage bigint[],
    seconds double precision DEFAULT 0.0 NOT NULL,
    wages jsonb,
    acts bigint DEFAULT 0 NOT NULL,
    CONSTRAINT analysis_runningfigures_acts_check CHECK ((acts >= 0)),
    CONSTRAINT analysis_runningfigures_submitted_check CHECK ((submitted >= 0))
);
CREATE TABLE public.analysis_statement (
    id bigint NOT NULL,
    item character varying(30) NOT NULL,
    text text NOT NULL,
    batch_id bigint,
    project_id bigint NOT NULL,
    CONSTRAINT statement_has_text CHECK ((NOT (text = ''::text)))
);
ALTER TABLE public.analysis_statement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.analysis_statement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.api_keyedwrite (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    key character varying(200) NOT NULL,
    request_sha256 character varying(64) NOT NULL,
    status smallint NOT NULL,
    answer jsonb,
    project_id bigint,
    dataset_id bigint,
    batch_id bigint,
    created_at timestamp with time zone NOT NULL,
    task_id bigint,
    for_owners boolean DEFAULT false NOT NULL,
    scope character varying(10) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT api_keyedwrite_status_check CHECK ((status >= 0))
);
ALTER TABLE public.api_keyedwrite ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.api_keyedwrite_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.around_batchpage (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    page character varying(13) NOT NULL,
    version_id bigint NOT NULL,
    attached_at timestamp with time zone NOT NULL,
    attached_by_id bigint,
    replaced_at timestamp with time zone
);
ALTER TABLE public.around_batchpage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.around_batchpage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.around_consentdecision (
    id bigint NOT NULL,
    enrolment_id bigint NOT NULL,
    version_id bigint NOT NULL,
    decision character varying(9) NOT NULL,
    language character varying(20) NOT NULL,
    decided_at timestamp with time zone NOT NULL
);
ALTER TABLE public.around_consentdecision ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.around_consentdecision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.around_pageanswer (
    id bigint NOT NULL,
    visit_id bigint NOT NULL,
    question character varying(80) NOT NULL,
    number integer,
    text text NOT NULL,
    CONSTRAINT pageanswer_number_or_text CHECK ((((number IS NULL) OR (text = ''::text)) AND (1 = (
CASE
    WHEN (number IS NULL) THEN 1
    ELSE 0
END +
CASE
    WHEN (text = ''::text) THEN 1
    ELSE 0
END))))
);
ALTER TABLE public.around_pageanswer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.around_pageanswer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.around_pageversion (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    page character varying(13) NOT NULL,
    name character varying(60) NOT NULL,
    source text NOT NULL,
    sha256 character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    CONSTRAINT pageversion_hash CHECK (((sha256)::text ~ '^[0-9a-f]{64}$'::text))
);
ALTER TABLE public.around_pageversion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.around_pageversion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.around_pagevisit (
    id bigint NOT NULL,
    enrolment_id bigint NOT NULL,
    version_id bigint NOT NULL,
    language character varying(20) NOT NULL,
    tries smallint NOT NULL,
    wrong character varying(80)[] NOT NULL,
    finished_at timestamp with time zone,
    failed_at timestamp with time zone,
    forgotten_at timestamp with time zone,
    CONSTRAINT around_pagevisit_tries_check CHECK ((tries >= 0)),
    CONSTRAINT pagevisit_one_end CHECK (((finished_at IS NULL) OR (failed_at IS NULL)))
);
ALTER TABLE public.around_pagevisit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.around_pagevisit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id bigint NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);
ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.hits_acceptedfinding (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    check_name character varying(40) NOT NULL,
    fingerprint character varying(32) NOT NULL,
    rows integer NOT NULL,
    accepted_at timestamp with time zone NOT NULL,
    accepted_by_id bigint NOT NULL,
    CONSTRAINT accepted_finding_names_its_check CHECK ((NOT ((check_name)::text = ''::text))),
    CONSTRAINT hits_acceptedfinding_rows_check CHECK ((rows >= 0))
);
ALTER TABLE public.hits_acceptedfinding ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_acceptedfinding_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_adjudicatedanswer (
    number double precision,
    text text,
    data jsonb,
    adjudication_id bigint NOT NULL,
    key character varying(120) NOT NULL,
    CONSTRAINT adjudicatedanswer_is_one_value CHECK ((num_nonnulls(number, text, data) = 1))
);
CREATE TABLE public.hits_adjudication (
    id bigint NOT NULL,
    hit_id bigint NOT NULL,
    adjudicator_id bigint NOT NULL,
    shown_order character varying(26) NOT NULL,
    rubric_sha256 character varying(64) NOT NULL,
    decided_at timestamp with time zone NOT NULL,
    replaced_at timestamp with time zone
);
ALTER TABLE public.hits_adjudication ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_adjudication_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_adjudicationrule (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    span smallint,
    no_majority boolean NOT NULL,
    stated_by_id bigint,
    stated_at timestamp with time zone NOT NULL,
    CONSTRAINT adjudicationrule_says_something CHECK ((((span >= 1) AND (span IS NOT NULL)) OR (no_majority AND (span IS NULL)))),
    CONSTRAINT hits_adjudicationrule_span_check CHECK ((span >= 0))
);
ALTER TABLE public.hits_adjudicationrule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_adjudicationrule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_admission (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    user_id bigint NOT NULL,
    verdict character varying(8) NOT NULL,
    origin character varying(60) NOT NULL,
    decided_at timestamp with time zone NOT NULL,
    decided_by_id bigint,
    CONSTRAINT admission_has_origin CHECK ((NOT ((origin)::text = ''::text))),
    CONSTRAINT admission_verdict CHECK (((verdict)::text = ANY ((ARRAY['admitted'::character varying, 'refused'::character varying])::text[])))
);
ALTER TABLE public.hits_admission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_admission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_amendment (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    key character varying(60) NOT NULL,
    details jsonb NOT NULL,
    hits bigint NOT NULL,
    assignments bigint NOT NULL,
    checks bigint DEFAULT 0 NOT NULL,
    cost numeric(14,2) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    made_by_id bigint,
    CONSTRAINT amendment_costs_nothing_back CHECK ((cost >= (0)::numeric)),
    CONSTRAINT amendment_kind CHECK (((kind)::text = ANY ((ARRAY['annotators'::character varying, 'items'::character varying, 'systems'::character varying, 'time'::character varying, 'people'::character varying])::text[]))),
    CONSTRAINT hits_amendment_assignments_check CHECK ((assignments >= 0)),
    CONSTRAINT hits_amendment_checks_check CHECK ((checks >= 0)),
    CONSTRAINT hits_amendment_hits_check CHECK ((hits >= 0))
);
ALTER TABLE public.hits_amendment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_amendment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_answer (
    number double precision,
    text text,
    data jsonb,
    assignment_id bigint NOT NULL,
    key character varying(120) NOT NULL,
    CONSTRAINT answer_is_one_value CHECK ((num_nonnulls(number, text, data) = 1))
);
CREATE TABLE public.hits_appeal (
    id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    text text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    decision character varying(9) NOT NULL,
    answer text NOT NULL,
    decided_at timestamp with time zone,
    decided_by_id bigint,
    CONSTRAINT appeal_decided_or_open CHECK ((((decided_at IS NULL) AND ((decision)::text = ''::text)) OR ((NOT ((decision)::text = ''::text)) AND (decided_at IS NOT NULL))))
);
ALTER TABLE public.hits_appeal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_appeal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_assignment (
    id bigint NOT NULL,
    hit_id bigint NOT NULL,
    batch_id bigint NOT NULL,
    "position" integer NOT NULL,
    state character varying(10) NOT NULL,
    shown_order character varying(26) NOT NULL,
    annotator_id bigint,
    enrolment_id bigint,
    sequence integer,
    drawn_point integer,
    rubric_sha256 character varying(64) NOT NULL,
    shown_language character varying(20) DEFAULT ''::character varying NOT NULL,
    accepted_at timestamp with time zone,
    deadline_at timestamp with time zone,
    prefetched boolean DEFAULT false NOT NULL,
    extended smallint DEFAULT 0 NOT NULL,
    submitted_at timestamp with time zone,
    ended_at timestamp with time zone,
    decided_at timestamp with time zone,
    decided_by_id bigint,
    reason text NOT NULL,
    rejection character varying(12) DEFAULT ''::character varying NOT NULL,
    evidence text DEFAULT ''::text NOT NULL,
    overturned_at timestamp with time zone,
    surplus boolean DEFAULT false NOT NULL,
    CONSTRAINT assignment_extended_is_somebodys CHECK (((extended = 0) OR (NOT ((state)::text = ANY ('{free,suspended,withdrawn}'::text[]))))),
    CONSTRAINT assignment_overturned_is_approved CHECK ((((overturned_at IS NULL) AND (NOT surplus)) OR ((overturned_at IS NOT NULL) AND ((state)::text = 'approved'::text)))),
    CONSTRAINT assignment_prefetched_is_claimed CHECK (((NOT prefetched) OR ((state)::text = 'claimed'::text))),
    CONSTRAINT assignment_rejection_has_a_category CHECK (((((rejection)::text = ANY ('{no_effort,instructions,empty,language,machine,other}'::text[])) AND ((state)::text = 'rejected'::text)) OR ((NOT ((state)::text = 'rejected'::text)) AND (evidence = ''::text) AND ((rejection)::text = ''::text)))),
    CONSTRAINT assignment_shown_order CHECK (((shown_order)::text ~ '^[a-z]+\Z'::text)),
    CONSTRAINT assignment_state_and_decision CHECK (((((state)::text = ANY ('{approved,rejected}'::text[])) = (decided_at IS NOT NULL)) AND ((NOT ((state)::text = 'rejected'::text)) OR (NOT (reason = ''::text))))),
    CONSTRAINT assignment_state_and_person CHECK (((((state)::text = ANY ('{free,suspended,withdrawn}'::text[])) = (annotator_id IS NULL)) AND (((state)::text = ANY ('{free,suspended,withdrawn}'::text[])) = (enrolment_id IS NULL)) AND (((state)::text = ANY ('{free,suspended,withdrawn}'::text[])) OR ((accepted_at IS NOT NULL) AND (deadline_at IS NOT NULL) AND (sequence IS NOT NULL))))),
    CONSTRAINT assignment_state_and_times CHECK ((((state)::text = ANY ('{free,suspended,claimed,submitted,approved,rejected,returned,expired,withdrawn}'::text[])) AND (((state)::text = ANY ('{submitted,approved,rejected}'::text[])) = (submitted_at IS NOT NULL)) AND (((state)::text = ANY ('{returned,expired}'::text[])) = (ended_at IS NOT NULL)))),
    CONSTRAINT hits_assignment_drawn_point_check CHECK ((drawn_point >= 0)),
    CONSTRAINT hits_assignment_extended_check CHECK ((extended >= 0)),
    CONSTRAINT hits_assignment_position_check CHECK (("position" >= 0)),
    CONSTRAINT hits_assignment_sequence_check CHECK ((sequence >= 0))
);
ALTER TABLE public.hits_assignment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_assignment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_audienceexclusion (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    other_id bigint NOT NULL,
    decided_at timestamp with time zone NOT NULL,
    decided_by_id bigint,
    CONSTRAINT audienceexclusion_of_another CHECK ((NOT (batch_id = other_id)))
);
ALTER TABLE public.hits_audienceexclusion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_audienceexclusion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_backgroundtask (
    id bigint NOT NULL,
    attempts smallint NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    cancelled_by_id bigint,
    cancelled_at timestamp with time zone,
    kind character varying(10) NOT NULL,
    project_id bigint NOT NULL,
    subject_id bigint NOT NULL,
    subject_name character varying(200) NOT NULL,
    parameters jsonb NOT NULL,
    parameters_sha256 character varying(64) NOT NULL,
    state character varying(10) NOT NULL,
    done bigint NOT NULL,
    total bigint,
    error text NOT NULL,
    result jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT hits_backgroundtask_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT hits_backgroundtask_done_check CHECK ((done >= 0)),
    CONSTRAINT hits_backgroundtask_total_check CHECK ((total >= 0)),
    CONSTRAINT task_finished_or_under_way CHECK ((((finished_at IS NULL) AND ((state)::text = ANY ((ARRAY['waiting'::character varying, 'running'::character varying])::text[]))) OR ((finished_at IS NOT NULL) AND ((state)::text = ANY ((ARRAY['done'::character varying, 'failed'::character varying, 'cancelled'::character varying])::text[])))))
);
ALTER TABLE public.hits_backgroundtask ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_backgroundtask_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_batch (
    id bigint NOT NULL,
    attempts smallint NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    cancelled_by_id bigint,
    cancelled_at timestamp with time zone,
    objection_days smallint,
    reports_to_suspend smallint,
    gold_percent smallint DEFAULT 0 NOT NULL,
    retest_percent smallint DEFAULT 0 NOT NULL,
    first_checks smallint DEFAULT 0 NOT NULL,
    most_annotators integer,
    retest_distance smallint DEFAULT 20 NOT NULL,
    checks_planned bigint DEFAULT 0 NOT NULL,
    completion character varying(5) NOT NULL,
    completion_code character varying(40) NOT NULL,
    completion_url character varying(500) NOT NULL,
    code_after integer,
    overlap_percent smallint,
    overlap_annotators smallint,
    assignments_planned bigint DEFAULT 0 NOT NULL,
    sample_rule character varying(10) NOT NULL,
    sample_count integer,
    sample_fraction numeric(7,6),
    sample_ids text[],
    stratify_by character varying(40) DEFAULT ''::character varying NOT NULL,
    seed bigint NOT NULL,
    pairing character varying(10) NOT NULL,
    pairing_reference_id bigint,
    pairs_per_item integer,
    sitting_hits integer,
    sitting_paid_from integer DEFAULT 1 NOT NULL,
    most_sittings smallint DEFAULT 1 NOT NULL,
    test_threshold smallint DEFAULT 80 NOT NULL,
    test_retries smallint DEFAULT 1 NOT NULL,
    test_length smallint,
    qualification_days smallint,
    tested_qualification_id bigint,
    required_qualification_id bigint,
    training_pay numeric(8,2) DEFAULT 0 NOT NULL,
    training_people integer,
    project_id bigint NOT NULL,
    dataset_id bigint NOT NULL,
    rubric_version_id bigint NOT NULL,
    title character varying(160) NOT NULL,
    description text NOT NULL,
    state character varying(10) NOT NULL,
    reward numeric(8,2) NOT NULL,
    fee_rule character varying(8) NOT NULL,
    flat_fee numeric(8,2) NOT NULL,
    fee_rate numeric(5,4),
    fee numeric(8,2),
    annotators_per_hit smallint NOT NULL,
    allotted_seconds integer NOT NULL,
    extensions smallint NOT NULL,
    expected_seconds integer NOT NULL,
    cap_per_annotator integer,
    auto_approve_days smallint,
    consent_text text NOT NULL,
    language character varying(20) DEFAULT ''::character varying NOT NULL,
    order_of_work character varying(13) NOT NULL,
    progress character varying(6) NOT NULL,
    scheme character varying(5) NOT NULL,
    break_after integer,
    audience character varying(8) NOT NULL,
    members_may_work boolean NOT NULL,
    most_returns integer,
    is_pilot boolean DEFAULT false NOT NULL,
    pilot_id bigint,
    without_pilot_items boolean DEFAULT false NOT NULL,
    without_pilot_people boolean DEFAULT false NOT NULL,
    hits_planned bigint NOT NULL,
    hits_made bigint NOT NULL,
    input_fields text[],
    input_media text[],
    output_media boolean,
    outputs_masked boolean DEFAULT false NOT NULL,
    publish_error text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    published_at timestamp with time zone,
    closed_at timestamp with time zone,
    archived_at timestamp with time zone,
    done_at timestamp with time zone,
    least_reading_percent smallint DEFAULT 0 NOT NULL,
    CONSTRAINT batch_annotators_from_one CHECK ((annotators_per_hit >= 1)),
    CONSTRAINT batch_audience CHECK (((audience)::text = ANY ((ARRAY['pool'::character varying, 'list'::character varying, 'link'::character varying, 'panel'::character varying, 'everyone'::character varying])::text[]))),
    CONSTRAINT batch_auto_approval_from_one_day CHECK (((auto_approve_days IS NULL) OR ((auto_approve_days >= 1) AND (auto_approve_days <= 90)))),
    CONSTRAINT batch_checks_at_most_half CHECK ((gold_percent <= (50 - retest_percent))),
    CONSTRAINT batch_code_and_break_from_one CHECK ((((code_after IS NULL) OR (code_after >= 1)) AND ((break_after IS NULL) OR (break_after >= 1)))),
    CONSTRAINT batch_completion_address CHECK ((((completion_url)::text = ''::text) OR ((completion_url)::text ~~ 'https://%'::text))),
    CONSTRAINT batch_completion_stated CHECK ((((code_after IS NULL) AND ((completion)::text = 'none'::text) AND ((completion_code)::text = ''::text) AND ((completion_url)::text = ''::text)) OR (((completion)::text = 'fixed'::text) AND ((completion_code)::text ~ '^[A-Za-z0-9_-]+\Z'::text)) OR (((completion)::text = 'drawn'::text) AND ((completion_code)::text = ''::text)))),
    CONSTRAINT batch_first_checks_counted CHECK (((first_checks = 0) OR ((most_annotators >= 1) AND (most_annotators IS NOT NULL)))),
    CONSTRAINT batch_least_reading_percent CHECK ((least_reading_percent <= 100)),
    CONSTRAINT batch_money_not_negative CHECK (((flat_fee >= (0)::numeric) AND (reward >= (0)::numeric))),
    CONSTRAINT batch_objection_days CHECK (((objection_days IS NULL) OR ((objection_days >= 1) AND (objection_days <= 365)))),
    CONSTRAINT batch_overlap_stated CHECK ((((overlap_annotators IS NULL) AND (overlap_percent IS NULL)) OR ((overlap_annotators > annotators_per_hit) AND (overlap_annotators IS NOT NULL) AND (overlap_annotators <= 100) AND (overlap_percent >= 1) AND (overlap_percent IS NOT NULL) AND (overlap_percent <= 99)))),
    CONSTRAINT batch_pairing_stated CHECK ((((pairing)::text = 'all'::text) OR (((pairing)::text = 'reference'::text) AND (pairing_reference_id IS NOT NULL)) OR (((pairing)::text = ANY ((ARRAY['random'::character varying, 'balanced'::character varying])::text[])) AND (pairs_per_item >= 1) AND (pairs_per_item IS NOT NULL)))),
    CONSTRAINT batch_panel_fee_has_a_rate CHECK (((NOT ((fee_rule)::text = 'panel'::text)) OR ((fee_rate >= (0)::numeric) AND (fee_rate IS NOT NULL) AND (fee_rate <= (1)::numeric)))),
    CONSTRAINT batch_published_has_terms CHECK ((((state)::text = 'draft'::text) OR ((fee IS NOT NULL) AND ((state)::text = 'publishing'::text)) OR ((fee IS NOT NULL) AND (published_at IS NOT NULL)))),
    CONSTRAINT batch_qualification_days_from_one CHECK (((qualification_days IS NULL) OR (qualification_days >= 1))),
    CONSTRAINT batch_reports_to_suspend CHECK (((reports_to_suspend IS NULL) OR (reports_to_suspend >= 1))),
    CONSTRAINT batch_retest_distance_from_one CHECK ((retest_distance >= 1)),
    CONSTRAINT batch_sample_stated CHECK ((((sample_rule)::text = 'all'::text) OR ((sample_count >= 1) AND (sample_count IS NOT NULL) AND ((sample_rule)::text = 'count'::text)) OR ((sample_fraction > (0)::numeric) AND (sample_fraction IS NOT NULL) AND (sample_fraction <= (1)::numeric) AND ((sample_rule)::text = 'fraction'::text)) OR ((sample_ids IS NOT NULL) AND (
CASE
    WHEN (sample_ids IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(sample_ids, 1), 0)
END >= 1) AND ((sample_rule)::text = 'list'::text)))),
    CONSTRAINT batch_sitting_is_the_cap CHECK (((sitting_hits IS NULL) OR ((cap_per_annotator IS NULL) AND (code_after IS NULL)))),
    CONSTRAINT batch_sitting_numbers CHECK ((((most_sittings = 1) AND (sitting_hits IS NULL) AND (sitting_paid_from = 1)) OR ((most_sittings >= 1) AND (sitting_hits >= 1) AND (sitting_hits IS NOT NULL) AND (sitting_hits <= 1000) AND (sitting_paid_from >= 1) AND (sitting_paid_from <= sitting_hits)))),
    CONSTRAINT batch_test_length_from_one CHECK (((test_length IS NULL) OR (test_length >= 1))),
    CONSTRAINT batch_test_threshold CHECK (((test_threshold >= 1) AND (test_threshold <= 100))),
    CONSTRAINT batch_tests_what_it_does_not_require CHECK (((required_qualification_id IS NULL) OR (tested_qualification_id IS NULL) OR (NOT ((required_qualification_id = tested_qualification_id) AND (required_qualification_id IS NOT NULL) AND (tested_qualification_id IS NOT NULL))))),
    CONSTRAINT batch_time_allotted CHECK ((allotted_seconds >= 30)),
    CONSTRAINT batch_training_pay_counted CHECK (((training_pay = (0)::numeric) OR ((training_pay > (0)::numeric) AND (training_people >= 1) AND (training_people IS NOT NULL)))),
    CONSTRAINT batch_without_its_pilot CHECK (((pilot_id IS NOT NULL) OR ((NOT without_pilot_items) AND (NOT without_pilot_people)))),
    CONSTRAINT hits_batch_allotted_seconds_check CHECK ((allotted_seconds >= 0)),
    CONSTRAINT hits_batch_annotators_per_hit_check CHECK ((annotators_per_hit >= 0)),
    CONSTRAINT hits_batch_assignments_planned_check CHECK ((assignments_planned >= 0)),
    CONSTRAINT hits_batch_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT hits_batch_auto_approve_days_check CHECK ((auto_approve_days >= 0)),
    CONSTRAINT hits_batch_break_after_check CHECK ((break_after >= 0)),
    CONSTRAINT hits_batch_cap_per_annotator_check CHECK ((cap_per_annotator >= 0)),
    CONSTRAINT hits_batch_checks_planned_check CHECK ((checks_planned >= 0)),
    CONSTRAINT hits_batch_code_after_check CHECK ((code_after >= 0)),
    CONSTRAINT hits_batch_expected_seconds_check CHECK ((expected_seconds >= 0)),
    CONSTRAINT hits_batch_extensions_check CHECK ((extensions >= 0)),
    CONSTRAINT hits_batch_first_checks_check CHECK ((first_checks >= 0)),
    CONSTRAINT hits_batch_gold_percent_check CHECK ((gold_percent >= 0)),
    CONSTRAINT hits_batch_hits_made_check CHECK ((hits_made >= 0)),
    CONSTRAINT hits_batch_hits_planned_check CHECK ((hits_planned >= 0)),
    CONSTRAINT hits_batch_least_reading_percent_check CHECK ((least_reading_percent >= 0)),
    CONSTRAINT hits_batch_most_annotators_check CHECK ((most_annotators >= 0)),
    CONSTRAINT hits_batch_most_returns_check CHECK ((most_returns >= 0)),
    CONSTRAINT hits_batch_most_sittings_check CHECK ((most_sittings >= 0)),
    CONSTRAINT hits_batch_objection_days_check CHECK ((objection_days >= 0)),
    CONSTRAINT hits_batch_overlap_annotators_check CHECK ((overlap_annotators >= 0)),
    CONSTRAINT hits_batch_overlap_percent_check CHECK ((overlap_percent >= 0)),
    CONSTRAINT hits_batch_pairs_per_item_check CHECK ((pairs_per_item >= 0)),
    CONSTRAINT hits_batch_qualification_days_check CHECK ((qualification_days >= 0)),
    CONSTRAINT hits_batch_reports_to_suspend_check CHECK ((reports_to_suspend >= 0)),
    CONSTRAINT hits_batch_retest_distance_check CHECK ((retest_distance >= 0)),
    CONSTRAINT hits_batch_retest_percent_check CHECK ((retest_percent >= 0)),
    CONSTRAINT hits_batch_sample_count_check CHECK ((sample_count >= 0)),
    CONSTRAINT hits_batch_sitting_hits_check CHECK ((sitting_hits >= 0)),
    CONSTRAINT hits_batch_sitting_paid_from_check CHECK ((sitting_paid_from >= 0)),
    CONSTRAINT hits_batch_test_length_check CHECK ((test_length >= 0)),
    CONSTRAINT hits_batch_test_retries_check CHECK ((test_retries >= 0)),
    CONSTRAINT hits_batch_test_threshold_check CHECK ((test_threshold >= 0)),
    CONSTRAINT hits_batch_training_people_check CHECK ((training_people >= 0))
);
ALTER TABLE public.hits_batch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_batch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_batch_systems (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    system_id bigint NOT NULL
);
ALTER TABLE public.hits_batch_systems ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_batch_systems_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_brokenreport (
    id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    category character varying(9) NOT NULL,
    text text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    decision character varying(8) NOT NULL,
    decided_at timestamp with time zone,
    decided_by_id bigint,
    CONSTRAINT brokenreport_decided_or_open CHECK ((((decided_at IS NULL) AND ((decision)::text = ''::text)) OR ((NOT ((decision)::text = ''::text)) AND (decided_at IS NOT NULL))))
);
ALTER TABLE public.hits_brokenreport ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_brokenreport_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_checkcredit (
    id bigint NOT NULL,
    batch_id bigint NOT NULL
);
ALTER TABLE public.hits_checkcredit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_checkcredit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_declaredrule (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    effect character varying(7) NOT NULL,
    name character varying(30) NOT NULL,
    number integer NOT NULL,
    written character varying(60) NOT NULL,
    CONSTRAINT declaredrule_names_its_rule CHECK (((NOT ((name)::text = ''::text)) AND (NOT ((written)::text = ''::text)))),
    CONSTRAINT hits_declaredrule_number_check CHECK ((number >= 0))
);
ALTER TABLE public.hits_declaredrule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_declaredrule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_draft (
    assignment_id bigint NOT NULL,
    revision integer NOT NULL,
    data jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    writer character varying(32) NOT NULL,
    number integer NOT NULL,
    complete smallint NOT NULL,
    CONSTRAINT hits_draft_complete_check CHECK ((complete >= 0)),
    CONSTRAINT hits_draft_number_check CHECK ((number >= 0)),
    CONSTRAINT hits_draft_revision_check CHECK ((revision >= 0))
);
CREATE TABLE public.hits_draftversion (
    assignment_id bigint NOT NULL,
    revision integer NOT NULL,
    data jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    complete smallint NOT NULL,
    CONSTRAINT hits_draftversion_complete_check CHECK ((complete >= 0)),
    CONSTRAINT hits_draftversion_revision_check CHECK ((revision >= 0))
);
CREATE TABLE public.hits_enrolment (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    annotator_id bigint NOT NULL,
    status character varying(8) NOT NULL,
    stop_reason text DEFAULT ''::text NOT NULL,
    stopped_at timestamp with time zone,
    stopped_by_id bigint,
    next_route character varying(200) DEFAULT ''::character varying NOT NULL,
    end_route character varying(200) DEFAULT ''::character varying NOT NULL,
    closing_route character varying(200) DEFAULT ''::character varying NOT NULL,
    channel character varying(20) NOT NULL,
    outside_ids jsonb NOT NULL,
    pseudonym character varying(20) NOT NULL,
    order_seed bigint NOT NULL,
    claims integer NOT NULL,
    submitted integer NOT NULL,
    returned integer DEFAULT 0 NOT NULL,
    candidates bigint[] NOT NULL,
    cap integer,
    sittings_begun smallint DEFAULT 0 NOT NULL,
    sitting_from integer DEFAULT 0 NOT NULL,
    cap_in_all integer,
    consent_at timestamp with time zone,
    consent_sha256 character varying(64) NOT NULL,
    instructions_at timestamp with time zone,
    completion_code character varying(40) NOT NULL,
    completed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT enrolment_closing_route_is_a_path CHECK ((((closing_route)::text = ''::text) OR ((closing_route)::text ~ '^/([^/\\]|\Z)'::text))),
    CONSTRAINT enrolment_code_and_time CHECK ((((completed_at IS NULL) AND ((completion_code)::text = ''::text)) OR ((NOT ((completion_code)::text = ''::text)) AND (completed_at IS NOT NULL)))),
    CONSTRAINT enrolment_end_route_is_a_path CHECK ((((end_route)::text = ''::text) OR ((end_route)::text ~ '^/([^/\\]|\Z)'::text))),
    CONSTRAINT enrolment_next_route_is_a_path CHECK ((((next_route)::text = ''::text) OR ((next_route)::text ~ '^/([^/\\]|\Z)'::text))),
    CONSTRAINT enrolment_stopped_with_reason CHECK ((((status)::text = ANY ('{active,paused,stopped}'::text[])) AND (((status)::text = 'active'::text) = (stopped_at IS NULL)) AND (((status)::text = 'active'::text) = (stop_reason = ''::text)) AND ((stopped_by_id IS NULL) OR (NOT ((status)::text = 'active'::text))))),
    CONSTRAINT hits_enrolment_cap_check CHECK ((cap >= 0)),
    CONSTRAINT hits_enrolment_cap_in_all_check CHECK ((cap_in_all >= 0)),
    CONSTRAINT hits_enrolment_claims_check CHECK ((claims >= 0)),
    CONSTRAINT hits_enrolment_returned_check CHECK ((returned >= 0)),
    CONSTRAINT hits_enrolment_sitting_from_check CHECK ((sitting_from >= 0)),
    CONSTRAINT hits_enrolment_sittings_begun_check CHECK ((sittings_begun >= 0)),
    CONSTRAINT hits_enrolment_submitted_check CHECK ((submitted >= 0))
);
ALTER TABLE public.hits_enrolment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_enrolment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_exclusion (
    id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    rule character varying(60) NOT NULL,
    reason text NOT NULL,
    excluded_at timestamp with time zone NOT NULL,
    excluded_by_id bigint,
    taken_back_at timestamp with time zone,
    taken_back_by_id bigint,
    CONSTRAINT exclusion_names_its_rule CHECK ((NOT ((rule)::text = ''::text))),
    CONSTRAINT exclusion_taken_back_by_whom CHECK (((taken_back_at IS NOT NULL) OR (taken_back_by_id IS NULL)))
);
ALTER TABLE public.hits_exclusion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_exclusion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_expectedperson (
    id bigint NOT NULL,
    verdict character varying(8) NOT NULL,
    name character varying(254) NOT NULL,
    added_at timestamp with time zone NOT NULL,
    added_by_id bigint,
    batch_id bigint,
    project_id bigint NOT NULL,
    CONSTRAINT expected_in_pool_or_list CHECK ((((batch_id IS NULL) AND ((verdict)::text = ''::text)) OR ((batch_id IS NOT NULL) AND ((verdict)::text = ANY ((ARRAY['admitted'::character varying, 'refused'::character varying])::text[])))))
);
ALTER TABLE public.hits_expectedperson ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_expectedperson_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_exportsnapshot (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    form character varying(10) NOT NULL,
    parameters jsonb NOT NULL,
    rows bigint NOT NULL,
    size bigint NOT NULL,
    file character varying(200) NOT NULL,
    replaces_id bigint,
    erased jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    CONSTRAINT export_snapshot_names_what_was_erased CHECK ((((erased = '[]'::jsonb) AND (replaces_id IS NULL)) OR ((replaces_id IS NOT NULL) AND (NOT (erased = '[]'::jsonb))))),
    CONSTRAINT export_snapshot_sha256 CHECK (((sha256)::text ~ '^[0-9a-f]{64}\Z'::text)),
    CONSTRAINT hits_exportsnapshot_rows_check CHECK ((rows >= 0)),
    CONSTRAINT hits_exportsnapshot_size_check CHECK ((size >= 0))
);
ALTER TABLE public.hits_exportsnapshot ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_exportsnapshot_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_goldkey (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    kind character varying(13) DEFAULT 'known'::character varying NOT NULL,
    item_id bigint NOT NULL,
    output_ids bigint[] NOT NULL,
    rules jsonb NOT NULL,
    purpose character varying(8) DEFAULT 'gold'::character varying NOT NULL,
    place integer DEFAULT 0 NOT NULL,
    explanation text DEFAULT ''::text NOT NULL,
    retired_at timestamp with time zone,
    retired_by_id bigint,
    retired_reason text NOT NULL,
    CONSTRAINT goldkey_has_outputs CHECK ((
CASE
    WHEN (output_ids IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(output_ids, 1), 0)
END >= 1)),
    CONSTRAINT goldkey_purpose CHECK (((purpose)::text = ANY ((ARRAY['gold'::character varying, 'training'::character varying, 'test'::character varying])::text[]))),
    CONSTRAINT goldkey_retired_with_reason CHECK ((((retired_at IS NULL) AND (retired_by_id IS NULL) AND (retired_reason = ''::text)) OR ((retired_at IS NOT NULL) AND (NOT (retired_reason = ''::text))))),
    CONSTRAINT hits_goldkey_place_check CHECK ((place >= 0))
);
ALTER TABLE public.hits_goldkey ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_goldkey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_helddecision (
    assignment_id bigint NOT NULL,
    state character varying(10) NOT NULL,
    reason text NOT NULL,
    rejection character varying(12) NOT NULL,
    evidence text NOT NULL,
    decided_by_id bigint NOT NULL,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT held_decision_is_an_approval_or_a_rejection_with_reason CHECK ((((evidence = ''::text) AND (reason = ''::text) AND ((rejection)::text = ''::text) AND ((state)::text = 'approved'::text)) OR (((state)::text = 'rejected'::text) AND (NOT (reason = ''::text)) AND (NOT ((rejection)::text = ''::text)))))
);
CREATE TABLE public.hits_hit (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    purpose character varying(10) NOT NULL,
    item_id bigint NOT NULL,
    output_ids bigint[] NOT NULL,
    annotators_wanted smallint DEFAULT 1 NOT NULL,
    availability character varying(9) DEFAULT 'open'::character varying NOT NULL,
    "position" integer NOT NULL,
    CONSTRAINT hit_has_outputs CHECK ((
CASE
    WHEN (output_ids IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(output_ids, 1), 0)
END >= 1)),
    CONSTRAINT hit_wants_annotators CHECK ((annotators_wanted >= 1)),
    CONSTRAINT hits_hit_annotators_wanted_check CHECK ((annotators_wanted >= 0)),
    CONSTRAINT hits_hit_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.hits_hit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_hit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_hypothesis (
    batch_id bigint NOT NULL,
    text text NOT NULL,
    size_reason text NOT NULL,
    criterion character varying(80) NOT NULL,
    system character varying(200) NOT NULL,
    expected character varying(9) NOT NULL,
    against character varying(200) NOT NULL,
    margin numeric(9,3),
    CONSTRAINT hypothesis_compares_two_systems CHECK (((((against)::text = ''::text) AND ((criterion)::text = ''::text) AND ((expected)::text = ''::text) AND ((system)::text = ''::text)) OR ((NOT (((criterion)::text = ''::text) OR ((system)::text = ''::text) OR ((expected)::text = ''::text) OR ((against)::text = ''::text))) AND (NOT ((against)::text = (system)::text))))),
    CONSTRAINT hypothesis_has_text CHECK ((NOT (text = ''::text))),
    CONSTRAINT hypothesis_margin CHECK (((((expected)::text = 'not worse'::text) AND (margin > (0)::numeric) AND (margin IS NOT NULL)) OR ((NOT ((expected)::text = 'not worse'::text)) AND (margin IS NULL))))
);
CREATE TABLE public.hits_judgemargin (
    batch_id bigint NOT NULL,
    margin numeric(3,2) NOT NULL,
    CONSTRAINT judgemargin_between_0_and_1 CHECK (((margin > (0)::numeric) AND (margin < (1)::numeric)))
);
CREATE TABLE public.hits_leftoutitem (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    item_id bigint NOT NULL,
    check_name character varying(40) NOT NULL,
    left_out_at timestamp with time zone NOT NULL,
    left_out_by_id bigint NOT NULL,
    CONSTRAINT left_out_item_names_its_check CHECK ((NOT ((check_name)::text = ''::text)))
);
ALTER TABLE public.hits_leftoutitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_leftoutitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_maskedoutput (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    output_id bigint NOT NULL,
    text text NOT NULL,
    check_name character varying(40) NOT NULL,
    masked_at timestamp with time zone NOT NULL,
    masked_by_id bigint,
    CONSTRAINT masked_output_names_its_check CHECK ((NOT ((check_name)::text = ''::text)))
);
ALTER TABLE public.hits_maskedoutput ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_maskedoutput_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_message (
    id bigint NOT NULL,
    enrolment_id bigint NOT NULL,
    by_annotator boolean NOT NULL,
    author_id bigint NOT NULL,
    text text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone
);
ALTER TABLE public.hits_message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_pseudonymkey (
    project_id bigint NOT NULL,
    secret bytea NOT NULL
);
CREATE TABLE public.hits_qualification (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    name character varying(120) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    CONSTRAINT qualification_named CHECK ((NOT ((name)::text = ''::text)))
);
ALTER TABLE public.hits_qualification ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_qualification_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_qualifiedperson (
    id bigint NOT NULL,
    qualification_id bigint NOT NULL,
    user_id bigint NOT NULL,
    origin character varying(6) NOT NULL,
    reason character varying(500) NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    granted_by_id bigint,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    revoked_by_id bigint,
    revoked_reason character varying(500) NOT NULL,
    CONSTRAINT qualifiedperson_by_hand_with_reason CHECK (((NOT ((origin)::text = 'hand'::text)) OR (NOT ((reason)::text = ''::text)))),
    CONSTRAINT qualifiedperson_expires_later CHECK (((expires_at IS NULL) OR (expires_at > granted_at))),
    CONSTRAINT qualifiedperson_origin CHECK (((origin)::text = ANY ((ARRAY['test'::character varying, 'hand'::character varying, 'import'::character varying])::text[]))),
    CONSTRAINT qualifiedperson_revoked_with_reason CHECK ((((revoked_at IS NULL) AND (revoked_by_id IS NULL) AND ((revoked_reason)::text = ''::text)) OR ((revoked_at IS NOT NULL) AND (NOT ((revoked_reason)::text = ''::text)))))
);
ALTER TABLE public.hits_qualifiedperson ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_qualifiedperson_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_raisedconcern (
    id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    guard character varying(60) NOT NULL,
    message text NOT NULL,
    raised_at timestamp with time zone NOT NULL,
    overridden_at timestamp with time zone
);
ALTER TABLE public.hits_raisedconcern ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_raisedconcern_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_ruleplan (
    batch_id bigint NOT NULL,
    text text NOT NULL,
    sha256 character varying(64) NOT NULL,
    frozen_at timestamp with time zone NOT NULL,
    CONSTRAINT ruleplan_hash_of_its_text CHECK (((sha256)::text = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text)))
);
CREATE TABLE public.hits_suspension (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    reason text NOT NULL,
    decided_at timestamp with time zone NOT NULL,
    decided_by_id bigint,
    CONSTRAINT suspension_has_reason CHECK ((NOT (reason = ''::text))),
    CONSTRAINT suspension_kind CHECK (((kind)::text = ANY ((ARRAY['paused'::character varying, 'stopped'::character varying])::text[])))
);
ALTER TABLE public.hits_suspension ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_suspension_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_traininganswer (
    id bigint NOT NULL,
    attempt_id bigint NOT NULL,
    key_id bigint NOT NULL,
    shown_order character varying(26) NOT NULL,
    "values" jsonb NOT NULL,
    passed boolean NOT NULL,
    answered_at timestamp with time zone NOT NULL,
    CONSTRAINT traininganswer_shown_order CHECK (((shown_order)::text ~ '^[a-z]+\Z'::text))
);
ALTER TABLE public.hits_traininganswer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_traininganswer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_trainingattempt (
    id bigint NOT NULL,
    enrolment_id bigint NOT NULL,
    part character varying(8) NOT NULL,
    number smallint NOT NULL,
    key_ids bigint[] NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    "right" smallint,
    passed boolean,
    CONSTRAINT hits_trainingattempt_number_check CHECK ((number >= 0)),
    CONSTRAINT hits_trainingattempt_right_check CHECK (("right" >= 0)),
    CONSTRAINT trainingattempt_finished_with_result CHECK ((((finished_at IS NULL) AND (passed IS NULL) AND ("right" IS NULL)) OR ((finished_at IS NOT NULL) AND (passed IS NOT NULL) AND ("right" IS NOT NULL) AND ("right" <=
CASE
    WHEN (key_ids IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(key_ids, 1), 0)
END)))),
    CONSTRAINT trainingattempt_has_hits CHECK (((
CASE
    WHEN (key_ids IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(key_ids, 1), 0)
END >= 1) AND (number >= 1))),
    CONSTRAINT trainingattempt_part CHECK (((part)::text = ANY ((ARRAY['training'::character varying, 'test'::character varying])::text[])))
);
ALTER TABLE public.hits_trainingattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_trainingattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_trainingplace (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    enrolment_id bigint,
    taken_at timestamp with time zone,
    paid_at timestamp with time zone,
    paid_to_id bigint,
    CONSTRAINT trainingplace_paid_to_somebody CHECK ((((paid_at IS NULL) AND (paid_to_id IS NULL)) OR ((paid_at IS NOT NULL) AND (paid_to_id IS NOT NULL)))),
    CONSTRAINT trainingplace_taken_by_somebody CHECK ((((enrolment_id IS NULL) AND (paid_at IS NULL) AND (taken_at IS NULL)) OR ((enrolment_id IS NOT NULL) AND (taken_at IS NOT NULL))))
);
ALTER TABLE public.hits_trainingplace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.hits_trainingplace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.hits_viewing (
    assignment_id bigint NOT NULL,
    seen jsonb NOT NULL
);
CREATE TABLE public.judges_judgeendpoint (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    name character varying(80) NOT NULL,
    base_url character varying(200) NOT NULL,
    sealed_key bytea NOT NULL,
    from_environment boolean NOT NULL,
    requests_per_minute integer NOT NULL,
    concurrency smallint NOT NULL,
    timeout_seconds integer NOT NULL,
    retries smallint NOT NULL,
    CONSTRAINT judge_endpoint_address CHECK (((((base_url)::text = ''::text) AND from_environment AND (sealed_key = '\x'::bytea)) OR ((NOT from_environment) AND (NOT ((base_url)::text = ''::text))))),
    CONSTRAINT judge_endpoint_bounds CHECK (((concurrency >= 1) AND (concurrency <= 64) AND (requests_per_minute >= 1) AND (retries <= 10) AND (timeout_seconds >= 1) AND (timeout_seconds <= 1800))),
    CONSTRAINT judges_judgeendpoint_concurrency_check CHECK ((concurrency >= 0)),
    CONSTRAINT judges_judgeendpoint_requests_per_minute_check CHECK ((requests_per_minute >= 0)),
    CONSTRAINT judges_judgeendpoint_retries_check CHECK ((retries >= 0)),
    CONSTRAINT judges_judgeendpoint_timeout_seconds_check CHECK ((timeout_seconds >= 0))
);
ALTER TABLE public.judges_judgeendpoint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judges_judgeendpoint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judges_judgerun (
    id bigint NOT NULL,
    attempts smallint NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    cancelled_by_id bigint,
    cancelled_at timestamp with time zone,
    batch_id bigint NOT NULL,
    name character varying(120) NOT NULL,
    model character varying(120) NOT NULL,
    prompt text NOT NULL,
    prompt_sha256 character varying(64) NOT NULL,
    parameters jsonb NOT NULL,
    rubric_sha256 character varying(64) NOT NULL,
    template_id bigint,
    endpoint_id bigint,
    orders character varying(8) NOT NULL,
    samples smallint NOT NULL,
    hits_limit integer,
    frames smallint NOT NULL,
    structured character varying(4) NOT NULL,
    schema_outcome character varying(8) NOT NULL,
    price_in numeric(12,4),
    price_out numeric(12,4),
    cost_cap numeric(12,2),
    token_cap bigint,
    state character varying(10) NOT NULL,
    planned integer NOT NULL,
    stopped_because text NOT NULL,
    simulated boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    criteria jsonb DEFAULT '[]'::jsonb NOT NULL,
    per_criterion boolean DEFAULT false NOT NULL,
    part character varying(7) DEFAULT ''::character varying NOT NULL,
    maker character varying(80) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT judge_run_bounds CHECK (((frames <= 64) AND (samples >= 1) AND (samples <= 100))),
    CONSTRAINT judge_run_cap_needs_prices CHECK (((cost_cap IS NULL) OR (price_in IS NOT NULL))),
    CONSTRAINT judge_run_prices_both_or_none CHECK ((((price_in IS NULL) AND (price_out IS NULL)) OR ((price_in >= (0)::numeric) AND (price_in IS NOT NULL) AND (price_out >= (0)::numeric) AND (price_out IS NOT NULL)))),
    CONSTRAINT judges_judgerun_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT judges_judgerun_frames_check CHECK ((frames >= 0)),
    CONSTRAINT judges_judgerun_hits_limit_check CHECK ((hits_limit >= 0)),
    CONSTRAINT judges_judgerun_planned_check CHECK ((planned >= 0)),
    CONSTRAINT judges_judgerun_samples_check CHECK ((samples >= 0)),
    CONSTRAINT judges_judgerun_token_cap_check CHECK ((token_cap >= 0))
);
ALTER TABLE public.judges_judgerun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judges_judgerun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judges_verdict (
    id bigint NOT NULL,
    run_id bigint NOT NULL,
    hit_id bigint NOT NULL,
    shown_order character varying(26) NOT NULL,
    sample smallint NOT NULL,
    raw_reply text NOT NULL,
    error_code character varying(40) NOT NULL,
    error_detail text NOT NULL,
    warnings jsonb NOT NULL,
    prompt_sha256 character varying(64) NOT NULL,
    tokens_in integer,
    tokens_out integer,
    latency_ms integer,
    finish_reason character varying(40) NOT NULL,
    reader_version smallint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    criterion character varying(60) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT judges_verdict_latency_ms_check CHECK ((latency_ms >= 0)),
    CONSTRAINT judges_verdict_reader_version_check CHECK ((reader_version >= 0)),
    CONSTRAINT judges_verdict_sample_check CHECK ((sample >= 0)),
    CONSTRAINT judges_verdict_tokens_in_check CHECK ((tokens_in >= 0)),
    CONSTRAINT judges_verdict_tokens_out_check CHECK ((tokens_out >= 0)),
    CONSTRAINT verdict_shown_order CHECK (((shown_order)::text ~ '^[a-z]+\Z'::text))
);
ALTER TABLE public.judges_verdict ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judges_verdict_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judges_verdictanswer (
    number double precision,
    text text,
    data jsonb,
    verdict_id bigint NOT NULL,
    key character varying(120) NOT NULL,
    CONSTRAINT verdict_answer_is_one_value CHECK ((num_nonnulls(number, text, data) = 1))
);
CREATE TABLE public.mfa_authenticator (
    id bigint NOT NULL,
    type character varying(20) NOT NULL,
    data jsonb NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
ALTER TABLE public.mfa_authenticator ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.mfa_authenticator_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_account (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    batch_id bigint,
    annotator_id bigint,
    CONSTRAINT account_of_one_thing CHECK ((((annotator_id IS NULL) AND (batch_id IS NOT NULL) AND ((kind)::text = 'escrow'::text)) OR ((annotator_id IS NOT NULL) AND (batch_id IS NULL) AND ((kind)::text = 'earnings'::text)) OR ((annotator_id IS NULL) AND (batch_id IS NULL) AND ((kind)::text = ANY ((ARRAY['outside'::character varying, 'balance'::character varying, 'fees'::character varying, 'panel'::character varying])::text[])))))
);
ALTER TABLE public.payments_account ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_entry (
    id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    account_id bigint NOT NULL,
    amount numeric(14,2) NOT NULL,
    CONSTRAINT entry_not_zero CHECK ((NOT (amount = (0)::numeric)))
);
ALTER TABLE public.payments_entry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.payments_transaction (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    kind character varying(12) NOT NULL,
    key character varying(120) NOT NULL,
    batch_id bigint,
    assignment_id bigint,
    reverses_id bigint,
    memo character varying(200) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    token_id bigint,
    CONSTRAINT transaction_reversal_names_one CHECK (((((kind)::text = 'reversal'::text) AND (reverses_id IS NOT NULL)) OR ((NOT ((kind)::text = 'reversal'::text)) AND (reverses_id IS NULL))))
);
ALTER TABLE public.payments_transaction ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payments_transaction_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_act (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id bigint,
    verb character varying(20) NOT NULL,
    project_id bigint,
    subject_type character varying(80) NOT NULL,
    subject_id bigint NOT NULL,
    subject_name character varying(200) NOT NULL,
    before jsonb,
    after jsonb,
    request_id character varying(32) NOT NULL,
    token_id bigint,
    CONSTRAINT act_has_a_verb CHECK ((NOT ((verb)::text = ''::text)))
);
ALTER TABLE public.people_act ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_act_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_apitoken (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    project_id bigint,
    name character varying(80) NOT NULL,
    token_sha256 character varying(64) NOT NULL,
    hint character varying(4) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    ended_at timestamp with time zone,
    scopes character varying(10)[] DEFAULT '{read}'::character varying(10)[] NOT NULL,
    CONSTRAINT api_token_expires CHECK ((expires_at > created_at)),
    CONSTRAINT api_token_scopes CHECK (((scopes <@ ARRAY['read'::character varying(10), 'write'::character varying(10), 'money'::character varying(10), 'people'::character varying(10)]) AND (scopes @> ARRAY['read'::character varying(10)])))
);
ALTER TABLE public.people_apitoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_apitoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_erasure (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    origin character varying(9) NOT NULL,
    texts boolean NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    asked_by_id bigint,
    due_at timestamp with time zone NOT NULL,
    stopped_at timestamp with time zone,
    done_at timestamp with time zone,
    gone jsonb NOT NULL,
    CONSTRAINT erasure_done_or_stopped CHECK (((stopped_at IS NULL) OR (done_at IS NULL)))
);
ALTER TABLE public.people_erasure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_erasure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_invitation (
    id bigint NOT NULL,
    role character varying(12) NOT NULL,
    address character varying(254) NOT NULL,
    key character varying(60) NOT NULL,
    token_sha256 character varying(64) NOT NULL,
    uses smallint NOT NULL,
    cap integer,
    label character varying(120) NOT NULL,
    used smallint NOT NULL,
    language character varying(20) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    mailed_at timestamp with time zone,
    revoked_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    batch_id bigint,
    created_by_id bigint NOT NULL,
    project_id bigint NOT NULL,
    taken_by_id bigint,
    confirms_email boolean DEFAULT false NOT NULL,
    crowded_at timestamp with time zone,
    newcomers_per_network smallint DEFAULT 5 NOT NULL,
    CONSTRAINT invitation_grants_one_thing CHECK ((((batch_id IS NULL) AND ((role)::text = ANY ((ARRAY[''::character varying, 'owner'::character varying, 'researcher'::character varying, 'viewer'::character varying])::text[]))) OR ((batch_id IS NOT NULL) AND ((role)::text = ''::text)))),
    CONSTRAINT invitation_open_link_is_capped CHECK (((batch_id IS NULL) OR (uses = 1) OR ((cap >= 1) AND (cap IS NOT NULL)))),
    CONSTRAINT invitation_uses CHECK (((newcomers_per_network >= 1) AND (used <= uses) AND (uses >= 1))),
    CONSTRAINT people_invitation_cap_check CHECK ((cap >= 0)),
    CONSTRAINT people_invitation_newcomers_per_network_check CHECK ((newcomers_per_network >= 0)),
    CONSTRAINT people_invitation_used_check CHECK ((used >= 0)),
    CONSTRAINT people_invitation_uses_check CHECK ((uses >= 0))
);
ALTER TABLE public.people_invitation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_invitation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_membership (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role character varying(12) NOT NULL
);
ALTER TABLE public.people_membership ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_membership_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_notice (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind character varying(30) NOT NULL,
    subject character varying(120) NOT NULL,
    "values" jsonb NOT NULL,
    path character varying(300) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone
);
ALTER TABLE public.people_notice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_noticesettings (
    user_id bigint NOT NULL,
    off character varying(30)[] NOT NULL,
    language character varying(20) NOT NULL
);
CREATE TABLE public.people_poolmember (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    added_at timestamp with time zone NOT NULL,
    added_by_id bigint
);
ALTER TABLE public.people_poolmember ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_poolmember_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_project (
    id bigint NOT NULL,
    name character varying(120) NOT NULL,
    currency character varying(3) NOT NULL,
    megapixels integer DEFAULT 50 NOT NULL,
    storage_gb integer,
    hourly_floor numeric(8,2),
    retention_months smallint,
    retention_erases_texts boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone,
    CONSTRAINT people_project_megapixels_check CHECK ((megapixels >= 0)),
    CONSTRAINT people_project_retention_months_check CHECK ((retention_months >= 0)),
    CONSTRAINT people_project_storage_gb_check CHECK ((storage_gb >= 0)),
    CONSTRAINT project_currency_code CHECK (((currency)::text ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT project_megapixels CHECK (((megapixels >= 1) AND (megapixels <= 1000)))
);
ALTER TABLE public.people_project ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_project_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_session (
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL,
    session_key character varying(64) NOT NULL,
    user_id bigint,
    began_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    seen_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    device character varying(40) DEFAULT ''::character varying NOT NULL
);
CREATE TABLE public.people_user (
    id bigint NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    username character varying(150) NOT NULL,
    first_name character varying(150) NOT NULL,
    last_name character varying(150) NOT NULL,
    email character varying(254) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    is_demo boolean NOT NULL,
    is_guest boolean DEFAULT false NOT NULL,
    verified_email character varying(254) DEFAULT ''::character varying NOT NULL
);
CREATE TABLE public.people_user_groups (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE public.people_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.people_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.people_user_user_permissions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.people_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.people_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.prolific_hookevent (
    id bigint NOT NULL,
    workspace_id bigint NOT NULL,
    event character varying(100) NOT NULL,
    session character varying(64) NOT NULL,
    received_at timestamp with time zone NOT NULL,
    handled_at timestamp with time zone
);
ALTER TABLE public.prolific_hookevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.prolific_hookevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.prolific_outgoingcall (
    id bigint NOT NULL,
    submission_id bigint NOT NULL,
    kind character varying(8) NOT NULL,
    key character varying(160) NOT NULL,
    "values" jsonb NOT NULL,
    state character varying(8) NOT NULL,
    bonus_id character varying(64) NOT NULL,
    bonuses_before integer[] NOT NULL,
    problem text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    sent_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT prolific_call_ended_when CHECK ((((ended_at IS NOT NULL) AND ((state)::text = ANY ((ARRAY['done'::character varying, 'refused'::character varying, 'dropped'::character varying])::text[]))) OR ((ended_at IS NULL) AND ((state)::text = ANY ((ARRAY['waiting'::character varying, 'sending'::character varying, 'unknown'::character varying])::text[]))))),
    CONSTRAINT prolific_call_sent_when CHECK ((((state)::text = ANY ((ARRAY['waiting'::character varying, 'refused'::character varying, 'dropped'::character varying])::text[])) OR (sent_at IS NOT NULL)))
);
ALTER TABLE public.prolific_outgoingcall ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.prolific_outgoingcall_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.prolific_study (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    internal_name character varying(80) NOT NULL,
    outside_id character varying(64) NOT NULL,
    state character varying(20) NOT NULL,
    hits_per_sitting integer NOT NULL,
    minutes integer NOT NULL,
    places integer NOT NULL,
    reward numeric(8,2) NOT NULL,
    fee_rate numeric(5,4) NOT NULL,
    codes jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    looked_at timestamp with time zone,
    countries character varying(80)[] DEFAULT '{}'::character varying(80)[] NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    devices character varying(8)[] DEFAULT '{desktop,tablet,mobile}'::character varying(8)[] NOT NULL,
    languages character varying(80)[] DEFAULT '{}'::character varying(80)[] NOT NULL,
    least_approval smallint,
    most_minutes integer,
    needs_sound boolean DEFAULT false NOT NULL,
    return_message character varying(300) DEFAULT ''::character varying NOT NULL,
    tried_at timestamp with time zone,
    CONSTRAINT prolific_study_approval CHECK (((least_approval IS NULL) OR ((least_approval >= 1) AND (least_approval <= 100)))),
    CONSTRAINT prolific_study_hits_per_sitting_check CHECK ((hits_per_sitting >= 0)),
    CONSTRAINT prolific_study_least_approval_check CHECK ((least_approval >= 0)),
    CONSTRAINT prolific_study_minutes_check CHECK ((minutes >= 0)),
    CONSTRAINT prolific_study_most_minutes_check CHECK ((most_minutes >= 0)),
    CONSTRAINT prolific_study_numbers CHECK (((hits_per_sitting >= 1) AND (minutes >= 1) AND (places >= 1) AND (reward >= (0)::numeric))),
    CONSTRAINT prolific_study_places_check CHECK ((places >= 0))
);
ALTER TABLE public.prolific_study ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.prolific_study_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.prolific_submission (
    id bigint NOT NULL,
    sitting_id bigint NOT NULL,
    study_id bigint NOT NULL,
    session character varying(64) NOT NULL,
    participant character varying(64) NOT NULL,
    state character varying(20) NOT NULL,
    verified_at timestamp with time zone,
    submitted_before integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT prolific_submission_ids CHECK (((NOT ((session)::text = ''::text)) AND (NOT ((participant)::text = ''::text)))),
    CONSTRAINT prolific_submission_submitted_before_check CHECK ((submitted_before >= 0))
);
ALTER TABLE public.prolific_submission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.prolific_submission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.prolific_workspace (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    sealed_token bytea NOT NULL,
    sealed_hook_secret bytea NOT NULL,
    workspace_id character varying(64) NOT NULL,
    prolific_project_id character varying(64) NOT NULL,
    signed_entry boolean NOT NULL,
    fee_rate numeric(5,4) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT prolific_fee_rate CHECK (((fee_rate >= (0)::numeric) AND (fee_rate <= (1)::numeric))),
    CONSTRAINT prolific_has_token CHECK ((NOT (sealed_token = '\x'::bytea)))
);
ALTER TABLE public.prolific_workspace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.prolific_workspace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.quality_annotatorfigures (
    enrolment_id bigint NOT NULL,
    measures jsonb NOT NULL,
    flags jsonb NOT NULL
);
CREATE TABLE public.quality_annotatorfold (
    batch_id bigint NOT NULL,
    computed_at timestamp with time zone NOT NULL,
    submitted bigint NOT NULL,
    typical jsonb NOT NULL,
    seconds double precision DEFAULT 0.0 NOT NULL,
    acts bigint DEFAULT 0 NOT NULL,
    CONSTRAINT quality_annotatorfold_acts_check CHECK ((acts >= 0)),
    CONSTRAINT quality_annotatorfold_submitted_check CHECK ((submitted >= 0))
);
CREATE TABLE public.quality_plannedrejection (
    id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    task_id bigint NOT NULL
);
ALTER TABLE public.quality_plannedrejection ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.quality_plannedrejection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.recruiting_confirmedaddress (
    enrolment_id bigint NOT NULL,
    address character varying(64) NOT NULL,
    invitation_id bigint NOT NULL
);
CREATE TABLE public.recruiting_guest (
    user_id bigint NOT NULL,
    invitation_id bigint,
    key character varying(60) NOT NULL,
    token_sha256 character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    renewed_at timestamp with time zone,
    used_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT guest_has_a_key CHECK ((NOT ((key)::text = ''::text)))
);
CREATE TABLE public.recruiting_newcomer (
    enrolment_id bigint NOT NULL,
    network character varying(64) NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    placed_at timestamp with time zone,
    invitation_id bigint,
    panel_id bigint,
    CONSTRAINT newcomer_came_one_way CHECK ((((invitation_id IS NULL) AND (panel_id IS NOT NULL)) OR ((invitation_id IS NOT NULL) AND (panel_id IS NULL))))
);
CREATE TABLE public.recruiting_panel (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    name character varying(60) NOT NULL,
    person_parameter character varying(40) NOT NULL,
    session_parameter character varying(40) NOT NULL,
    other_parameters character varying(40)[] NOT NULL,
    most_people integer NOT NULL,
    cap integer NOT NULL,
    exits jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    signed_entry boolean DEFAULT false NOT NULL,
    signing_key character varying(40) NOT NULL,
    unproven character varying(8) DEFAULT 'work'::character varying NOT NULL,
    crowded_at timestamp with time zone,
    newcomers_per_network smallint DEFAULT 5 NOT NULL,
    CONSTRAINT panel_is_bounded CHECK (((cap >= 1) AND (most_people >= 1))),
    CONSTRAINT panel_names_the_person CHECK (((NOT ((person_parameter)::text = ''::text)) AND (NOT ((name)::text = ''::text)))),
    CONSTRAINT recruiting_panel_cap_check CHECK ((cap >= 0)),
    CONSTRAINT recruiting_panel_most_people_check CHECK ((most_people >= 0)),
    CONSTRAINT recruiting_panel_newcomers_per_network_check CHECK ((newcomers_per_network >= 0))
);
ALTER TABLE public.recruiting_panel ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.recruiting_panel_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.recruiting_panelperson (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    panel_name character varying(60) NOT NULL,
    outside_id character varying(200) NOT NULL,
    user_id bigint NOT NULL
);
ALTER TABLE public.recruiting_panelperson ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.recruiting_panelperson_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.recruiting_sitting (
    id bigint NOT NULL,
    enrolment_id bigint NOT NULL,
    channel character varying(20) NOT NULL,
    session character varying(200) NOT NULL,
    outside_ids jsonb NOT NULL,
    state character varying(10) NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    outcome character varying(12) NOT NULL,
    code_given character varying(100) NOT NULL,
    unproven_at timestamp with time zone,
    CONSTRAINT sitting_ended_when CHECK ((((ended_at IS NULL) AND ((state)::text = 'active'::text)) OR ((NOT ((state)::text = 'active'::text)) AND (ended_at IS NOT NULL)))),
    CONSTRAINT sitting_has_a_channel CHECK ((NOT ((channel)::text = ''::text)))
);
ALTER TABLE public.recruiting_sitting ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.recruiting_sitting_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialaccount (
    id integer NOT NULL,
    provider character varying(200) NOT NULL,
    uid character varying(191) NOT NULL,
    last_login timestamp with time zone NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    extra_data jsonb NOT NULL,
    user_id bigint NOT NULL
);
ALTER TABLE public.socialaccount_socialaccount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialaccount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialapp (
    id integer NOT NULL,
    provider character varying(30) NOT NULL,
    name character varying(40) NOT NULL,
    client_id character varying(191) NOT NULL,
    secret character varying(191) NOT NULL,
    key character varying(191) NOT NULL,
    provider_id character varying(200) NOT NULL,
    settings jsonb NOT NULL
);
ALTER TABLE public.socialaccount_socialapp ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialapp_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialtoken (
    id integer NOT NULL,
    token text NOT NULL,
    token_secret text NOT NULL,
    expires_at timestamp with time zone,
    account_id integer NOT NULL,
    app_id integer
);
ALTER TABLE public.socialaccount_socialtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stimuli_dataset (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    name character varying(120) NOT NULL,
    simulated boolean DEFAULT false NOT NULL,
    archived_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint
);
ALTER TABLE public.stimuli_dataset ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stimuli_dataset_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stimuli_datasetimport (
    id bigint NOT NULL,
    attempts smallint NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    cancelled_by_id bigint,
    cancelled_at timestamp with time zone,
    project_id bigint NOT NULL,
    dataset_name character varying(120) NOT NULL,
    "table" character varying(100) NOT NULL,
    archive character varying(100) NOT NULL,
    table_size bigint DEFAULT 0 NOT NULL,
    archive_size bigint DEFAULT 0 NOT NULL,
    options jsonb NOT NULL,
    state character varying(10) NOT NULL,
    rows_done bigint NOT NULL,
    rows_total bigint,
    problems jsonb NOT NULL,
    findings jsonb DEFAULT '[]'::jsonb NOT NULL,
    dataset_id bigint,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    finished_at timestamp with time zone,
    contents jsonb DEFAULT '{}'::jsonb NOT NULL,
    scores character varying(100) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT stimuli_datasetimport_archive_size_check CHECK ((archive_size >= 0)),
    CONSTRAINT stimuli_datasetimport_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT stimuli_datasetimport_rows_done_check CHECK ((rows_done >= 0)),
    CONSTRAINT stimuli_datasetimport_rows_total_check CHECK ((rows_total >= 0)),
    CONSTRAINT stimuli_datasetimport_table_size_check CHECK ((table_size >= 0))
);
ALTER TABLE public.stimuli_datasetimport ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stimuli_datasetimport_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stimuli_item (
    id bigint NOT NULL,
    dataset_id bigint NOT NULL,
    external_id character varying(200) NOT NULL,
    fields jsonb NOT NULL
);
ALTER TABLE public.stimuli_item ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stimuli_item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stimuli_itemmedium (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    field character varying(40) NOT NULL,
    medium_id bigint NOT NULL
);
ALTER TABLE public.stimuli_itemmedium ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stimuli_itemmedium_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stimuli_medium (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    sha256 character varying(64),
    url text,
    original_name character varying(255) NOT NULL,
    content_type character varying(60) NOT NULL,
    size bigint,
    width integer,
    height integer,
    seconds double precision,
    sample_rate integer,
    peaks smallint[],
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    clean_sha256 character varying(64),
    clean_size bigint,
    small_sha256 character varying(64) DEFAULT ''::character varying NOT NULL,
    small_size bigint,
    CONSTRAINT medium_copy_of_stored CHECK ((((clean_sha256 IS NULL) AND (clean_size IS NULL)) OR ((clean_sha256 IS NOT NULL) AND (clean_size IS NOT NULL) AND (sha256 IS NOT NULL)))),
    CONSTRAINT medium_stored_or_linked CHECK ((((sha256 IS NOT NULL) AND (url IS NULL)) OR ((sha256 IS NULL) AND (url IS NOT NULL)))),
    CONSTRAINT stimuli_medium_height_check CHECK ((height >= 0)),
    CONSTRAINT stimuli_medium_sample_rate_check CHECK ((sample_rate >= 0)),
    CONSTRAINT stimuli_medium_width_check CHECK ((width >= 0))
);
ALTER TABLE public.stimuli_medium ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stimuli_medium_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stimuli_output (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    system_id bigint NOT NULL,
    kind character varying(12) DEFAULT 'text'::character varying NOT NULL,
    text text NOT NULL,
    CONSTRAINT output_has_text CHECK ((NOT (((kind)::text = 'text'::text) AND (text = ''::text))))
);
ALTER TABLE public.stimuli_output ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stimuli_output_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stimuli_outputmedium (
    id bigint NOT NULL,
    output_id bigint NOT NULL,
    place smallint NOT NULL,
    medium_id bigint NOT NULL,
    CONSTRAINT output_medium_place_from_one CHECK ((place >= 1)),
    CONSTRAINT stimuli_outputmedium_place_check CHECK ((place >= 0))
);
ALTER TABLE public.stimuli_outputmedium ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stimuli_outputmedium_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.stimuli_system (
    id bigint NOT NULL,
    dataset_id bigint NOT NULL,
    name character varying(120) NOT NULL,
    copy_of_id bigint,
    maker character varying(80) DEFAULT ''::character varying NOT NULL
);
ALTER TABLE public.stimuli_system ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stimuli_system_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.surveys_prompttemplate (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    rubric_id bigint NOT NULL,
    name character varying(80) NOT NULL,
    system text NOT NULL,
    text text NOT NULL,
    sources jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    omit jsonb DEFAULT '[]'::jsonb NOT NULL
);
ALTER TABLE public.surveys_prompttemplate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.surveys_prompttemplate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.surveys_rubric (
    id bigint NOT NULL,
    project_id bigint,
    name character varying(60) NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE public.surveys_rubric ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.surveys_rubric_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.surveys_rubricversion (
    id bigint NOT NULL,
    rubric_id bigint NOT NULL,
    number integer NOT NULL,
    source text NOT NULL,
    declaration jsonb NOT NULL,
    sha256 character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    CONSTRAINT rubric_version_from_one CHECK ((number >= 1)),
    CONSTRAINT rubric_version_hash CHECK (((sha256)::text ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT surveys_rubricversion_number_check CHECK ((number >= 0))
);
ALTER TABLE public.surveys_rubricversion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.surveys_rubricversion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_attempt (
    id bigint NOT NULL,
    delivery_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    status smallint,
    problem character varying(10) NOT NULL,
    detail character varying(300) NOT NULL,
    response text NOT NULL,
    CONSTRAINT webhooks_attempt_status_check CHECK ((status >= 0))
);
ALTER TABLE public.webhooks_attempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_delivery (
    id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    event_id bigint NOT NULL,
    message uuid NOT NULL,
    state character varying(9) NOT NULL,
    attempts smallint NOT NULL,
    next_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT delivery_waits_or_ended CHECK ((((ended_at IS NULL) AND (next_at IS NOT NULL) AND ((state)::text = 'waiting'::text)) OR ((NOT ((state)::text = 'waiting'::text)) AND (ended_at IS NOT NULL) AND (next_at IS NULL)))),
    CONSTRAINT webhooks_delivery_attempts_check CHECK ((attempts >= 0))
);
ALTER TABLE public.webhooks_delivery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_endpoint (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    key character varying(60) NOT NULL,
    name character varying(80) NOT NULL,
    url character varying(500) NOT NULL,
    kinds character varying(20)[] NOT NULL,
    percentages smallint[] NOT NULL,
    sealed_secret bytea NOT NULL,
    sealed_former bytea NOT NULL,
    former_until timestamp with time zone,
    rotation_key character varying(60) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    failing_since timestamp with time zone,
    off_at timestamp with time zone,
    off_because character varying(300) NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    CONSTRAINT webhook_former_secret_ends CHECK ((((former_until IS NULL) AND (sealed_former = '\x'::bytea)) OR ((NOT (sealed_former = '\x'::bytea)) AND (former_until IS NOT NULL)))),
    CONSTRAINT webhook_has_kinds CHECK (((
CASE
    WHEN (kinds IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(kinds, 1), 0)
END >= 1) AND (NOT (sealed_secret = '\x'::bytea)))),
    CONSTRAINT webhook_percentages_with_progress CHECK ((((kinds @> ARRAY['batch.progress'::character varying(20)]) AND (
CASE
    WHEN (percentages IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(percentages, 1), 0)
END >= 1)) OR ((NOT (kinds @> ARRAY['batch.progress'::character varying(20)])) AND (
CASE
    WHEN (percentages IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(percentages, 1), 0)
END = 0))))
);
ALTER TABLE public.webhooks_endpoint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_endpoint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_event (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    kind character varying(20) NOT NULL,
    subject character varying(120) NOT NULL,
    body text NOT NULL,
    happened_at timestamp with time zone NOT NULL,
    request_id character varying(32) NOT NULL
);
ALTER TABLE public.webhooks_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.hits_acceptedfinding
    ADD CONSTRAINT accepted_finding_once UNIQUE (batch_id, check_name, fingerprint);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_account
    ADD CONSTRAINT account_once UNIQUE NULLS NOT DISTINCT (project_id, kind, batch_id, annotator_id);
ALTER TABLE ONLY public.hits_amendment
    ADD CONSTRAINT amendment_once UNIQUE (batch_id, key);
ALTER TABLE ONLY public.analysis_metric
    ADD CONSTRAINT analysis_metric_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.analysis_metricvalue
    ADD CONSTRAINT analysis_metricvalue_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.analysis_report
    ADD CONSTRAINT analysis_report_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.analysis_reportfigure
    ADD CONSTRAINT analysis_reportfigure_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.analysis_runningfigures
    ADD CONSTRAINT analysis_runningfigures_pkey PRIMARY KEY (batch_id);
ALTER TABLE ONLY public.analysis_statement
    ADD CONSTRAINT analysis_statement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keyedwrite
    ADD CONSTRAINT api_keyedwrite_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.around_batchpage
    ADD CONSTRAINT around_batchpage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.around_consentdecision
    ADD CONSTRAINT around_consentdecision_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.around_pageanswer
    ADD CONSTRAINT around_pageanswer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.around_pageversion
    ADD CONSTRAINT around_pageversion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.around_pagevisit
    ADD CONSTRAINT around_pagevisit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_audienceexclusion
    ADD CONSTRAINT audienceexclusion_once UNIQUE (batch_id, other_id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_raisedconcern
    ADD CONSTRAINT concern_assignment_guard_once UNIQUE (assignment_id, guard);
ALTER TABLE ONLY public.recruiting_confirmedaddress
    ADD CONSTRAINT confirmed_address_once UNIQUE (invitation_id, address);
ALTER TABLE ONLY public.stimuli_dataset
    ADD CONSTRAINT dataset_name_once UNIQUE (project_id, name);
ALTER TABLE ONLY public.hits_declaredrule
    ADD CONSTRAINT declaredrule_once UNIQUE (batch_id, effect, written);
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT delivery_once UNIQUE (endpoint_id, event_id);
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.hits_enrolment
    ADD CONSTRAINT enrolment_once UNIQUE (batch_id, annotator_id);
ALTER TABLE ONLY public.hits_enrolment
    ADD CONSTRAINT enrolment_pseudonym_once UNIQUE (batch_id, pseudonym);
ALTER TABLE ONLY public.payments_entry
    ADD CONSTRAINT entry_account_once UNIQUE (transaction_id, account_id);
ALTER TABLE ONLY public.webhooks_event
    ADD CONSTRAINT event_once UNIQUE (project_id, kind, subject);
ALTER TABLE ONLY public.hits_expectedperson
    ADD CONSTRAINT expected_once UNIQUE NULLS NOT DISTINCT (name, project_id, batch_id);
ALTER TABLE ONLY public.hits_exportsnapshot
    ADD CONSTRAINT export_snapshot_once UNIQUE (batch_id, sha256);
ALTER TABLE ONLY public.hits_goldkey
    ADD CONSTRAINT goldkey_once UNIQUE (batch_id, output_ids);
ALTER TABLE ONLY public.hits_hit
    ADD CONSTRAINT hit_once UNIQUE (batch_id, purpose, output_ids);
ALTER TABLE ONLY public.hits_acceptedfinding
    ADD CONSTRAINT hits_acceptedfinding_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_adjudicatedanswer
    ADD CONSTRAINT hits_adjudicatedanswer_pkey PRIMARY KEY (adjudication_id, key);
ALTER TABLE ONLY public.hits_adjudication
    ADD CONSTRAINT hits_adjudication_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_adjudicationrule
    ADD CONSTRAINT hits_adjudicationrule_batch_id_key UNIQUE (batch_id);
ALTER TABLE ONLY public.hits_adjudicationrule
    ADD CONSTRAINT hits_adjudicationrule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_admission
    ADD CONSTRAINT hits_admission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_amendment
    ADD CONSTRAINT hits_amendment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_answer
    ADD CONSTRAINT hits_answer_pkey PRIMARY KEY (assignment_id, key);
ALTER TABLE ONLY public.hits_appeal
    ADD CONSTRAINT hits_appeal_assignment_id_key UNIQUE (assignment_id);
ALTER TABLE ONLY public.hits_appeal
    ADD CONSTRAINT hits_appeal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_assignment
    ADD CONSTRAINT hits_assignment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_audienceexclusion
    ADD CONSTRAINT hits_audienceexclusion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_backgroundtask
    ADD CONSTRAINT hits_backgroundtask_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_batch_systems
    ADD CONSTRAINT hits_batch_systems_batch_id_system_id_0dc31ce5_uniq UNIQUE (batch_id, system_id);
ALTER TABLE ONLY public.hits_batch_systems
    ADD CONSTRAINT hits_batch_systems_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_brokenreport
    ADD CONSTRAINT hits_brokenreport_assignment_id_key UNIQUE (assignment_id);
ALTER TABLE ONLY public.hits_brokenreport
    ADD CONSTRAINT hits_brokenreport_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_checkcredit
    ADD CONSTRAINT hits_checkcredit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_declaredrule
    ADD CONSTRAINT hits_declaredrule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_draft
    ADD CONSTRAINT hits_draft_pkey PRIMARY KEY (assignment_id);
ALTER TABLE ONLY public.hits_draftversion
    ADD CONSTRAINT hits_draftversion_pkey PRIMARY KEY (assignment_id, revision);
ALTER TABLE ONLY public.hits_enrolment
    ADD CONSTRAINT hits_enrolment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_exclusion
    ADD CONSTRAINT hits_exclusion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_expectedperson
    ADD CONSTRAINT hits_expectedperson_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_exportsnapshot
    ADD CONSTRAINT hits_exportsnapshot_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_exportsnapshot
    ADD CONSTRAINT hits_exportsnapshot_replaces_id_key UNIQUE (replaces_id);
ALTER TABLE ONLY public.hits_goldkey
    ADD CONSTRAINT hits_goldkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_helddecision
    ADD CONSTRAINT hits_helddecision_pkey PRIMARY KEY (assignment_id);
ALTER TABLE ONLY public.hits_hit
    ADD CONSTRAINT hits_hit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_hypothesis
    ADD CONSTRAINT hits_hypothesis_pkey PRIMARY KEY (batch_id);
ALTER TABLE ONLY public.hits_judgemargin
    ADD CONSTRAINT hits_judgemargin_pkey PRIMARY KEY (batch_id);
ALTER TABLE ONLY public.hits_leftoutitem
    ADD CONSTRAINT hits_leftoutitem_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_maskedoutput
    ADD CONSTRAINT hits_maskedoutput_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_message
    ADD CONSTRAINT hits_message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_pseudonymkey
    ADD CONSTRAINT hits_pseudonymkey_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY public.hits_qualification
    ADD CONSTRAINT hits_qualification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_qualifiedperson
    ADD CONSTRAINT hits_qualifiedperson_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_raisedconcern
    ADD CONSTRAINT hits_raisedconcern_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_ruleplan
    ADD CONSTRAINT hits_ruleplan_pkey PRIMARY KEY (batch_id);
ALTER TABLE ONLY public.hits_suspension
    ADD CONSTRAINT hits_suspension_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_traininganswer
    ADD CONSTRAINT hits_traininganswer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_trainingattempt
    ADD CONSTRAINT hits_trainingattempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_trainingplace
    ADD CONSTRAINT hits_trainingplace_enrolment_id_key UNIQUE (enrolment_id);
ALTER TABLE ONLY public.hits_trainingplace
    ADD CONSTRAINT hits_trainingplace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_viewing
    ADD CONSTRAINT hits_viewing_pkey PRIMARY KEY (assignment_id);
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT invitation_once UNIQUE (project_id, key);
ALTER TABLE ONLY public.stimuli_item
    ADD CONSTRAINT item_id_once UNIQUE (dataset_id, external_id);
ALTER TABLE ONLY public.judges_judgeendpoint
    ADD CONSTRAINT judge_endpoint_name_once UNIQUE (project_id, name);
ALTER TABLE ONLY public.judges_judgerun
    ADD CONSTRAINT judge_run_name_once UNIQUE (batch_id, name);
ALTER TABLE ONLY public.judges_judgeendpoint
    ADD CONSTRAINT judges_judgeendpoint_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judges_judgerun
    ADD CONSTRAINT judges_judgerun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judges_verdict
    ADD CONSTRAINT judges_verdict_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judges_verdictanswer
    ADD CONSTRAINT judges_verdictanswer_pkey PRIMARY KEY (verdict_id, key);
ALTER TABLE ONLY public.api_keyedwrite
    ADD CONSTRAINT keyed_write_once UNIQUE (user_id, key);
ALTER TABLE ONLY public.hits_leftoutitem
    ADD CONSTRAINT left_out_item_once UNIQUE (batch_id, item_id);
ALTER TABLE ONLY public.hits_maskedoutput
    ADD CONSTRAINT masked_output_once UNIQUE (batch_id, output_id);
ALTER TABLE ONLY public.stimuli_medium
    ADD CONSTRAINT medium_content_once UNIQUE (project_id, sha256);
ALTER TABLE ONLY public.stimuli_medium
    ADD CONSTRAINT medium_url_once UNIQUE (project_id, url);
ALTER TABLE ONLY public.people_membership
    ADD CONSTRAINT membership_once UNIQUE (project_id, user_id);
ALTER TABLE ONLY public.analysis_metric
    ADD CONSTRAINT metric_once UNIQUE (batch_id, name);
ALTER TABLE ONLY public.analysis_metricvalue
    ADD CONSTRAINT metric_value_once UNIQUE (metric_id, item_id, system_id);
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_notice
    ADD CONSTRAINT notice_once UNIQUE (user_id, kind, subject);
ALTER TABLE ONLY public.stimuli_output
    ADD CONSTRAINT output_once UNIQUE (item_id, system_id);
ALTER TABLE ONLY public.around_pageanswer
    ADD CONSTRAINT pageanswer_once UNIQUE (visit_id, question);
ALTER TABLE ONLY public.around_pageversion
    ADD CONSTRAINT pageversion_once UNIQUE (project_id, page, sha256);
ALTER TABLE ONLY public.around_pagevisit
    ADD CONSTRAINT pagevisit_once UNIQUE (enrolment_id, version_id);
ALTER TABLE ONLY public.recruiting_panel
    ADD CONSTRAINT panel_once UNIQUE (batch_id, name);
ALTER TABLE ONLY public.recruiting_panelperson
    ADD CONSTRAINT panelperson_once UNIQUE (project_id, panel_name, outside_id);
ALTER TABLE ONLY public.payments_account
    ADD CONSTRAINT payments_account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_entry
    ADD CONSTRAINT payments_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT payments_transaction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT payments_transaction_reverses_id_key UNIQUE (reverses_id);
ALTER TABLE ONLY public.people_act
    ADD CONSTRAINT people_act_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_apitoken
    ADD CONSTRAINT people_apitoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_apitoken
    ADD CONSTRAINT people_apitoken_token_sha256_key UNIQUE (token_sha256);
ALTER TABLE ONLY public.people_erasure
    ADD CONSTRAINT people_erasure_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT people_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT people_invitation_token_sha256_key UNIQUE (token_sha256);
ALTER TABLE ONLY public.people_membership
    ADD CONSTRAINT people_membership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_notice
    ADD CONSTRAINT people_notice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_noticesettings
    ADD CONSTRAINT people_noticesettings_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.people_poolmember
    ADD CONSTRAINT people_poolmember_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_project
    ADD CONSTRAINT people_project_name_key UNIQUE (name);
ALTER TABLE ONLY public.people_project
    ADD CONSTRAINT people_project_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_session
    ADD CONSTRAINT people_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_user_id_group_id_60378d34_uniq UNIQUE (user_id, group_id);
ALTER TABLE ONLY public.people_user
    ADD CONSTRAINT people_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permiss_user_id_permission_id_a7ac6748_uniq UNIQUE (user_id, permission_id);
ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_user
    ADD CONSTRAINT people_user_username_key UNIQUE (username);
ALTER TABLE ONLY public.quality_plannedrejection
    ADD CONSTRAINT planned_once UNIQUE (task_id, assignment_id);
ALTER TABLE ONLY public.people_poolmember
    ADD CONSTRAINT poolmember_once UNIQUE (project_id, user_id);
ALTER TABLE ONLY public.prolific_hookevent
    ADD CONSTRAINT prolific_event_once UNIQUE (workspace_id, event);
ALTER TABLE ONLY public.prolific_hookevent
    ADD CONSTRAINT prolific_hookevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.prolific_outgoingcall
    ADD CONSTRAINT prolific_outgoingcall_key_key UNIQUE (key);
ALTER TABLE ONLY public.prolific_outgoingcall
    ADD CONSTRAINT prolific_outgoingcall_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.prolific_study
    ADD CONSTRAINT prolific_study_batch_id_key UNIQUE (batch_id);
ALTER TABLE ONLY public.prolific_study
    ADD CONSTRAINT prolific_study_internal_name_key UNIQUE (internal_name);
ALTER TABLE ONLY public.prolific_study
    ADD CONSTRAINT prolific_study_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.prolific_submission
    ADD CONSTRAINT prolific_submission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.prolific_submission
    ADD CONSTRAINT prolific_submission_session_key UNIQUE (session);
ALTER TABLE ONLY public.prolific_submission
    ADD CONSTRAINT prolific_submission_sitting_id_key UNIQUE (sitting_id);
ALTER TABLE ONLY public.prolific_workspace
    ADD CONSTRAINT prolific_workspace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.prolific_workspace
    ADD CONSTRAINT prolific_workspace_project_id_key UNIQUE (project_id);
ALTER TABLE ONLY public.surveys_prompttemplate
    ADD CONSTRAINT prompt_template_name_once UNIQUE (project_id, name);
ALTER TABLE ONLY public.hits_qualification
    ADD CONSTRAINT qualification_once UNIQUE (project_id, name);
ALTER TABLE ONLY public.quality_annotatorfigures
    ADD CONSTRAINT quality_annotatorfigures_pkey PRIMARY KEY (enrolment_id);
ALTER TABLE ONLY public.quality_annotatorfold
    ADD CONSTRAINT quality_annotatorfold_pkey PRIMARY KEY (batch_id);
ALTER TABLE ONLY public.quality_plannedrejection
    ADD CONSTRAINT quality_plannedrejection_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recruiting_confirmedaddress
    ADD CONSTRAINT recruiting_confirmedaddress_pkey PRIMARY KEY (enrolment_id);
ALTER TABLE ONLY public.recruiting_guest
    ADD CONSTRAINT recruiting_guest_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.recruiting_guest
    ADD CONSTRAINT recruiting_guest_token_sha256_key UNIQUE (token_sha256);
ALTER TABLE ONLY public.recruiting_newcomer
    ADD CONSTRAINT recruiting_newcomer_pkey PRIMARY KEY (enrolment_id);
ALTER TABLE ONLY public.recruiting_panel
    ADD CONSTRAINT recruiting_panel_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recruiting_panelperson
    ADD CONSTRAINT recruiting_panelperson_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recruiting_sitting
    ADD CONSTRAINT recruiting_sitting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.analysis_report
    ADD CONSTRAINT report_content_once UNIQUE (batch_id, content_key);
ALTER TABLE ONLY public.analysis_reportfigure
    ADD CONSTRAINT report_figure_once UNIQUE (report_id, name);
ALTER TABLE ONLY public.surveys_rubric
    ADD CONSTRAINT rubric_name_once UNIQUE NULLS NOT DISTINCT (project_id, name);
ALTER TABLE ONLY public.surveys_rubricversion
    ADD CONSTRAINT rubric_version_content_once UNIQUE (rubric_id, sha256);
ALTER TABLE ONLY public.surveys_rubricversion
    ADD CONSTRAINT rubric_version_number_once UNIQUE (rubric_id, number);
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_provider_uid_fc810c6e_uniq UNIQUE (provider, uid);
ALTER TABLE ONLY public.socialaccount_socialapp
    ADD CONSTRAINT socialaccount_socialapp_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_socialtoken_app_id_account_id_fca4e0ac_uniq UNIQUE (app_id, account_id);
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_socialtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.analysis_statement
    ADD CONSTRAINT statement_once UNIQUE NULLS NOT DISTINCT (project_id, batch_id, item);
ALTER TABLE ONLY public.stimuli_dataset
    ADD CONSTRAINT stimuli_dataset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stimuli_datasetimport
    ADD CONSTRAINT stimuli_datasetimport_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stimuli_item
    ADD CONSTRAINT stimuli_item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stimuli_itemmedium
    ADD CONSTRAINT stimuli_itemmedium_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stimuli_medium
    ADD CONSTRAINT stimuli_medium_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stimuli_output
    ADD CONSTRAINT stimuli_output_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stimuli_outputmedium
    ADD CONSTRAINT stimuli_outputmedium_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stimuli_system
    ADD CONSTRAINT stimuli_system_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.surveys_prompttemplate
    ADD CONSTRAINT surveys_prompttemplate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.surveys_rubric
    ADD CONSTRAINT surveys_rubric_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.surveys_rubricversion
    ADD CONSTRAINT surveys_rubricversion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hits_suspension
    ADD CONSTRAINT suspension_once UNIQUE (project_id, user_id);
ALTER TABLE ONLY public.stimuli_system
    ADD CONSTRAINT system_name_once UNIQUE (dataset_id, name);
ALTER TABLE ONLY public.hits_traininganswer
    ADD CONSTRAINT traininganswer_once UNIQUE (attempt_id, key_id);
ALTER TABLE ONLY public.hits_trainingattempt
    ADD CONSTRAINT trainingattempt_once UNIQUE (enrolment_id, part, number);
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT transaction_key_once UNIQUE (project_id, key);
ALTER TABLE ONLY public.judges_verdict
    ADD CONSTRAINT verdict_once UNIQUE (run_id, hit_id, shown_order, sample, criterion);
ALTER TABLE ONLY public.webhooks_endpoint
    ADD CONSTRAINT webhook_once UNIQUE (project_id, key);
ALTER TABLE ONLY public.webhooks_attempt
    ADD CONSTRAINT webhooks_attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_message_key UNIQUE (message);
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_endpoint
    ADD CONSTRAINT webhooks_endpoint_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_event
    ADD CONSTRAINT webhooks_event_pkey PRIMARY KEY (id);
CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);
CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);
CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);
CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);
CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);
CREATE INDEX act_of_project ON public.people_act USING btree (project_id, id DESC);
CREATE INDEX act_of_subject ON public.people_act USING btree (subject_type, subject_id, id DESC);
CREATE UNIQUE INDEX adjudication_once ON public.hits_adjudication USING btree (hit_id) WHERE (replaced_at IS NULL);
CREATE UNIQUE INDEX admission_once ON public.hits_admission USING btree (batch_id, user_id) INCLUDE (verdict);
CREATE INDEX analysis_metric_batch_id_6fa7a1ac ON public.analysis_metric USING btree (batch_id);
CREATE INDEX analysis_metricvalue_item_id_5264e796 ON public.analysis_metricvalue USING btree (item_id);
CREATE INDEX analysis_report_batch_id_c3933e5d ON public.analysis_report USING btree (batch_id);
CREATE INDEX analysis_report_cancelled_by_id_a41ae4eb ON public.analysis_report USING btree (cancelled_by_id);
CREATE INDEX analysis_reportfigure_name_29c2fbbf ON public.analysis_reportfigure USING btree (name);
CREATE INDEX analysis_reportfigure_name_29c2fbbf_like ON public.analysis_reportfigure USING btree (name varchar_pattern_ops);
CREATE INDEX analysis_reportfigure_report_id_d0c4bc33 ON public.analysis_reportfigure USING btree (report_id);
CREATE INDEX analysis_statement_batch_id_46da32f8 ON public.analysis_statement USING btree (batch_id);
CREATE INDEX analysis_statement_project_id_294c596c ON public.analysis_statement USING btree (project_id);
CREATE INDEX api_keyedwrite_batch_id_6e327acb ON public.api_keyedwrite USING btree (batch_id);
CREATE INDEX api_keyedwrite_dataset_id_e5616fc4 ON public.api_keyedwrite USING btree (dataset_id);
CREATE INDEX api_keyedwrite_project_id_d5a54851 ON public.api_keyedwrite USING btree (project_id);
CREATE INDEX api_keyedwrite_task_id_b79d1c47 ON public.api_keyedwrite USING btree (task_id);
CREATE INDEX api_keyedwrite_user_id_3e850730 ON public.api_keyedwrite USING btree (user_id);
CREATE INDEX around_batchpage_attached_by_id_5aca5eb4 ON public.around_batchpage USING btree (attached_by_id);
CREATE INDEX around_batchpage_batch_id_e79f4391 ON public.around_batchpage USING btree (batch_id);
CREATE INDEX around_batchpage_version_id_70d222cf ON public.around_batchpage USING btree (version_id);
CREATE INDEX around_consentdecision_enrolment_id_cda6e31f ON public.around_consentdecision USING btree (enrolment_id);
CREATE INDEX around_consentdecision_version_id_a5c40efe ON public.around_consentdecision USING btree (version_id);
CREATE INDEX around_pageanswer_visit_id_2fb3dc57 ON public.around_pageanswer USING btree (visit_id);
CREATE INDEX around_pageversion_created_by_id_3e8d1c0c ON public.around_pageversion USING btree (created_by_id);
CREATE INDEX around_pageversion_project_id_26c38f81 ON public.around_pageversion USING btree (project_id);
CREATE INDEX around_pagevisit_enrolment_id_a2ae48f8 ON public.around_pagevisit USING btree (enrolment_id);
CREATE INDEX around_pagevisit_version_id_ca179143 ON public.around_pagevisit USING btree (version_id);
CREATE INDEX assignment_annotator ON public.hits_assignment USING btree (annotator_id, batch_id, state) WHERE (annotator_id IS NOT NULL);
CREATE INDEX assignment_batch_state ON public.hits_assignment USING btree (batch_id, state, id);
CREATE INDEX assignment_deadline ON public.hits_assignment USING btree (deadline_at) WHERE ((state)::text = 'claimed'::text);
CREATE INDEX assignment_free ON public.hits_assignment USING btree (batch_id, "position", id) WHERE ((state)::text = 'free'::text);
CREATE UNIQUE INDEX assignment_hit_annotator_once ON public.hits_assignment USING btree (hit_id, annotator_id) WHERE ((state)::text = ANY ((ARRAY['claimed'::character varying, 'submitted'::character varying, 'approved'::character varying, 'rejected'::character varying])::text[]));
CREATE UNIQUE INDEX assignment_one_claimed ON public.hits_assignment USING btree (batch_id, annotator_id) WHERE ((NOT prefetched) AND ((state)::text = 'claimed'::text));
CREATE UNIQUE INDEX assignment_one_prefetched ON public.hits_assignment USING btree (batch_id, annotator_id) WHERE (prefetched AND ((state)::text = 'claimed'::text));
CREATE INDEX assignment_submitted ON public.hits_assignment USING btree (batch_id, submitted_at, id) WHERE (submitted_at IS NOT NULL);
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE UNIQUE INDEX batchpage_once ON public.around_batchpage USING btree (batch_id, page) WHERE (replaced_at IS NULL);
CREATE INDEX brokenreport_open ON public.hits_brokenreport USING btree (made_at) WHERE ((decision)::text = ''::text);
CREATE INDEX checkcredit_next ON public.hits_checkcredit USING btree (batch_id, id);
CREATE INDEX delivery_due ON public.webhooks_delivery USING btree (endpoint_id, next_at) WHERE ((state)::text = 'waiting'::text);
CREATE INDEX delivery_ended ON public.webhooks_delivery USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX delivery_log ON public.webhooks_delivery USING btree (endpoint_id, id DESC);
CREATE INDEX delivery_log_by_state ON public.webhooks_delivery USING btree (endpoint_id, state, id DESC);
CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);
CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE UNIQUE INDEX erasure_waiting_once ON public.people_erasure USING btree (user_id) WHERE ((done_at IS NULL) AND (stopped_at IS NULL));
CREATE INDEX event_with_body ON public.webhooks_event USING btree (happened_at) WHERE (NOT (body = ''::text));
CREATE UNIQUE INDEX exclusion_once ON public.hits_exclusion USING btree (assignment_id, rule) WHERE (taken_back_at IS NULL);
CREATE INDEX hit_gold ON public.hits_hit USING btree (batch_id, "position", id) WHERE ((purpose)::text = 'gold'::text);
CREATE INDEX hits_adjudication_adjudicator_id_fa1168b5 ON public.hits_adjudication USING btree (adjudicator_id);
CREATE INDEX hits_admission_decided_by_id_56ce685d ON public.hits_admission USING btree (decided_by_id);
CREATE INDEX hits_admission_user_id_731b0e65 ON public.hits_admission USING btree (user_id);
CREATE INDEX hits_amendment_made_by_id_5bb05488 ON public.hits_amendment USING btree (made_by_id);
CREATE INDEX hits_appeal_decided_by_id_695069d9 ON public.hits_appeal USING btree (decided_by_id);
CREATE INDEX hits_assignment_hit_id_c6dfb4b4 ON public.hits_assignment USING btree (hit_id);
CREATE INDEX hits_audienceexclusion_decided_by_id_32c3e0d1 ON public.hits_audienceexclusion USING btree (decided_by_id);
CREATE INDEX hits_audienceexclusion_other_id_429fa314 ON public.hits_audienceexclusion USING btree (other_id);
CREATE INDEX hits_backgroundtask_cancelled_by_id_03d45442 ON public.hits_backgroundtask USING btree (cancelled_by_id);
CREATE INDEX hits_batch_cancelled_by_id_1421dcc7 ON public.hits_batch USING btree (cancelled_by_id);
CREATE INDEX hits_batch_created_by_id_bca96d0f ON public.hits_batch USING btree (created_by_id);
CREATE INDEX hits_batch_dataset_id_dc0fdf3f ON public.hits_batch USING btree (dataset_id);
CREATE INDEX hits_batch_pairing_reference_id_dc5b10f9 ON public.hits_batch USING btree (pairing_reference_id);
CREATE INDEX hits_batch_pilot_id_8bc98385 ON public.hits_batch USING btree (pilot_id);
CREATE INDEX hits_batch_project_id_e9ec5ad2 ON public.hits_batch USING btree (project_id);
CREATE INDEX hits_batch_required_qualification_id_2950ffcd ON public.hits_batch USING btree (required_qualification_id);
CREATE INDEX hits_batch_rubric_version_id_c5d556f3 ON public.hits_batch USING btree (rubric_version_id);
CREATE INDEX hits_batch_systems_batch_id_542e3b71 ON public.hits_batch_systems USING btree (batch_id);
CREATE INDEX hits_batch_systems_system_id_bd70c8ae ON public.hits_batch_systems USING btree (system_id);
CREATE INDEX hits_batch_tested_qualification_id_d579955b ON public.hits_batch USING btree (tested_qualification_id);
CREATE INDEX hits_enrolment_annotator_id_6ff5c0e9 ON public.hits_enrolment USING btree (annotator_id);
CREATE INDEX hits_enrolment_batch_id_4dc7be16 ON public.hits_enrolment USING btree (batch_id);
CREATE INDEX hits_enrolment_stopped_by_id_b3d881a4 ON public.hits_enrolment USING btree (stopped_by_id);
CREATE INDEX hits_expectedperson_added_by_id_6edfabc3 ON public.hits_expectedperson USING btree (added_by_id);
CREATE INDEX hits_expectedperson_batch_id_217b47f0 ON public.hits_expectedperson USING btree (batch_id);
CREATE INDEX hits_exportsnapshot_batch_id_29742fec ON public.hits_exportsnapshot USING btree (batch_id);
CREATE INDEX hits_goldkey_item_id_8ca8a199 ON public.hits_goldkey USING btree (item_id);
CREATE INDEX hits_hit_item_id_a2115b0c ON public.hits_hit USING btree (item_id);
CREATE INDEX hits_leftoutitem_item_id_bba1ec15 ON public.hits_leftoutitem USING btree (item_id);
CREATE INDEX hits_maskedoutput_output_id_a4f03da0 ON public.hits_maskedoutput USING btree (output_id);
CREATE INDEX hits_message_author_id_1f1fc897 ON public.hits_message USING btree (author_id);
CREATE INDEX hits_qualification_created_by_id_9f9a369d ON public.hits_qualification USING btree (created_by_id);
CREATE INDEX hits_qualifiedperson_user_id_a224d05f ON public.hits_qualifiedperson USING btree (user_id);
CREATE INDEX hits_raisedconcern_assignment_id_236fd513 ON public.hits_raisedconcern USING btree (assignment_id);
CREATE INDEX hits_suspension_decided_by_id_a0956b23 ON public.hits_suspension USING btree (decided_by_id);
CREATE INDEX hits_suspension_user_id_db8c91b6 ON public.hits_suspension USING btree (user_id);
CREATE INDEX hits_traininganswer_key_id_ee709be8 ON public.hits_traininganswer USING btree (key_id);
CREATE INDEX hits_trainingplace_batch_id_69f16051 ON public.hits_trainingplace USING btree (batch_id);
CREATE UNIQUE INDEX item_medium_once ON public.stimuli_itemmedium USING btree (item_id, field) INCLUDE (medium_id);
CREATE INDEX judges_judgeendpoint_project_id_8212a5b7 ON public.judges_judgeendpoint USING btree (project_id);
CREATE INDEX judges_judgerun_batch_id_c96195cf ON public.judges_judgerun USING btree (batch_id);
CREATE INDEX judges_judgerun_cancelled_by_id_1d9df1e5 ON public.judges_judgerun USING btree (cancelled_by_id);
CREATE INDEX judges_judgerun_created_by_id_89a34cb9 ON public.judges_judgerun USING btree (created_by_id);
CREATE INDEX judges_judgerun_endpoint_id_689b9fb9 ON public.judges_judgerun USING btree (endpoint_id);
CREATE INDEX judges_judgerun_template_id_0343414d ON public.judges_judgerun USING btree (template_id);
CREATE INDEX judges_verdict_hit_id_dd984849 ON public.judges_verdict USING btree (hit_id);
CREATE INDEX judges_verdict_run_id_6bb4abfc ON public.judges_verdict USING btree (run_id);
CREATE INDEX message_of_thread ON public.hits_message USING btree (enrolment_id, id);
CREATE INDEX message_unread ON public.hits_message USING btree (enrolment_id, by_annotator) WHERE (read_at IS NULL);
CREATE INDEX mfa_authenticator_user_id_0c3a50c0 ON public.mfa_authenticator USING btree (user_id);
CREATE INDEX newcomer_places ON public.recruiting_newcomer USING btree (invitation_id, panel_id, network) WHERE (placed_at IS NOT NULL);
CREATE UNIQUE INDEX output_medium_once ON public.stimuli_outputmedium USING btree (output_id, place) INCLUDE (medium_id);
CREATE INDEX output_system_ranges ON public.stimuli_output USING brin (system_id);
CREATE INDEX payments_account_annotator_id_a5656459 ON public.payments_account USING btree (annotator_id);
CREATE INDEX payments_account_batch_id_acb852ef ON public.payments_account USING btree (batch_id);
CREATE INDEX payments_account_project_id_2b4365d4 ON public.payments_account USING btree (project_id);
CREATE INDEX payments_entry_account_id_2813ada0 ON public.payments_entry USING btree (account_id);
CREATE INDEX payments_entry_transaction_id_148bcb5e ON public.payments_entry USING btree (transaction_id);
CREATE INDEX payments_transaction_assignment_id_f0bf1d12 ON public.payments_transaction USING btree (assignment_id);
CREATE INDEX payments_transaction_batch_id_63b35a4c ON public.payments_transaction USING btree (batch_id);
CREATE INDEX payments_transaction_created_by_id_869c458c ON public.payments_transaction USING btree (created_by_id);
CREATE INDEX payments_transaction_project_id_94c14b1d ON public.payments_transaction USING btree (project_id);
CREATE INDEX people_act_actor_id_40b962b3 ON public.people_act USING btree (actor_id);
CREATE INDEX people_apitoken_project_id_24804f76 ON public.people_apitoken USING btree (project_id);
CREATE INDEX people_apitoken_token_sha256_85c4d906_like ON public.people_apitoken USING btree (token_sha256 varchar_pattern_ops);
CREATE INDEX people_apitoken_user_id_36fa5f8b ON public.people_apitoken USING btree (user_id);
CREATE INDEX people_erasure_asked_by_id_2ef26f9d ON public.people_erasure USING btree (asked_by_id);
CREATE INDEX people_erasure_user_id_e64d04db ON public.people_erasure USING btree (user_id);
CREATE INDEX people_invitation_batch_id_9f41da8e ON public.people_invitation USING btree (batch_id);
CREATE INDEX people_invitation_created_by_id_542412ed ON public.people_invitation USING btree (created_by_id);
CREATE INDEX people_invitation_taken_by_id_e46dec93 ON public.people_invitation USING btree (taken_by_id);
CREATE INDEX people_invitation_token_sha256_d4522886_like ON public.people_invitation USING btree (token_sha256 varchar_pattern_ops);
CREATE INDEX people_membership_project_id_440e8474 ON public.people_membership USING btree (project_id);
CREATE INDEX people_membership_user_id_35baff26 ON public.people_membership USING btree (user_id);
CREATE INDEX people_notice_user_id_c82a0f7e ON public.people_notice USING btree (user_id);
CREATE INDEX people_poolmember_added_by_id_edbafccf ON public.people_poolmember USING btree (added_by_id);
CREATE INDEX people_poolmember_user_id_de43def1 ON public.people_poolmember USING btree (user_id);
CREATE INDEX people_project_name_a3ab9678_like ON public.people_project USING btree (name varchar_pattern_ops);
CREATE INDEX people_session_expire_date_6a5f72cd ON public.people_session USING btree (expire_date);
CREATE INDEX people_session_session_key_f84fb1a3_like ON public.people_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX people_session_user_id_0ab51a1a ON public.people_session USING btree (user_id);
CREATE INDEX people_user_groups_group_id_1f0237d0 ON public.people_user_groups USING btree (group_id);
CREATE INDEX people_user_groups_user_id_290df956 ON public.people_user_groups USING btree (user_id);
CREATE INDEX people_user_user_permissions_permission_id_55f01ef0 ON public.people_user_user_permissions USING btree (permission_id);
CREATE INDEX people_user_user_permissions_user_id_7d19557b ON public.people_user_user_permissions USING btree (user_id);
CREATE INDEX people_user_username_7e18cbac_like ON public.people_user USING btree (username varchar_pattern_ops);
CREATE INDEX prolific_call_to_do ON public.prolific_outgoingcall USING btree (id) WHERE ((state)::text = ANY ((ARRAY['waiting'::character varying, 'sending'::character varying, 'unknown'::character varying])::text[]));
CREATE INDEX prolific_event_waiting ON public.prolific_hookevent USING btree (received_at) WHERE (handled_at IS NULL);
CREATE INDEX prolific_hookevent_workspace_id_f92f1964 ON public.prolific_hookevent USING btree (workspace_id);
CREATE UNIQUE INDEX prolific_one_bonus_under_way ON public.prolific_outgoingcall USING btree (submission_id) WHERE (((kind)::text = 'bonus'::text) AND ((state)::text = ANY ((ARRAY['waiting'::character varying, 'sending'::character varying, 'unknown'::character varying])::text[])));
CREATE UNIQUE INDEX prolific_one_decision ON public.prolific_outgoingcall USING btree (submission_id) WHERE (((kind)::text = ANY ((ARRAY['approve'::character varying, 'reject'::character varying])::text[])) AND (NOT ((state)::text = 'refused'::text)));
CREATE INDEX prolific_outgoingcall_created_by_id_0ecf15e9 ON public.prolific_outgoingcall USING btree (created_by_id);
CREATE INDEX prolific_outgoingcall_key_77200cb3_like ON public.prolific_outgoingcall USING btree (key varchar_pattern_ops);
CREATE INDEX prolific_outgoingcall_submission_id_bc514de8 ON public.prolific_outgoingcall USING btree (submission_id);
CREATE INDEX prolific_participant ON public.prolific_submission USING btree (participant);
CREATE INDEX prolific_study_internal_name_0bf43eb4_like ON public.prolific_study USING btree (internal_name varchar_pattern_ops);
CREATE UNIQUE INDEX prolific_study_once ON public.prolific_study USING btree (outside_id) WHERE (NOT ((outside_id)::text = ''::text));
CREATE INDEX prolific_submission_session_880a6164_like ON public.prolific_submission USING btree (session varchar_pattern_ops);
CREATE INDEX prolific_submission_study_id_53b3edd7 ON public.prolific_submission USING btree (study_id);
CREATE UNIQUE INDEX qualifiedperson_once ON public.hits_qualifiedperson USING btree (qualification_id, user_id) WHERE (revoked_at IS NULL);
CREATE INDEX quality_plannedrejection_assignment_id_8d344893 ON public.quality_plannedrejection USING btree (assignment_id);
CREATE INDEX recruiting_guest_invitation_id_aae5dc58 ON public.recruiting_guest USING btree (invitation_id);
CREATE INDEX recruiting_guest_token_sha256_637ecb24_like ON public.recruiting_guest USING btree (token_sha256 varchar_pattern_ops);
CREATE INDEX recruiting_panel_batch_id_4d0d5254 ON public.recruiting_panel USING btree (batch_id);
CREATE INDEX recruiting_panelperson_user_id_28c6a4bf ON public.recruiting_panelperson USING btree (user_id);
CREATE INDEX recruiting_sitting_enrolment_id_264cef28 ON public.recruiting_sitting USING btree (enrolment_id);
CREATE INDEX sitting_active ON public.recruiting_sitting USING btree (id) WHERE ((state)::text = 'active'::text);
CREATE UNIQUE INDEX sitting_once ON public.recruiting_sitting USING btree (channel, session) WHERE (NOT ((session)::text = ''::text));
CREATE INDEX socialaccount_socialaccount_user_id_8146e70c ON public.socialaccount_socialaccount USING btree (user_id);
CREATE INDEX socialaccount_socialtoken_account_id_951f210e ON public.socialaccount_socialtoken USING btree (account_id);
CREATE INDEX socialaccount_socialtoken_app_id_636a42d7 ON public.socialaccount_socialtoken USING btree (app_id);
CREATE INDEX stimuli_dataset_created_by_id_5cee5712 ON public.stimuli_dataset USING btree (created_by_id);
CREATE INDEX stimuli_dataset_project_id_08562cce ON public.stimuli_dataset USING btree (project_id);
CREATE INDEX stimuli_datasetimport_cancelled_by_id_8309eb9d ON public.stimuli_datasetimport USING btree (cancelled_by_id);
CREATE INDEX stimuli_datasetimport_created_by_id_1cad3cb1 ON public.stimuli_datasetimport USING btree (created_by_id);
CREATE INDEX stimuli_datasetimport_dataset_id_d8fb6110 ON public.stimuli_datasetimport USING btree (dataset_id);
CREATE INDEX stimuli_datasetimport_project_id_ee43feb2 ON public.stimuli_datasetimport USING btree (project_id);
CREATE INDEX stimuli_itemmedium_medium_id_1dc9d131 ON public.stimuli_itemmedium USING btree (medium_id);
CREATE INDEX stimuli_medium_project_id_21992a42 ON public.stimuli_medium USING btree (project_id);
CREATE INDEX stimuli_outputmedium_medium_id_eba13350 ON public.stimuli_outputmedium USING btree (medium_id);
CREATE INDEX stimuli_system_copy_of_id_d86a7bd4 ON public.stimuli_system USING btree (copy_of_id);
CREATE INDEX stimuli_system_dataset_id_bfcb9cf5 ON public.stimuli_system USING btree (dataset_id);
CREATE INDEX surveys_prompttemplate_created_by_id_b8726108 ON public.surveys_prompttemplate USING btree (created_by_id);
CREATE INDEX surveys_prompttemplate_project_id_979832e5 ON public.surveys_prompttemplate USING btree (project_id);
CREATE INDEX surveys_prompttemplate_rubric_id_4b9bd59e ON public.surveys_prompttemplate USING btree (rubric_id);
CREATE INDEX surveys_rubric_project_id_54f6aa00 ON public.surveys_rubric USING btree (project_id);
CREATE INDEX surveys_rubricversion_created_by_id_1a2a9983 ON public.surveys_rubricversion USING btree (created_by_id);
CREATE INDEX surveys_rubricversion_rubric_id_80a71357 ON public.surveys_rubricversion USING btree (rubric_id);
CREATE INDEX task_of_subject ON public.hits_backgroundtask USING btree (kind, subject_id, id DESC);
CREATE UNIQUE INDEX task_once_at_a_time ON public.hits_backgroundtask USING btree (kind, subject_id, parameters_sha256) WHERE ((state)::text = ANY ((ARRAY['waiting'::character varying, 'running'::character varying])::text[]));
CREATE INDEX task_under_way ON public.hits_backgroundtask USING btree (sent_at) WHERE ((state)::text = ANY ((ARRAY['waiting'::character varying, 'running'::character varying])::text[]));
CREATE UNIQUE INDEX trainingattempt_one_open ON public.hits_trainingattempt USING btree (enrolment_id) WHERE (finished_at IS NULL);
CREATE UNIQUE INDEX unique_authenticator_type ON public.mfa_authenticator USING btree (user_id, type) WHERE ((type)::text = ANY ((ARRAY['totp'::character varying, 'recovery_codes'::character varying])::text[]));
CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";
CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;
CREATE INDEX user_email_any_case ON public.people_user USING btree (upper((email)::text));
CREATE INDEX verdict_failures ON public.judges_verdict USING btree (run_id, error_code) WHERE (NOT ((error_code)::text = ''::text));
CREATE INDEX webhooks_attempt_delivery_id_bb1708b1 ON public.webhooks_attempt USING btree (delivery_id);
CREATE INDEX webhooks_delivery_endpoint_id_6cbee67d ON public.webhooks_delivery USING btree (endpoint_id);
CREATE INDEX webhooks_delivery_event_id_b6f5af91 ON public.webhooks_delivery USING btree (event_id);
CREATE INDEX webhooks_endpoint_project_id_009780e4 ON public.webhooks_endpoint USING btree (project_id);
CREATE INDEX webhooks_event_project_id_fc373748 ON public.webhooks_event USING btree (project_id);
CREATE TRIGGER around_batchpage_promised BEFORE INSERT OR DELETE OR UPDATE ON public.around_batchpage FOR EACH ROW EXECUTE FUNCTION public.around_refuse_promised_page();
CREATE TRIGGER around_consentdecision_frozen BEFORE UPDATE OF version_id, decision, decided_at ON public.around_consentdecision FOR EACH ROW EXECUTE FUNCTION public.people_refuse_change();
CREATE TRIGGER around_pageversion_frozen BEFORE UPDATE ON public.around_pageversion FOR EACH ROW EXECUTE FUNCTION public.people_refuse_change();
CREATE TRIGGER hits_adjudicatedanswer_append_only BEFORE DELETE OR UPDATE ON public.hits_adjudicatedanswer FOR EACH ROW EXECUTE FUNCTION public.people_refuse_change();
CREATE TRIGGER hits_answer_append_only BEFORE DELETE OR UPDATE ON public.hits_answer FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_change_but_erasure();
CREATE TRIGGER hits_batch_auto_approval BEFORE UPDATE OF auto_approve_days ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND (old.auto_approve_days IS DISTINCT FROM new.auto_approve_days))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_check_terms BEFORE UPDATE OF gold_percent, retest_percent, first_checks, most_annotators, retest_distance ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND (((((old.gold_percent IS DISTINCT FROM new.gold_percent) OR (old.retest_percent IS DISTINCT FROM new.retest_percent)) OR (old.first_checks IS DISTINCT FROM new.first_checks)) OR (old.most_annotators IS DISTINCT FROM new.most_annotators)) OR (old.retest_distance IS DISTINCT FROM new.retest_distance)))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_completion BEFORE UPDATE OF completion, code_after ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND ((old.completion)::text <> 'none'::text) AND (((old.completion)::text IS DISTINCT FROM (new.completion)::text) OR (old.code_after IS DISTINCT FROM new.code_after)))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_objections BEFORE UPDATE OF objection_days ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND (old.objection_days IS DISTINCT FROM new.objection_days))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_overlap BEFORE UPDATE OF overlap_percent, overlap_annotators ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND ((old.overlap_percent IS DISTINCT FROM new.overlap_percent) OR (old.overlap_annotators IS DISTINCT FROM new.overlap_annotators)))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_panel_fee BEFORE UPDATE OF fee_rate ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND (old.fee_rate IS DISTINCT FROM new.fee_rate))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_sample BEFORE UPDATE OF sample_ids, stratify_by ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND ((old.sample_ids IS DISTINCT FROM new.sample_ids) OR ((old.stratify_by)::text IS DISTINCT FROM (new.stratify_by)::text)))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_sitting_terms BEFORE UPDATE OF sitting_hits, sitting_paid_from, most_sittings ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND (((old.sitting_hits IS DISTINCT FROM new.sitting_hits) OR (old.sitting_paid_from IS DISTINCT FROM new.sitting_paid_from)) OR (new.most_sittings < old.most_sittings)))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_systems_compared BEFORE INSERT OR UPDATE ON public.hits_batch_systems FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_worse_copies();
CREATE TRIGGER hits_batch_terms BEFORE UPDATE ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND ((((((((((((((((((((((((old.project_id IS DISTINCT FROM new.project_id) OR (old.dataset_id IS DISTINCT FROM new.dataset_id)) OR (old.rubric_version_id IS DISTINCT FROM new.rubric_version_id)) OR (old.reward IS DISTINCT FROM new.reward)) OR ((old.fee_rule)::text IS DISTINCT FROM (new.fee_rule)::text)) OR (old.flat_fee IS DISTINCT FROM new.flat_fee)) OR (old.fee IS DISTINCT FROM new.fee)) OR (old.annotators_per_hit IS DISTINCT FROM new.annotators_per_hit)) OR (old.extensions IS DISTINCT FROM new.extensions)) OR (old.consent_text IS DISTINCT FROM new.consent_text)) OR ((old.language)::text IS DISTINCT FROM (new.language)::text)) OR ((old.scheme)::text IS DISTINCT FROM (new.scheme)::text)) OR ((old.sample_rule)::text IS DISTINCT FROM (new.sample_rule)::text)) OR (old.sample_count IS DISTINCT FROM new.sample_count)) OR (old.sample_fraction IS DISTINCT FROM new.sample_fraction)) OR (old.seed IS DISTINCT FROM new.seed)) OR ((old.order_of_work)::text IS DISTINCT FROM (new.order_of_work)::text)) OR ((old.progress)::text IS DISTINCT FROM (new.progress)::text)) OR ((old.pairing)::text IS DISTINCT FROM (new.pairing)::text)) OR (old.pairing_reference_id IS DISTINCT FROM new.pairing_reference_id)) OR (old.pairs_per_item IS DISTINCT FROM new.pairs_per_item)) OR (old.pilot_id IS DISTINCT FROM new.pilot_id)) OR (old.without_pilot_items IS DISTINCT FROM new.without_pilot_items)) OR (old.without_pilot_people IS DISTINCT FROM new.without_pilot_people)))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_time BEFORE UPDATE OF allotted_seconds ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND (new.allotted_seconds < old.allotted_seconds))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_batch_training_terms BEFORE UPDATE OF test_threshold, test_retries, test_length, qualification_days, tested_qualification_id, training_pay, training_people ON public.hits_batch FOR EACH ROW WHEN ((((old.state)::text <> 'draft'::text) AND (((((((old.test_threshold IS DISTINCT FROM new.test_threshold) OR (old.test_retries IS DISTINCT FROM new.test_retries)) OR (old.test_length IS DISTINCT FROM new.test_length)) OR (old.qualification_days IS DISTINCT FROM new.qualification_days)) OR (old.tested_qualification_id IS DISTINCT FROM new.tested_qualification_id)) OR (old.training_pay IS DISTINCT FROM new.training_pay)) OR (old.training_people IS DISTINCT FROM new.training_people)))) EXECUTE FUNCTION public.hits_refuse_changed_terms();
CREATE TRIGGER hits_declaredrule_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.hits_declaredrule FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_changed_rules();
CREATE TRIGGER hits_goldkey_frozen BEFORE INSERT OR DELETE OR UPDATE OF batch_id, item_id, output_ids, rules, purpose, place, explanation ON public.hits_goldkey FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_changed_gold();
CREATE TRIGGER hits_goldkey_kind_frozen BEFORE UPDATE OF kind ON public.hits_goldkey FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_changed_gold();
CREATE TRIGGER hits_hit_frozen BEFORE UPDATE OF batch_id, item_id, output_ids ON public.hits_hit FOR EACH ROW WHEN ((((old.batch_id IS DISTINCT FROM new.batch_id) OR (old.item_id IS DISTINCT FROM new.item_id)) OR (old.output_ids IS DISTINCT FROM new.output_ids))) EXECUTE FUNCTION public.hits_refuse_changed_hit();
CREATE TRIGGER hits_hit_outputs AFTER INSERT ON public.hits_hit REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.hits_check_outputs();
CREATE TRIGGER hits_hypothesis_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.hits_hypothesis FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_changed_rules();
CREATE TRIGGER hits_judgemargin_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.hits_judgemargin FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_changed_rules();
CREATE TRIGGER hits_leftoutitem_promised BEFORE INSERT OR DELETE OR UPDATE ON public.hits_leftoutitem FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_late_choice();
CREATE TRIGGER hits_maskedoutput_promised BEFORE INSERT OR DELETE OR UPDATE ON public.hits_maskedoutput FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_late_mask();
CREATE TRIGGER hits_ruleplan_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.hits_ruleplan FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_changed_rules();
CREATE TRIGGER hits_viewing_append_only BEFORE DELETE OR UPDATE ON public.hits_viewing FOR EACH ROW EXECUTE FUNCTION public.people_refuse_change();
CREATE TRIGGER payments_entry_append_only BEFORE DELETE OR UPDATE ON public.payments_entry FOR EACH ROW EXECUTE FUNCTION public.people_refuse_change();
CREATE CONSTRAINT TRIGGER payments_entry_balances AFTER INSERT ON public.payments_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.payments_entry_balances();
CREATE CONSTRAINT TRIGGER payments_reversal_mirrors AFTER INSERT ON public.payments_transaction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.reverses_id IS NOT NULL)) EXECUTE FUNCTION public.payments_reversal_mirrors();
CREATE TRIGGER payments_transaction_append_only BEFORE DELETE OR UPDATE ON public.payments_transaction FOR EACH ROW EXECUTE FUNCTION public.payments_refuse_change_but_names();
CREATE CONSTRAINT TRIGGER payments_transaction_balances AFTER INSERT ON public.payments_transaction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.payments_transaction_balances();
CREATE TRIGGER people_act_append_only BEFORE DELETE OR UPDATE ON public.people_act FOR EACH ROW EXECUTE FUNCTION public.people_refuse_change_but_names();
CREATE TRIGGER people_act_not_emptied BEFORE TRUNCATE ON public.people_act FOR EACH STATEMENT EXECUTE FUNCTION public.people_refuse_change();
CREATE CONSTRAINT TRIGGER people_membership_keeps_an_owner AFTER DELETE OR UPDATE ON public.people_membership DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.role)::text = 'owner'::text)) EXECUTE FUNCTION public.people_project_keeps_an_owner();
CREATE TRIGGER people_password_ends_sessions AFTER UPDATE OF password ON public.people_user FOR EACH ROW WHEN (((old.password)::text IS DISTINCT FROM (new.password)::text)) EXECUTE FUNCTION public.people_end_sessions();
CREATE TRIGGER stimuli_item_frozen BEFORE DELETE OR UPDATE ON public.stimuli_item FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_used_item();
CREATE TRIGGER stimuli_itemmedium_frozen BEFORE DELETE OR UPDATE ON public.stimuli_itemmedium FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_used_item_medium();
CREATE TRIGGER stimuli_medium_frozen BEFORE UPDATE OF sha256, url, clean_sha256, small_sha256 ON public.stimuli_medium FOR EACH ROW WHEN ((((((old.sha256)::text IS DISTINCT FROM (new.sha256)::text) OR (old.url IS DISTINCT FROM new.url)) OR ((old.clean_sha256)::text IS DISTINCT FROM (new.clean_sha256)::text)) OR (((old.small_sha256)::text <> (new.small_sha256)::text) AND (old.small_size IS NOT NULL)))) EXECUTE FUNCTION public.people_refuse_change();
CREATE TRIGGER stimuli_output_frozen BEFORE DELETE OR UPDATE ON public.stimuli_output FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_used_output();
CREATE TRIGGER surveys_rubricversion_frozen BEFORE DELETE OR UPDATE ON public.surveys_rubricversion FOR EACH ROW EXECUTE FUNCTION public.hits_refuse_used_version();
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_metric
    ADD CONSTRAINT analysis_metric_batch_id_6fa7a1ac_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_metric
    ADD CONSTRAINT analysis_metric_created_by_id_dcba7a95_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_metricvalue
    ADD CONSTRAINT analysis_metricvalue_item_id_5264e796_fk_stimuli_item_id FOREIGN KEY (item_id) REFERENCES public.stimuli_item(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_metricvalue
    ADD CONSTRAINT analysis_metricvalue_metric_id_488baf5b_fk_analysis_metric_id FOREIGN KEY (metric_id) REFERENCES public.analysis_metric(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_metricvalue
    ADD CONSTRAINT analysis_metricvalue_system_id_ba797521_fk_stimuli_system_id FOREIGN KEY (system_id) REFERENCES public.stimuli_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_report
    ADD CONSTRAINT analysis_report_batch_id_c3933e5d_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_report
    ADD CONSTRAINT analysis_report_cancelled_by_id_a41ae4eb_fk_people_user_id FOREIGN KEY (cancelled_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_reportfigure
    ADD CONSTRAINT analysis_reportfigure_report_id_d0c4bc33_fk_analysis_report_id FOREIGN KEY (report_id) REFERENCES public.analysis_report(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_runningfigures
    ADD CONSTRAINT analysis_runningfigures_batch_id_521ef53c_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_statement
    ADD CONSTRAINT analysis_statement_batch_id_46da32f8_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_statement
    ADD CONSTRAINT analysis_statement_project_id_294c596c_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.api_keyedwrite
    ADD CONSTRAINT api_keyedwrite_batch_id_6e327acb_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.api_keyedwrite
    ADD CONSTRAINT api_keyedwrite_dataset_id_e5616fc4_fk_stimuli_dataset_id FOREIGN KEY (dataset_id) REFERENCES public.stimuli_dataset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.api_keyedwrite
    ADD CONSTRAINT api_keyedwrite_project_id_d5a54851_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.api_keyedwrite
    ADD CONSTRAINT api_keyedwrite_task_id_b79d1c47_fk_hits_backgroundtask_id FOREIGN KEY (task_id) REFERENCES public.hits_backgroundtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.api_keyedwrite
    ADD CONSTRAINT api_keyedwrite_user_id_3e850730_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_batchpage
    ADD CONSTRAINT around_batchpage_attached_by_id_5aca5eb4_fk_people_user_id FOREIGN KEY (attached_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_batchpage
    ADD CONSTRAINT around_batchpage_batch_id_e79f4391_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_batchpage
    ADD CONSTRAINT around_batchpage_version_id_70d222cf_fk_around_pageversion_id FOREIGN KEY (version_id) REFERENCES public.around_pageversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_consentdecision
    ADD CONSTRAINT around_consentdecisi_enrolment_id_cda6e31f_fk_hits_enro FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_consentdecision
    ADD CONSTRAINT around_consentdecisi_version_id_a5c40efe_fk_around_pa FOREIGN KEY (version_id) REFERENCES public.around_pageversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_pageanswer
    ADD CONSTRAINT around_pageanswer_visit_id_2fb3dc57_fk_around_pagevisit_id FOREIGN KEY (visit_id) REFERENCES public.around_pagevisit(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_pageversion
    ADD CONSTRAINT around_pageversion_created_by_id_3e8d1c0c_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_pageversion
    ADD CONSTRAINT around_pageversion_project_id_26c38f81_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_pagevisit
    ADD CONSTRAINT around_pagevisit_enrolment_id_a2ae48f8_fk_hits_enrolment_id FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.around_pagevisit
    ADD CONSTRAINT around_pagevisit_version_id_ca179143_fk_around_pageversion_id FOREIGN KEY (version_id) REFERENCES public.around_pageversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_acceptedfinding
    ADD CONSTRAINT hits_acceptedfinding_accepted_by_id_b86c04a9_fk_people_user_id FOREIGN KEY (accepted_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_acceptedfinding
    ADD CONSTRAINT hits_acceptedfinding_batch_id_78ee67a5_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_adjudicatedanswer
    ADD CONSTRAINT hits_adjudicatedansw_adjudication_id_75e443f1_fk_hits_adju FOREIGN KEY (adjudication_id) REFERENCES public.hits_adjudication(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_adjudication
    ADD CONSTRAINT hits_adjudication_adjudicator_id_fa1168b5_fk_people_user_id FOREIGN KEY (adjudicator_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_adjudication
    ADD CONSTRAINT hits_adjudication_hit_id_c8dda8f2_fk_hits_hit_id FOREIGN KEY (hit_id) REFERENCES public.hits_hit(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_adjudicationrule
    ADD CONSTRAINT hits_adjudicationrule_batch_id_26fb0981_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_adjudicationrule
    ADD CONSTRAINT hits_adjudicationrule_stated_by_id_a7f09a29_fk_people_user_id FOREIGN KEY (stated_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_admission
    ADD CONSTRAINT hits_admission_batch_id_56044035_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_admission
    ADD CONSTRAINT hits_admission_decided_by_id_56ce685d_fk_people_user_id FOREIGN KEY (decided_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_admission
    ADD CONSTRAINT hits_admission_user_id_731b0e65_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_amendment
    ADD CONSTRAINT hits_amendment_batch_id_da52ff09_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_amendment
    ADD CONSTRAINT hits_amendment_made_by_id_5bb05488_fk_people_user_id FOREIGN KEY (made_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_answer
    ADD CONSTRAINT hits_answer_assignment_id_d7edeb21_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_appeal
    ADD CONSTRAINT hits_appeal_assignment_id_80a93117_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_appeal
    ADD CONSTRAINT hits_appeal_decided_by_id_695069d9_fk_people_user_id FOREIGN KEY (decided_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_assignment
    ADD CONSTRAINT hits_assignment_annotator_id_a1fdcf65_fk_people_user_id FOREIGN KEY (annotator_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_assignment
    ADD CONSTRAINT hits_assignment_batch_id_7aee3f46_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_assignment
    ADD CONSTRAINT hits_assignment_decided_by_id_ea5de46b_fk_people_user_id FOREIGN KEY (decided_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_assignment
    ADD CONSTRAINT hits_assignment_enrolment_id_c5a5128d_fk_hits_enrolment_id FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_assignment
    ADD CONSTRAINT hits_assignment_hit_id_c6dfb4b4_fk_hits_hit_id FOREIGN KEY (hit_id) REFERENCES public.hits_hit(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_audienceexclusion
    ADD CONSTRAINT hits_audienceexclusion_batch_id_cc5ad37c_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_audienceexclusion
    ADD CONSTRAINT hits_audienceexclusion_decided_by_id_32c3e0d1_fk_people_user_id FOREIGN KEY (decided_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_audienceexclusion
    ADD CONSTRAINT hits_audienceexclusion_other_id_429fa314_fk_hits_batch_id FOREIGN KEY (other_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_backgroundtask
    ADD CONSTRAINT hits_backgroundtask_cancelled_by_id_03d45442_fk_people_user_id FOREIGN KEY (cancelled_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_backgroundtask
    ADD CONSTRAINT hits_backgroundtask_created_by_id_a3cff34d_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_backgroundtask
    ADD CONSTRAINT hits_backgroundtask_project_id_604dff69_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_cancelled_by_id_1421dcc7_fk_people_user_id FOREIGN KEY (cancelled_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_created_by_id_bca96d0f_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_dataset_id_dc0fdf3f_fk_stimuli_dataset_id FOREIGN KEY (dataset_id) REFERENCES public.stimuli_dataset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_pairing_reference_id_dc5b10f9_fk_stimuli_system_id FOREIGN KEY (pairing_reference_id) REFERENCES public.stimuli_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_pilot_id_8bc98385_fk_hits_batch_id FOREIGN KEY (pilot_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_project_id_e9ec5ad2_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_required_qualificati_2950ffcd_fk_hits_qual FOREIGN KEY (required_qualification_id) REFERENCES public.hits_qualification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_rubric_version_id_c5d556f3_fk_surveys_r FOREIGN KEY (rubric_version_id) REFERENCES public.surveys_rubricversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch_systems
    ADD CONSTRAINT hits_batch_systems_batch_id_542e3b71_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch_systems
    ADD CONSTRAINT hits_batch_systems_system_id_bd70c8ae_fk_stimuli_system_id FOREIGN KEY (system_id) REFERENCES public.stimuli_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_batch
    ADD CONSTRAINT hits_batch_tested_qualification_d579955b_fk_hits_qual FOREIGN KEY (tested_qualification_id) REFERENCES public.hits_qualification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_brokenreport
    ADD CONSTRAINT hits_brokenreport_assignment_id_6b2d33fd_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_brokenreport
    ADD CONSTRAINT hits_brokenreport_decided_by_id_feb11cb1_fk_people_user_id FOREIGN KEY (decided_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_checkcredit
    ADD CONSTRAINT hits_checkcredit_batch_id_3d1b8e67_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_declaredrule
    ADD CONSTRAINT hits_declaredrule_batch_id_67211e73_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_draft
    ADD CONSTRAINT hits_draft_assignment_id_25e52b30_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_draftversion
    ADD CONSTRAINT hits_draftversion_assignment_id_683ff7f5_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_enrolment
    ADD CONSTRAINT hits_enrolment_annotator_id_6ff5c0e9_fk_people_user_id FOREIGN KEY (annotator_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_enrolment
    ADD CONSTRAINT hits_enrolment_batch_id_4dc7be16_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_enrolment
    ADD CONSTRAINT hits_enrolment_stopped_by_id_b3d881a4_fk_people_user_id FOREIGN KEY (stopped_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_exclusion
    ADD CONSTRAINT hits_exclusion_assignment_id_c13208b5_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_exclusion
    ADD CONSTRAINT hits_exclusion_excluded_by_id_30315ed7_fk_people_user_id FOREIGN KEY (excluded_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_exclusion
    ADD CONSTRAINT hits_exclusion_taken_back_by_id_25be4d1f_fk_people_user_id FOREIGN KEY (taken_back_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_expectedperson
    ADD CONSTRAINT hits_expectedperson_added_by_id_6edfabc3_fk_people_user_id FOREIGN KEY (added_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_expectedperson
    ADD CONSTRAINT hits_expectedperson_batch_id_217b47f0_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_expectedperson
    ADD CONSTRAINT hits_expectedperson_project_id_a0682251_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_exportsnapshot
    ADD CONSTRAINT hits_exportsnapshot_batch_id_29742fec_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_exportsnapshot
    ADD CONSTRAINT hits_exportsnapshot_created_by_id_5f5db593_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_exportsnapshot
    ADD CONSTRAINT hits_exportsnapshot_replaces_id_af0853e3_fk_hits_expo FOREIGN KEY (replaces_id) REFERENCES public.hits_exportsnapshot(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_goldkey
    ADD CONSTRAINT hits_goldkey_batch_id_79e749da_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_goldkey
    ADD CONSTRAINT hits_goldkey_item_id_8ca8a199_fk_stimuli_item_id FOREIGN KEY (item_id) REFERENCES public.stimuli_item(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_goldkey
    ADD CONSTRAINT hits_goldkey_retired_by_id_35413dbf_fk_people_user_id FOREIGN KEY (retired_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_helddecision
    ADD CONSTRAINT hits_helddecision_assignment_id_9f0e33f5_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_helddecision
    ADD CONSTRAINT hits_helddecision_decided_by_id_b533fe90_fk_people_user_id FOREIGN KEY (decided_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_hit
    ADD CONSTRAINT hits_hit_batch_id_a35e3b0d_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_hit
    ADD CONSTRAINT hits_hit_item_id_a2115b0c_fk_stimuli_item_id FOREIGN KEY (item_id) REFERENCES public.stimuli_item(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_hypothesis
    ADD CONSTRAINT hits_hypothesis_batch_id_bf8e1eec_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_judgemargin
    ADD CONSTRAINT hits_judgemargin_batch_id_4abeced7_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_leftoutitem
    ADD CONSTRAINT hits_leftoutitem_batch_id_e26b63ef_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_leftoutitem
    ADD CONSTRAINT hits_leftoutitem_item_id_bba1ec15_fk_stimuli_item_id FOREIGN KEY (item_id) REFERENCES public.stimuli_item(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_leftoutitem
    ADD CONSTRAINT hits_leftoutitem_left_out_by_id_5ca0f17f_fk_people_user_id FOREIGN KEY (left_out_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_maskedoutput
    ADD CONSTRAINT hits_maskedoutput_batch_id_eecb7492_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_maskedoutput
    ADD CONSTRAINT hits_maskedoutput_masked_by_id_6b5c191f_fk_people_user_id FOREIGN KEY (masked_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_maskedoutput
    ADD CONSTRAINT hits_maskedoutput_output_id_a4f03da0_fk_stimuli_output_id FOREIGN KEY (output_id) REFERENCES public.stimuli_output(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_message
    ADD CONSTRAINT hits_message_author_id_1f1fc897_fk_people_user_id FOREIGN KEY (author_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_message
    ADD CONSTRAINT hits_message_enrolment_id_0dda8d19_fk_hits_enrolment_id FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_pseudonymkey
    ADD CONSTRAINT hits_pseudonymkey_project_id_ca4ec583_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_qualification
    ADD CONSTRAINT hits_qualification_created_by_id_9f9a369d_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_qualification
    ADD CONSTRAINT hits_qualification_project_id_2def76bc_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_qualifiedperson
    ADD CONSTRAINT hits_qualifiedperson_granted_by_id_282fb52b_fk_people_user_id FOREIGN KEY (granted_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_qualifiedperson
    ADD CONSTRAINT hits_qualifiedperson_qualification_id_32c3a0ce_fk_hits_qual FOREIGN KEY (qualification_id) REFERENCES public.hits_qualification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_qualifiedperson
    ADD CONSTRAINT hits_qualifiedperson_revoked_by_id_9e7131d5_fk_people_user_id FOREIGN KEY (revoked_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_qualifiedperson
    ADD CONSTRAINT hits_qualifiedperson_user_id_a224d05f_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_raisedconcern
    ADD CONSTRAINT hits_raisedconcern_assignment_id_236fd513_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_ruleplan
    ADD CONSTRAINT hits_ruleplan_batch_id_f2d1029d_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_suspension
    ADD CONSTRAINT hits_suspension_decided_by_id_a0956b23_fk_people_user_id FOREIGN KEY (decided_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_suspension
    ADD CONSTRAINT hits_suspension_project_id_27c99e81_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_suspension
    ADD CONSTRAINT hits_suspension_user_id_db8c91b6_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_traininganswer
    ADD CONSTRAINT hits_traininganswer_attempt_id_0c6c89d5_fk_hits_trai FOREIGN KEY (attempt_id) REFERENCES public.hits_trainingattempt(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_traininganswer
    ADD CONSTRAINT hits_traininganswer_key_id_ee709be8_fk_hits_goldkey_id FOREIGN KEY (key_id) REFERENCES public.hits_goldkey(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_trainingattempt
    ADD CONSTRAINT hits_trainingattempt_enrolment_id_8a03ed7b_fk_hits_enrolment_id FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_trainingplace
    ADD CONSTRAINT hits_trainingplace_batch_id_69f16051_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_trainingplace
    ADD CONSTRAINT hits_trainingplace_enrolment_id_4179933c_fk_hits_enrolment_id FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_trainingplace
    ADD CONSTRAINT hits_trainingplace_paid_to_id_4dc66ced_fk_people_user_id FOREIGN KEY (paid_to_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.hits_viewing
    ADD CONSTRAINT hits_viewing_assignment_id_83e441b6_fk_hits_assignment_id FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_judgeendpoint
    ADD CONSTRAINT judges_judgeendpoint_project_id_8212a5b7_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_judgerun
    ADD CONSTRAINT judges_judgerun_batch_id_c96195cf_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_judgerun
    ADD CONSTRAINT judges_judgerun_cancelled_by_id_1d9df1e5_fk_people_user_id FOREIGN KEY (cancelled_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_judgerun
    ADD CONSTRAINT judges_judgerun_created_by_id_89a34cb9_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_judgerun
    ADD CONSTRAINT judges_judgerun_endpoint_id_689b9fb9_fk_judges_judgeendpoint_id FOREIGN KEY (endpoint_id) REFERENCES public.judges_judgeendpoint(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_judgerun
    ADD CONSTRAINT judges_judgerun_template_id_0343414d_fk_surveys_p FOREIGN KEY (template_id) REFERENCES public.surveys_prompttemplate(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_verdict
    ADD CONSTRAINT judges_verdict_hit_id_dd984849_fk_hits_hit_id FOREIGN KEY (hit_id) REFERENCES public.hits_hit(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_verdict
    ADD CONSTRAINT judges_verdict_run_id_6bb4abfc_fk_judges_judgerun_id FOREIGN KEY (run_id) REFERENCES public.judges_judgerun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judges_verdictanswer
    ADD CONSTRAINT judges_verdictanswer_verdict_id_eeb83f78_fk_judges_verdict_id FOREIGN KEY (verdict_id) REFERENCES public.judges_verdict(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_user_id_0c3a50c0_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_account
    ADD CONSTRAINT payments_account_annotator_id_a5656459_fk_people_user_id FOREIGN KEY (annotator_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_account
    ADD CONSTRAINT payments_account_batch_id_acb852ef_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_account
    ADD CONSTRAINT payments_account_project_id_2b4365d4_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_entry
    ADD CONSTRAINT payments_entry_account_id_2813ada0_fk_payments_account_id FOREIGN KEY (account_id) REFERENCES public.payments_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_entry
    ADD CONSTRAINT payments_entry_transaction_id_148bcb5e_fk_payments_ FOREIGN KEY (transaction_id) REFERENCES public.payments_transaction(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT payments_transaction_assignment_id_f0bf1d12_fk_hits_assi FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT payments_transaction_batch_id_63b35a4c_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT payments_transaction_created_by_id_869c458c_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT payments_transaction_project_id_94c14b1d_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.payments_transaction
    ADD CONSTRAINT payments_transaction_reverses_id_8c0e3635_fk_payments_ FOREIGN KEY (reverses_id) REFERENCES public.payments_transaction(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_act
    ADD CONSTRAINT people_act_actor_id_40b962b3_fk_people_user_id FOREIGN KEY (actor_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_apitoken
    ADD CONSTRAINT people_apitoken_project_id_24804f76_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_apitoken
    ADD CONSTRAINT people_apitoken_user_id_36fa5f8b_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_erasure
    ADD CONSTRAINT people_erasure_asked_by_id_2ef26f9d_fk_people_user_id FOREIGN KEY (asked_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_erasure
    ADD CONSTRAINT people_erasure_user_id_e64d04db_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT people_invitation_batch_id_9f41da8e_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT people_invitation_created_by_id_542412ed_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT people_invitation_project_id_c940149b_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_invitation
    ADD CONSTRAINT people_invitation_taken_by_id_e46dec93_fk_people_user_id FOREIGN KEY (taken_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_membership
    ADD CONSTRAINT people_membership_project_id_440e8474_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_membership
    ADD CONSTRAINT people_membership_user_id_35baff26_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_notice
    ADD CONSTRAINT people_notice_user_id_c82a0f7e_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_noticesettings
    ADD CONSTRAINT people_noticesettings_user_id_f2f9a648_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_poolmember
    ADD CONSTRAINT people_poolmember_added_by_id_edbafccf_fk_people_user_id FOREIGN KEY (added_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_poolmember
    ADD CONSTRAINT people_poolmember_project_id_8c45f929_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_poolmember
    ADD CONSTRAINT people_poolmember_user_id_de43def1_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_session
    ADD CONSTRAINT people_session_user_id_0ab51a1a_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_group_id_1f0237d0_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_user_groups
    ADD CONSTRAINT people_user_groups_user_id_290df956_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_per_permission_id_55f01ef0_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.people_user_user_permissions
    ADD CONSTRAINT people_user_user_permissions_user_id_7d19557b_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.prolific_hookevent
    ADD CONSTRAINT prolific_hookevent_workspace_id_f92f1964_fk_prolific_ FOREIGN KEY (workspace_id) REFERENCES public.prolific_workspace(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.prolific_outgoingcall
    ADD CONSTRAINT prolific_outgoingcal_submission_id_bc514de8_fk_prolific_ FOREIGN KEY (submission_id) REFERENCES public.prolific_submission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.prolific_outgoingcall
    ADD CONSTRAINT prolific_outgoingcall_created_by_id_0ecf15e9_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.prolific_study
    ADD CONSTRAINT prolific_study_batch_id_e80ab32f_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.prolific_submission
    ADD CONSTRAINT prolific_submission_sitting_id_6ccc4271_fk_recruitin FOREIGN KEY (sitting_id) REFERENCES public.recruiting_sitting(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.prolific_submission
    ADD CONSTRAINT prolific_submission_study_id_53b3edd7_fk_prolific_study_id FOREIGN KEY (study_id) REFERENCES public.prolific_study(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.prolific_workspace
    ADD CONSTRAINT prolific_workspace_project_id_be1685fd_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.quality_annotatorfigures
    ADD CONSTRAINT quality_annotatorfig_enrolment_id_bf1113c4_fk_hits_enro FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.quality_annotatorfold
    ADD CONSTRAINT quality_annotatorfold_batch_id_f43a71ff_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.quality_plannedrejection
    ADD CONSTRAINT quality_plannedrejec_assignment_id_8d344893_fk_hits_assi FOREIGN KEY (assignment_id) REFERENCES public.hits_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.quality_plannedrejection
    ADD CONSTRAINT quality_plannedrejec_task_id_40ff0644_fk_hits_back FOREIGN KEY (task_id) REFERENCES public.hits_backgroundtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_confirmedaddress
    ADD CONSTRAINT recruiting_confirmed_enrolment_id_66a19190_fk_hits_enro FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_confirmedaddress
    ADD CONSTRAINT recruiting_confirmed_invitation_id_2651299d_fk_people_in FOREIGN KEY (invitation_id) REFERENCES public.people_invitation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_guest
    ADD CONSTRAINT recruiting_guest_invitation_id_aae5dc58_fk_people_invitation_id FOREIGN KEY (invitation_id) REFERENCES public.people_invitation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_guest
    ADD CONSTRAINT recruiting_guest_user_id_edc204c6_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_newcomer
    ADD CONSTRAINT recruiting_newcomer_enrolment_id_b8bfbe23_fk_hits_enrolment_id FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_newcomer
    ADD CONSTRAINT recruiting_newcomer_invitation_id_8b11faa8_fk_people_in FOREIGN KEY (invitation_id) REFERENCES public.people_invitation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_newcomer
    ADD CONSTRAINT recruiting_newcomer_panel_id_9585ebcd_fk_recruiting_panel_id FOREIGN KEY (panel_id) REFERENCES public.recruiting_panel(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_panel
    ADD CONSTRAINT recruiting_panel_batch_id_4d0d5254_fk_hits_batch_id FOREIGN KEY (batch_id) REFERENCES public.hits_batch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_panelperson
    ADD CONSTRAINT recruiting_panelperson_project_id_b1f3ef6e_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_panelperson
    ADD CONSTRAINT recruiting_panelperson_user_id_28c6a4bf_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.recruiting_sitting
    ADD CONSTRAINT recruiting_sitting_enrolment_id_264cef28_fk_hits_enrolment_id FOREIGN KEY (enrolment_id) REFERENCES public.hits_enrolment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_social_account_id_951f210e_fk_socialacc FOREIGN KEY (account_id) REFERENCES public.socialaccount_socialaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_social_app_id_636a42d7_fk_socialacc FOREIGN KEY (app_id) REFERENCES public.socialaccount_socialapp(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_user_id_8146e70c_fk_people_user_id FOREIGN KEY (user_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_dataset
    ADD CONSTRAINT stimuli_dataset_created_by_id_5cee5712_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_dataset
    ADD CONSTRAINT stimuli_dataset_project_id_08562cce_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_datasetimport
    ADD CONSTRAINT stimuli_datasetimpor_cancelled_by_id_8309eb9d_fk_people_us FOREIGN KEY (cancelled_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_datasetimport
    ADD CONSTRAINT stimuli_datasetimport_created_by_id_1cad3cb1_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_datasetimport
    ADD CONSTRAINT stimuli_datasetimport_dataset_id_d8fb6110_fk_stimuli_dataset_id FOREIGN KEY (dataset_id) REFERENCES public.stimuli_dataset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_datasetimport
    ADD CONSTRAINT stimuli_datasetimport_project_id_ee43feb2_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_item
    ADD CONSTRAINT stimuli_item_dataset_id_d5991fc9_fk_stimuli_dataset_id FOREIGN KEY (dataset_id) REFERENCES public.stimuli_dataset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_itemmedium
    ADD CONSTRAINT stimuli_itemmedium_item_id_a192869b_fk_stimuli_item_id FOREIGN KEY (item_id) REFERENCES public.stimuli_item(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_itemmedium
    ADD CONSTRAINT stimuli_itemmedium_medium_id_1dc9d131_fk_stimuli_medium_id FOREIGN KEY (medium_id) REFERENCES public.stimuli_medium(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_medium
    ADD CONSTRAINT stimuli_medium_project_id_21992a42_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_output
    ADD CONSTRAINT stimuli_output_item_id_8198a068_fk_stimuli_item_id FOREIGN KEY (item_id) REFERENCES public.stimuli_item(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_output
    ADD CONSTRAINT stimuli_output_system_id_74548b61_fk_stimuli_system_id FOREIGN KEY (system_id) REFERENCES public.stimuli_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_outputmedium
    ADD CONSTRAINT stimuli_outputmedium_medium_id_eba13350_fk_stimuli_medium_id FOREIGN KEY (medium_id) REFERENCES public.stimuli_medium(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_outputmedium
    ADD CONSTRAINT stimuli_outputmedium_output_id_2540a7c5_fk_stimuli_output_id FOREIGN KEY (output_id) REFERENCES public.stimuli_output(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_system
    ADD CONSTRAINT stimuli_system_copy_of_id_d86a7bd4_fk_stimuli_system_id FOREIGN KEY (copy_of_id) REFERENCES public.stimuli_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stimuli_system
    ADD CONSTRAINT stimuli_system_dataset_id_bfcb9cf5_fk_stimuli_dataset_id FOREIGN KEY (dataset_id) REFERENCES public.stimuli_dataset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.surveys_prompttemplate
    ADD CONSTRAINT surveys_prompttemplate_created_by_id_b8726108_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.surveys_prompttemplate
    ADD CONSTRAINT surveys_prompttemplate_project_id_979832e5_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.surveys_prompttemplate
    ADD CONSTRAINT surveys_prompttemplate_rubric_id_4b9bd59e_fk_surveys_rubric_id FOREIGN KEY (rubric_id) REFERENCES public.surveys_rubric(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.surveys_rubric
    ADD CONSTRAINT surveys_rubric_project_id_54f6aa00_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.surveys_rubricversion
    ADD CONSTRAINT surveys_rubricversion_created_by_id_1a2a9983_fk_people_user_id FOREIGN KEY (created_by_id) REFERENCES public.people_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.surveys_rubricversion
    ADD CONSTRAINT surveys_rubricversion_rubric_id_80a71357_fk_surveys_rubric_id FOREIGN KEY (rubric_id) REFERENCES public.surveys_rubric(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_attempt
    ADD CONSTRAINT webhooks_attempt_delivery_id_bb1708b1_fk_webhooks_delivery_id FOREIGN KEY (delivery_id) REFERENCES public.webhooks_delivery(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_endpoint_id_6cbee67d_fk_webhooks_endpoint_id FOREIGN KEY (endpoint_id) REFERENCES public.webhooks_endpoint(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_event_id_b6f5af91_fk_webhooks_event_id FOREIGN KEY (event_id) REFERENCES public.webhooks_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_endpoint
    ADD CONSTRAINT webhooks_endpoint_project_id_009780e4_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_event
    ADD CONSTRAINT webhooks_event_project_id_fc373748_fk_people_project_id FOREIGN KEY (project_id) REFERENCES public.people_project(id) DEFERRABLE INITIALLY DEFERRED;
