"""Rows that a migration changes."""

from django.db import migrations


def rate(apps, schema_editor):
    book = apps.get_model("library", "Book")
    book.objects.filter(price__gt=10).update(rating=5)


class Migration(migrations.Migration):
    dependencies = [("library", "0002_second")]

    operations = [migrations.RunPython(rate, migrations.RunPython.noop)]
