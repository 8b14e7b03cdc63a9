"""What the comparison of two schemas names, and what it takes for the same."""

from tools.schema_changes import changes

SCHEMA = """--
-- PostgreSQL database dump
--

\\restrict abc

SET lock_timeout = 0;

CREATE TABLE public.pet (
    id bigint NOT NULL,
    price numeric(6,2),
    CONSTRAINT pet_price CHECK ((price > (0)::numeric))
);


CREATE FUNCTION public.refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception 'no';
end $$;


CREATE INDEX pet_owner_id_1a2b3c4d ON public.pet USING btree (id);


CREATE TRIGGER pet_frozen BEFORE UPDATE ON public.pet FOR EACH ROW EXECUTE FUNCTION public.refuse();
"""


def test_the_same_schema_has_no_changes():
    other = SCHEMA.replace("restrict abc", "restrict def").replace("1a2b3c4d", "99999999")
    assert changes(SCHEMA, other) == []


def test_each_lost_or_new_thing_is_named():
    other = (
        SCHEMA.replace("    price numeric(6,2),\n", "    price numeric(8,2),\n")
        .replace("    CONSTRAINT pet_price CHECK ((price > (0)::numeric))", "    name text")
        .replace("raise exception 'no'", "raise exception 'never'")
    )
    assert changes(SCHEMA, other.partition("CREATE TRIGGER")[0]) == [
        (
            "LOST CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ begin"
            " raise exception 'no'; end $$"
        ),
        (
            "LOST CREATE TRIGGER pet_frozen BEFORE UPDATE ON public.pet FOR EACH ROW EXECUTE FUNCTION"
            " public.refuse()"
        ),
        "LOST public.pet: CONSTRAINT pet_price CHECK ((price > (0)::numeric))",
        "LOST public.pet: price numeric(6,2)",
        (
            "NEW  CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ begin"
            " raise exception 'never'; end $$"
        ),
        "NEW  public.pet: name text",
        "NEW  public.pet: price numeric(8,2)",
    ]
