import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    # A site with only some of these refuses to go on.
    replaces = [
        ("surveys", "0002_omitted_fields"),
    ]

    initial = True

    dependencies = [
        ('people', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Rubric',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rubrics', to='people.project')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='rubric_name_once', nulls_distinct=False, violation_error_message='This name is already taken.')],
            },
        ),
        migrations.CreateModel(
            name='PromptTemplate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prompt_templates', to='people.project')),
                ('rubric', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prompt_templates', to='surveys.rubric')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('system', models.TextField(blank=True, verbose_name='system part')),
                ('text', models.TextField(verbose_name='user part')),
                ('sources', models.JSONField(blank=True, default=dict, verbose_name='what the placeholders stand for')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('omit', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list, verbose_name='what the judge does not see')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='prompt_template_name_once', violation_error_message='This name is already taken.')],
            },
        ),
        migrations.CreateModel(
            name='RubricVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rubric', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='surveys.rubric')),
                ('number', models.PositiveIntegerField(verbose_name='version')),
                ('source', models.TextField(verbose_name='YAML')),
                ('declaration', models.JSONField(verbose_name='declaration')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['rubric__name', '-number'],
                'constraints': [models.UniqueConstraint(fields=('rubric', 'number'), name='rubric_version_number_once'), models.UniqueConstraint(fields=('rubric', 'sha256'), name='rubric_version_content_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rubric_version_from_one'), models.CheckConstraint(condition=models.Q(('sha256__regex', '^[0-9a-f]{64}$')), name='rubric_version_hash')],
            },
        ),
    ]
