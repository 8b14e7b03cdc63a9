"""Tests of template parts that pages share: heads, cards, fields and one-button forms."""

from django.forms import CharField, Form, HiddenInput
from django.template import Context, Template

from tests.pages import squeezed


def html(source: str, **values: object) -> str:
    return squeezed(Template(source).render(Context({"csrf_token": "t", **values})))


def test_a_page_loads_what_it_needs():
    assert html('{% needs "desk/fields.css" "copy.js" %}') == (
        '<link rel="stylesheet" href="/static/css/desk/fields.css">'
        '<script type="module" src="/static/js/copy.js"></script>'
    )
    assert html('{% needs "htmx" %}') == (
        """<meta name="htmx-config" content='{"includeIndicatorCSS": false,"""
        """ "noSwap": [204, 304, "4xx", "5xx"]}'>"""
        '<script defer src="/static/vendor/htmx/htmx.min.js"></script>'
    )
    chooser = '{% needs "htmx" "desk/chooser.css" "desk/chooser.js" %}'
    assert html('{% needs "chooser" %}') == html(chooser)


def test_a_head_leaves_out_what_is_blank():
    assert html("{% page_head title about %}", title="<b>", about="") == (
        '<div class="page-head"><div><h1>&lt;b&gt;</h1></div></div>'
    )
    assert html("{% page_head title about %}", title="T", about="A & B") == (
        '<div class="page-head"><div><h1>T</h1><p class="sub"><span>A &amp; B</span></p></div></div>'
    )


def test_a_head_has_actions_only_if_there_are_any():
    source = "{% page_head_with title %}{% if may %}<a>Go</a>{% endif %}{% endpage_head_with %}"
    assert 'class="actions"' not in html(source, title="T", may=False)
    assert html(source, title="T", may=True).endswith(
        '</div><div class="actions"><a>Go</a></div></div>'
    )


def test_a_head_says_what_the_page_is_about_and_offers_its_actions():
    source = (
        "{% page_about title %}{% if about %}<b>{{ about }}</b>{% endif %}"
        "{% actions %}{% if may %}<a>Go</a>{% endif %}{% endpage_about %}"
    )
    head = '<div class="page-head"><div><h1>&lt;T&gt;</h1>'
    assert html(source, title="<T>", about="") == f"{head}</div></div>"
    assert html(source, title="<T>", about="A & B", may=True) == (
        f'{head}<p class="sub"><b>A &amp; B</b></p></div><div class="actions"><a>Go</a></div></div>'
    )
    assert html("{% page_about title %}{% endpage_about %}", title="<T>") == f"{head}</div></div>"


def test_a_card_is_named_by_its_heading():
    assert html('{% card "rows" title css="entry-form" %}<p>x</p>{% endcard %}', title="<T>") == (
        '<section class="card entry-form" aria-labelledby="rows">'
        '<h2 id="rows">&lt;T&gt;</h2><p>x</p></section>'
    )
    assert html('{% card "rows" "T" css="card-flush" %}x{% endcard %}') == (
        '<section class="card card-flush" aria-labelledby="rows">'
        '<div class="card-head"><h2 id="rows">T</h2></div>x</section>'
    )


def test_cards_of_a_table_keep_roles_and_name_their_values():
    source = (
        '{% table "T" "Name" "num"|column:words "visually-hidden"|column:"Act" %}<tr>'
        '<th scope="row">a</th><td class="num"> </td><td></td></tr>{% endtable %}'
    )
    shown = html(source, words="<HITs>")
    assert '<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">' in shown
    assert shown.endswith(
        '<tbody role="rowgroup"><tr role="row"><th role="rowheader" scope="row">a</th>'
        '<td role="cell" data-label="&lt;HITs&gt;" class="num">–</td>'
        '<td role="cell"></td></tr></tbody></table></div>'
    )
    whole = '{% table "T" "Name" %}<tr><td class="unlabelled">x</td></tr>{% endtable %}'
    assert '<td role="cell" class="unlabelled">x</td>' in html(whole)
    plain = html(source.replace(" %}<tr>", ' css="table" %}<tr>'), words="w")
    assert "role" not in plain.split("<table")[1]


def test_a_text_and_a_number_stand_in_their_elements():
    assert (
        html('{% text "p.hint.wide" words %}', words="<b>") == '<p class="hint wide">&lt;b&gt;</p>'
    )
    assert html('{% text "small" 0 %}') == "<small>0</small>"
    assert html('{% stat "Fees" "$1" none "of $2" css="money" %}', none="") == (
        '<dl class="stat"><dt>Fees</dt><dd class="money">$1</dd><dd>of $2</dd></dl>'
    )


def test_a_button_sends_its_form_where_its_route_leads():
    assert html('{% button words "admin:end_token" 7 key="k" asks=True %}', words="<b>") == (
        '<button class="button" data-key="k" formaction="/admin/tokens/7/end/">'
        "&lt;b&gt; …<kbd>k</kbd></button>"
    )
    assert html('{% button "Go" css="" name="to" value=3 data_go=True %}') == (
        '<button name="to" value="3" data-go>Go</button>'
    )


class Answers(Form):
    """A form with a help text and a hidden field."""

    minutes = CharField(help_text="In minutes.")
    project = CharField(widget=HiddenInput)


def test_fields_show_their_help_and_errors_and_leave_out_what_a_form_lacks():
    form = Answers({"project": "p"})
    shown = html("{% fields form.minutes form.missing css='wide' %}", form=form)
    assert shown.startswith('<div class="fields wide"><div class="field wrong">')
    assert shown.count("In minutes.") == shown.count("This field is required.") == 1
    steps = html("{% step_fields form.minutes form.missing tells=True %}", form=form)
    assert steps.startswith('<div class="fields"><div class="field field-wrong">')
    assert steps.count("In minutes.") == 1


def test_a_field_of_a_step_has_a_unit_and_opens_with_another():
    source = '{% field form.minutes label="Time" unit="min" when="work_by=hit" %}'
    shown = html(source, form=Answers())
    assert shown.startswith('<div data-when="work_by=hit"><div class="field">')
    assert "Time</label>" in shown
    assert "<span>min</span>" in shown
    assert "In minutes." not in shown
    hidden = html("{% field form.project %}", form=Answers())
    assert hidden == '<input type="hidden" name="project" id="id_project">'


def test_a_form_posts_the_token_and_what_it_holds():
    source = (
        '{% post_form "admin:end_token" 7 id=key files=True novalidate=True %}x{% endpost_form %}'
    )
    token = '<input type="hidden" name="csrfmiddlewaretoken" value="t">'
    assert html(source, key="<k>") == (
        '<form action="/admin/tokens/7/end/" enctype="multipart/form-data"'
        f' id="&lt;k&gt;" method="post" novalidate>{token}x</form>'
    )
    assert html("{% post_form %}{% endpost_form %}") == f'<form method="post">{token}</form>'


def test_a_button_posts_its_fields_with_the_token():
    source = (
        '{% post_button "Revoke" "admin:end_token" 7 css="button danger" form="actions" of=owner'
        ' name="act" value=act key="k" %}'
    )
    assert html(source, owner="<x>", act="end") == (
        '<form action="/admin/tokens/7/end/" class="actions" method="post">'
        '<input type="hidden" name="csrfmiddlewaretoken" value="t">'
        '<input type="hidden" name="key" value="k">'
        '<button class="button danger" name="act" value="end">Revoke'
        '<span class="visually-hidden">&lt;x&gt;</span></button></form>'
    )


def test_a_button_posts_to_an_address_too():
    assert 'action="/a/?b=1"' in html('{% post_button "Go" address %}', address="/a/?b=1")


def test_the_foot_of_a_form_has_its_button():
    assert html('{% submit words css="button danger" %}', words="A & B") == (
        '<div class="actions"><button class="button danger">A &amp; B</button></div>'
    )


def test_a_link_leads_to_a_route_with_its_question():
    source = '{% link_to words "admin:review_table" css="button secondary" annotator=name %}'
    assert html(source, words="<b>", name="a&b") == (
        '<a class="button secondary" href="/admin/review/table/?annotator=a%26b">&lt;b&gt;</a>'
    )
    assert html('{% link_to "Back" address %}', address="/a/?b=1") == (
        '<a class="button" href="/a/?b=1">Back</a>'
    )


def test_a_fact_can_have_elements_as_its_value():
    assert html("{% fact_of label %}<b>x</b>{% endfact_of %}", label="A < B") == (
        "<div><dt>A &lt; B</dt><dd><b>x</b></dd></div>"
    )
