from django.contrib import admin

from .models import Author, Book, Lending, Tag


@admin.register(Author)
class AuthorAdmin(admin.ModelAdmin):
    list_display = ["name", "born"]
    search_fields = ["name"]
    date_hierarchy = "born"


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    list_display = ["title", "author", "price", "in_print"]
    list_filter = ["in_print", "author"]
    search_fields = ["title", "author__name"]
    filter_horizontal = ["tags"]


admin.site.register(Tag)
admin.site.register(Lending)
