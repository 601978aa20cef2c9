"""Columns that come, go, and change their names and types."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("library", "0001_initial")]

    operations = [
        migrations.AddField("book", "rating", models.IntegerField(default=3)),
        migrations.AddField(
            "book",
            "editor",
            models.ForeignKey(
                "library.author", null=True, blank=True, on_delete=models.SET_NULL, related_name="edited"
            ),
        ),
        migrations.RenameField("loan", "note", "remark"),
        migrations.AlterField("loan", "remark", models.CharField(max_length=120, default="")),
        migrations.AlterField("book", "pages", models.BigIntegerField(null=True)),
        migrations.AlterField("author", "name", models.CharField(max_length=150, unique=True)),
        migrations.AlterField("book", "summary", models.CharField(max_length=500, blank=True, db_index=True)),
        migrations.RemoveField("loan", "days"),
        migrations.RenameModel("loan", "lending"),
        migrations.AddIndex("lending", models.Index(fields=["taken"], name="lending_taken")),
        migrations.RemoveConstraint("book", "book_lost_once"),
        migrations.AddConstraint(
            "lending", models.UniqueConstraint(fields=["book", "reader", "taken"], name="lending_once")
        ),
    ]
