import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('is_demo', models.BooleanField(default=False, editable=False, verbose_name='demo account')),
                ('is_guest', models.BooleanField(db_default=False, default=False, editable=False, verbose_name='without an account')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('verified_email', models.EmailField(blank=True, db_default='', default='', editable=False, max_length=254)),
            ],
            options={
                'abstract': False,
                'indexes': [models.Index(django.db.models.functions.text.Upper('email'), name='user_email_any_case')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Project',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, unique=True, verbose_name='Name')),
                ('currency', models.CharField(default='USD', help_text='ISO 4217, for example USD.', max_length=3, verbose_name='Currency')),
                ('megapixels', models.PositiveIntegerField(db_default=50, default=50, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)], verbose_name='largest picture, in megapixels')),
                ('storage_gb', models.PositiveIntegerField(blank=True, help_text='Media and uploads together. Leave blank for the site’s default.', null=True, validators=[django.core.validators.MaxValueValidator(1000000)], verbose_name='maximum GB of files')),
                ('hourly_floor', models.DecimalField(blank=True, decimal_places=2, help_text='You see a warning when a new batch pays less. Leave blank for no minimum.', max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='Minimum hourly pay')),
                ('retention_months', models.PositiveSmallIntegerField(blank=True, help_text='Months without activity. Blank: never automatically.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)], verbose_name='months after which data of people are erased')),
                ('retention_erases_texts', models.BooleanField(db_default=False, default=False, verbose_name='and their free texts with them')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('archived_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='archived')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('megapixels__gte', 1), ('megapixels__lte', 1000)), name='project_megapixels'), models.CheckConstraint(condition=models.Q(('currency__regex', '^[A-Z]{3}$')), name='project_currency_code')],
            },
        ),
        migrations.CreateModel(
            name='NoticeSettings',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_settings', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('off', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), default=list, size=None, verbose_name='switched off')),
                ('language', models.CharField(default='en', max_length=20, verbose_name='language of the mails')),
            ],
        ),
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='erasures', to=settings.AUTH_USER_MODEL)),
                ('origin', models.CharField(choices=[('person', 'asked for by the person'), ('owner', 'by an owner'), ('retention', 'after the time that the project keeps data')], max_length=9, verbose_name='origin')),
                ('texts', models.BooleanField(default=False, verbose_name='free texts too')),
                ('asked_at', models.DateTimeField(auto_now_add=True, verbose_name='asked for')),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('due_at', models.DateTimeField(verbose_name='due')),
                ('stopped_at', models.DateTimeField(null=True, verbose_name='undone')),
                ('done_at', models.DateTimeField(null=True, verbose_name='done')),
                ('gone', models.JSONField(default=dict, verbose_name='what went')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('done_at__isnull', True), ('stopped_at__isnull', True)), fields=('user',), name='erasure_waiting_once'), models.CheckConstraint(condition=models.Q(('stopped_at__isnull', True), ('done_at__isnull', True), _connector='OR'), name='erasure_done_or_stopped')],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
                ('kind', models.CharField(max_length=30, verbose_name='kind')),
                ('subject', models.CharField(max_length=120, verbose_name='about')),
                ('values', models.JSONField(default=dict, verbose_name='what its words need')),
                ('path', models.CharField(max_length=300, verbose_name='page')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='made')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'subject'), name='notice_once')],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('session_key', models.CharField(max_length=64, primary_key=True, serialize=False, verbose_name='SHA-256 of the key')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
                ('began_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='began')),
                ('seen_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='last seen, not exactly')),
                ('device', models.CharField(blank=True, db_default='', max_length=40)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='people.project')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('role', models.CharField(choices=[('owner', 'Owner'), ('researcher', 'Researcher'), ('viewer', 'Viewer')], default='researcher', max_length=12, verbose_name='role')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'user'), name='membership_once')],
            },
        ),
        migrations.CreateModel(
            name='PoolMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pool', to='people.project')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pools', to=settings.AUTH_USER_MODEL)),
                ('added_at', models.DateTimeField(auto_now_add=True, verbose_name='added')),
                ('added_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'user'), name='poolmember_once')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.project', verbose_name='project')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('token_sha256', models.CharField(editable=False, max_length=64, unique=True)),
                ('hint', models.CharField(editable=False, max_length=4)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('read', 'Read'), ('write', 'Change data, batches and settings'), ('money', 'Move money: publish, approve, pay'), ('people', 'Create projects, invite people, change and end roles')], max_length=10), db_default=['read'], size=None, verbose_name='scopes')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='api_token_expires'), models.CheckConstraint(condition=models.Q(('scopes__contained_by', ['read', 'write', 'money', 'people']), ('scopes__contains', ['read'])), name='api_token_scopes')],
            },
        ),
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to=settings.AUTH_USER_MODEL, verbose_name='who')),
                ('verb', models.CharField(choices=[('created', 'Created'), ('duplicated', 'Duplicated'), ('published', 'Published'), ('cancelled', "Cancelled"), ('paused', 'Paused'), ('resumed', 'Resumed'), ('closed', 'Closed'), ('amended', 'Amended'), ('extended', 'Extended'), ('unveiled', "Results seen before the batch closed"), ('approved', "Approved"), ('rejected', "Rejected"), ('undone', 'Undid a decision'), ('excluded', 'Excluded responses'), ('readmitted', 'Included responses again'), ('adjudicated', 'Adjudicated'), ('exported', 'Exported'), ('invited', 'Invited'), ('revoked', "Revoked"), ('joined', 'Joined'), ('role_changed', "Changed"), ('archived', 'Archived'), ('unarchived', 'Restored from the archive'), ('deleted', 'Deleted'), ('part_paused', 'Paused an annotator'), ('part_ended', 'Removed an annotator'), ('part_resumed', 'Allowed an annotator to continue'), ('merged', "Annotators merged"), ('put_back', "handed out again"), ('hit_closed', "closed for good"), ('topped_up', 'Topped up pay to the minimum'), ('deposited', 'Funds added'), ('bonus_paid', "Bonus"), ('goodwill_paid', "Goodwill"), ('paid_out', 'Recorded payouts'), ('payment_reversed', "Reversal"), ('erasure_asked', 'Requested the deletion of a person’s data'), ('erasure_stopped', 'Cancelled the deletion of a person’s data'), ('erased', "Deleted"), ('answered', 'Answered an annotator'), ('qualified', 'Granted a qualification'), ('disqualified', "Revoked"), ('signed_in', 'Logged in'), ('token_ended', "Revoked"), ('hook_changed', "Changed"), ('hook_rotated', 'New secret'), ('hook_resent', 'Sent webhooks again'), ('hook_tested', 'Sent a test by a webhook'), ('hook_off', "switched off"), ('hook_on', 'Switched a webhook on'), ('sessions_ended', 'Logged out devices'), ('factor_added', 'Added two-factor authentication'), ('factor_removed', 'Removed two-factor authentication'), ('codes_made', "New recovery codes"), ('login_linked', 'Linked an institution’s login'), ('login_unlinked', 'Unlinked an institution’s login')], max_length=20, verbose_name='act')),
                ('project', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='acts', to='people.project')),
                ('subject_type', models.CharField(max_length=80, verbose_name='kind of object')),
                ('subject_id', models.BigIntegerField(verbose_name='object')),
                ('subject_name', models.CharField(max_length=200, verbose_name='name of the object')),
                ('before', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='before')),
                ('after', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='after')),
                ('request_id', models.CharField(blank=True, max_length=32, verbose_name='request')),
                ('token', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='people.apitoken', verbose_name='API token')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('verb', ''), _negated=True), name='act_has_a_verb')],
                'indexes': [models.Index(fields=['project', '-id'], name='act_of_project'), models.Index(fields=['subject_type', 'subject_id', '-id'], name='act_of_subject')],
            },
        ),
        migrations.AddField(
            model_name='project',
            name='members',
            field=models.ManyToManyField(related_name='projects', through='people.Membership', to=settings.AUTH_USER_MODEL),
        ),
    ]
