"""A library: authors, books with tags, copies and loans."""

import uuid

from django.conf import settings
from django.db import models


class Author(models.Model):
    name = models.CharField(max_length=150, unique=True)
    born = models.DateField(null=True, blank=True)
    mentor = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class Tag(models.Model):
    slug = models.SlugField(unique=True)

    def __str__(self):
        return self.slug


class Book(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    title = models.CharField(max_length=200, db_index=True)
    author = models.ForeignKey(Author, on_delete=models.CASCADE, related_name="books")
    tags = models.ManyToManyField(Tag, blank=True)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    in_print = models.BooleanField(default=True)
    facts = models.JSONField(default=dict, blank=True)
    published = models.DateTimeField(null=True, blank=True)
    summary = models.CharField(max_length=500, blank=True, db_index=True)
    pages = models.BigIntegerField(null=True)
    rating = models.IntegerField(default=3)
    editor = models.ForeignKey(
        Author, null=True, blank=True, on_delete=models.SET_NULL, related_name="edited"
    )

    class Meta:
        ordering = ["title"]
        indexes = [models.Index(fields=["author", "-published"], name="book_by_author")]
        constraints = [
            models.UniqueConstraint(fields=["author", "title"], name="book_once"),
            models.CheckConstraint(condition=models.Q(price__gte=0), name="book_price"),
        ]

    def __str__(self):
        return self.title


class Lending(models.Model):
    book = models.ForeignKey(Book, on_delete=models.PROTECT)
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    taken = models.DateTimeField()
    remark = models.CharField(max_length=120, default="")

    class Meta:
        get_latest_by = "taken"
        indexes = [models.Index(fields=["taken"], name="lending_taken")]
        constraints = [
            models.UniqueConstraint(fields=["book", "reader", "taken"], name="lending_once")
        ]
