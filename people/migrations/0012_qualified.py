"""Acts of granting and revoking a qualification."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0011_care'),
    ]

    operations = [
        migrations.AlterField(
            model_name='act',
            name='verb',
            field=models.CharField(choices=[('created', 'Created'), ('duplicated', 'Duplicated'), ('published', 'Published'), ('cancelled', 'Cancelled the publication'), ('paused', 'Paused'), ('resumed', 'Resumed'), ('closed', 'Closed'), ('amended', 'Amended'), ('extended', 'Extended'), ('unveiled', 'Looked at the means before closing'), ('approved', 'Approved answers'), ('rejected', 'Rejected answers'), ('excluded', 'Excluded answers'), ('readmitted', 'Took excluded answers back in'), ('adjudicated', 'Adjudicated'), ('exported', 'Exported'), ('invited', 'Invited'), ('revoked', 'Took back an invitation'), ('joined', 'Joined the project'), ('role_changed', 'Changed a role'), ('archived', 'Archived'), ('unarchived', 'Took out of the archive'), ('deleted', 'Deleted'), ('merged', 'Made two persons one'), ('put_back', 'Handed a reported HIT out again'), ('hit_closed', 'Closed a broken HIT'), ('topped_up', 'Topped pay up to the floor'), ('erasure_asked', 'Asked for the erasure of a person’s data'), ('erasure_stopped', 'Took back the erasure of a person’s data'), ('erased', 'Erased a person’s data'), ('answered', 'Answered an annotator'), ('qualified', 'Granted a qualification'), ('disqualified', 'Revoked a qualification'), ('signed_in', 'Signed in'), ('token_ended', 'Ended an access token')], max_length=20, verbose_name='act'),
        ),
    ]
