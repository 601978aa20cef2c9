"""A project of Django, from its first migration to its admin: it prints what a database answers."""

import datetime
import decimal
import io
import traceback
import uuid

import django
from django.core.management import call_command

django.setup()

from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import (
    Avg, Case, Count, DecimalField, Exists, F, IntegerField, Max, Min, OuterRef, Prefetch, Q, StdDev,
    Subquery, Sum, Value, When, Window,
)
from django.db.models.functions import (
    Cast, Coalesce, Concat, ExtractMonth, ExtractYear, Length, Lower, Rank, RowNumber, TruncDay,
    TruncMonth, Upper,
)
from django.test import Client
from django.test.utils import setup_test_environment
from django.utils import timezone

from library.models import Author, Book, Lending, Tag

UTC = datetime.timezone.utc


def say(*words):
    print(*words, flush=True)


def numbers(row):
    """Of an average databases give more digits or fewer."""
    return {name: float(value) if isinstance(value, decimal.Decimal) else value for name, value in row.items()}


def at(day, hour=12):
    return datetime.datetime(2026, 1, day, hour, 30, 15, 250000, UTC)


def key(number):
    return uuid.UUID(int=number)


PARTS = []


def part(function):
    PARTS.append(function)
    return function


@part
def migrations():
    out = io.StringIO()
    call_command("migrate", "library", "0001", stdout=out, no_color=True)
    from django.apps import apps
    from django.db.migrations.loader import MigrationLoader

    old = MigrationLoader(connection).project_state(("library", "0001_initial")).apps
    author = old.get_model("library", "Author").objects.create(name="Before")
    old.get_model("library", "Book").objects.create(
        id=key(99), title="Old", author=author, price=decimal.Decimal("11.50"), summary="long", pages=7
    )
    call_command("migrate", stdout=out, no_color=True)
    say("\n".join(line.strip() for line in out.getvalue().splitlines()))
    say(Book.objects.values_list("title", "rating", "pages", "summary", "editor").get())
    Author.objects.all().delete()
    out = io.StringIO()
    call_command("makemigrations", "--check", "--dry-run", stdout=out, no_color=True)
    say(out.getvalue().strip())
    call_command("check", stdout=out)
    out = io.StringIO()
    call_command("showmigrations", "library", stdout=out, no_color=True)
    say(out.getvalue().strip())


@part
def backwards():
    out = io.StringIO()
    call_command("migrate", "sessions", "zero", stdout=out, no_color=True)
    call_command("migrate", "sessions", stdout=out, no_color=True)
    say("\n".join(line.strip() for line in out.getvalue().splitlines()))


@part
def rows():
    User.objects.create_user("ann", "ann@example.org", "secret")
    User.objects.create_superuser("root", "root@example.org", "secret")
    ada = Author.objects.create(name="Ada", born=datetime.date(1815, 12, 10))
    bob = Author.objects.create(name="Bob", mentor=ada, born=datetime.date(1970, 2, 28))
    cy = Author.objects.create(name="Cy_100%", mentor=bob)
    tags = Tag.objects.bulk_create([Tag(slug=slug) for slug in ("red", "green", "blue")])
    say([tag.pk is not None for tag in tags])
    books = Book.objects.bulk_create(
        [
            Book(
                id=key(n),
                title=f"Title {n}",
                author=[ada, bob, cy][n % 3],
                price=decimal.Decimal(n * 5) / 4,
                in_print=n % 4 != 0,
                facts={"n": n, "tags": ["a", n], "deep": {"x": n % 2 == 0}},
                published=at(n) if n % 5 else None,
                summary="Some of the Sea" if n % 2 else "BIRCHES in a Wood",
                pages=n * 10 if n % 7 else None,
            )
            for n in range(1, 13)
        ]
    )
    for book in books:
        book.tags.set([tag for i, tag in enumerate(tags) if (book.id.int >> i) & 1])
    ann = User.objects.get(username="ann")
    for n in (1, 2, 5):
        Lending.objects.create(book_id=key(n), reader=ann, taken=at(20, n), remark=f"r{n}")
    say(Book.objects.count(), Lending.objects.latest().remark, Lending.objects.earliest().remark)


@part
def filters():
    def titles(query):
        say(len(query), [str(book) for book in query])

    titles(Book.objects.filter(title__contains="1"))
    titles(Book.objects.filter(summary__icontains="birch"))
    titles(Book.objects.filter(summary__icontains="SEA", title__iexact="title 3"))
    titles(Book.objects.filter(title__istartswith="TITLE 1"))
    titles(Book.objects.filter(title__endswith="2"))
    titles(Book.objects.filter(title__iregex=r"^title 1[0-2]$"))
    titles(Book.objects.filter(title__regex=r"e [2-4]$"))
    say(list(Author.objects.filter(name__contains="_100%").values_list("name", flat=True)))
    titles(Book.objects.filter(Q(price__gt=10) | Q(author__name="Ada"), ~Q(in_print=False)))
    titles(Book.objects.filter(id__in=[key(1), key(2)]))
    titles(Book.objects.exclude(tags__slug="red"))
    titles(Book.objects.filter(tags__slug__in=["red", "blue"]).distinct())
    titles(Book.objects.filter(author__mentor__mentor__name="Ada"))
    titles(Book.objects.filter(published__date=datetime.date(2026, 1, 3)))
    titles(Book.objects.filter(published__year=2026, published__day__gte=8))
    titles(Book.objects.filter(published__time__gte=datetime.time(12), published__week_day=2))
    titles(Book.objects.filter(published__range=(at(2), at(4))))
    titles(Book.objects.filter(published__isnull=True))
    titles(Book.objects.filter(pages__gt=F("rating") * 30))
    titles(Book.objects.filter(facts__n=3))
    titles(Book.objects.filter(facts__n__gte=10))
    titles(Book.objects.filter(facts__deep__x=True, facts__has_key="n"))
    titles(Book.objects.filter(facts__contains={"n": 4}))
    titles(Book.objects.filter(facts__tags__1=5))
    titles(Book.objects.filter(facts__has_any_keys=["no", "deep"])[:2])
    titles(Book.objects.order_by("-price", "title")[2:5])
    titles(Book.objects.order_by(F("pages").desc(nulls_last=True))[:3])
    titles(Book.objects.order_by(F("pages").asc(nulls_first=True), "title")[:3])
    say(Book.objects.filter(title="none").exists(), Book.objects.filter(in_print=True).exists())
    say(Book.objects.first(), Book.objects.last(), Book.objects.none().count())
    say(sorted(Book.objects.in_bulk([key(1), key(4)]).keys()))
    try:
        Book.objects.get(in_print=True)
    except Book.MultipleObjectsReturned:
        say("several")


@part
def columns():
    say(list(Book.objects.values("author__name", "title").order_by("title")[:2]))
    say(list(Book.objects.values_list("facts__deep__x", "facts__n").order_by("title")[:3]))
    book = Book.objects.get(id=key(3))
    say(book.price, type(book.price).__name__, book.published, book.facts, book.id, book.pages)
    say(Author.objects.get(name="Ada").born, Book.objects.only("title").get(id=key(1)).in_print)
    say(Book.objects.defer("summary").get(id=key(2)).summary)
    say(list(Book.objects.dates("published", "month")), list(Book.objects.datetimes("published", "day"))[:2])
    say(list(Author.objects.values_list(Upper("name"), Lower("name"), Length("name"))))
    say(list(Author.objects.values_list(Concat("name", Value("/"), Cast("born", Author._meta.get_field("name"))))))
    say(list(Book.objects.values_list(Coalesce("pages", Value(0)), Cast("price", IntegerField())).order_by("title")))
    say(
        list(
            Book.objects.annotate(
                size=Case(When(pages__gte=80, then=Value("big")), When(pages=None, then=Value("?")), default=Value("small"))
            ).values_list("size", flat=True)
        )
    )
    say(list(Book.objects.annotate(y=ExtractYear("published"), m=ExtractMonth("published")).values_list("y", "m")[:2]))


@part
def aggregates():
    say(numbers(Book.objects.aggregate(Count("id"), Sum("price"), Avg("price"), Max("published"), Min("pages"))))
    say(Book.objects.aggregate(n=Count("id", filter=Q(in_print=True)), d=Count("author", distinct=True)))
    say(round(Book.objects.aggregate(s=StdDev("rating") + 1.0)["s"], 6))
    say(list(Author.objects.annotate(n=Count("books"), top=Max("books__price")).values_list("name", "n", "top")))
    say(list(Author.objects.annotate(n=Count("books__tags", distinct=True)).filter(n__gte=3).order_by("name").values_list("name", "n")))
    say([numbers(row) for row in Book.objects.values("in_print").annotate(n=Count("id"), p=Avg("price")).order_by("in_print")])
    say(list(Tag.objects.annotate(n=Count("book")).order_by("-n", "slug").values_list("slug", "n")))
    say(list(Book.objects.annotate(d=TruncMonth("published")).values("d").annotate(n=Count("id")).order_by("d")))
    say(list(Book.objects.annotate(d=TruncDay("published")).values_list("d", flat=True)[:2]))
    say(
        list(
            Book.objects.annotate(
                place=Window(Rank(), partition_by=F("author"), order_by=F("price").desc()),
                row=Window(RowNumber(), order_by=F("title").asc()),
            ).values_list("title", "place", "row")
        )
    )
    newest = Book.objects.filter(author=OuterRef("pk")).order_by("-published")
    say(list(Author.objects.annotate(b=Subquery(newest.values("title")[:1])).values_list("name", "b")))
    lent = Lending.objects.filter(book=OuterRef("pk"))
    say(list(Book.objects.filter(Exists(lent)).values_list("title", flat=True)))
    say(Book.objects.annotate(l=Exists(lent)).filter(l=False).count())
    say(list(Author.objects.filter(books__in=Book.objects.filter(pages__gt=60)).distinct()))
    say([str(b) for b in Book.objects.filter(pages__gt=100).union(Book.objects.filter(price__lt=3)).order_by("title")])
    say([str(b) for b in Book.objects.filter(pages__gt=50).intersection(Book.objects.filter(price__lt=12)).order_by("title")])
    say([str(b) for b in Book.objects.filter(pages__gt=50).difference(Book.objects.filter(in_print=False)).order_by("title")])
    say(list(Book.objects.order_by("author__name", "-price").distinct("author__name").values_list("author__name", "title")))


@part
def relations():
    say([(b.title, b.author.name, b.author.mentor) for b in Book.objects.select_related("author__mentor")[:3]])
    for author in Author.objects.prefetch_related(Prefetch("books", Book.objects.order_by("-price")), "books__tags"):
        say(author, [(book.title, sorted(t.slug for t in book.tags.all())) for book in author.books.all()][:2])
    red = Tag.objects.get(slug="red")
    say(red.book_set.count(), [str(b) for b in red.book_set.all()[:2]])
    book = Book.objects.get(id=key(7))
    book.tags.remove(red)
    book.tags.add(red, through_defaults={})
    book.tags.clear()
    book.tags.create(slug="new")
    say([str(t) for t in book.tags.all()])
    say(sorted(p.codename for p in Permission.objects.filter(content_type__app_label="library"))[:5])
    say(ContentType.objects.get_for_model(Book).model, Book._meta.db_table)


@part
def changes():
    say(Book.objects.filter(author__name="Bob").update(price=F("price") + 1, rating=Case(When(price__gt=5, then=4), default=1)))
    say(list(Book.objects.filter(author__name="Bob").values_list("price", "rating")))
    say(Tag.objects.get_or_create(slug="red")[1], Tag.objects.get_or_create(slug="grey")[1])
    say(Author.objects.update_or_create(name="Dee", defaults={"born": datetime.date(2000, 2, 29)})[1])
    say(Author.objects.update_or_create(name="Dee", defaults={"born": None})[1], Author.objects.get(name="Dee").born)
    Tag.objects.bulk_create([Tag(slug="red"), Tag(slug="pink")], ignore_conflicts=True)
    Author.objects.bulk_create(
        [Author(name="Dee", born=datetime.date(1999, 1, 1)), Author(name="Eli")],
        update_conflicts=True, unique_fields=["name"], update_fields=["born"],
    )
    say(list(Author.objects.values_list("name", "born")))
    books = list(Book.objects.order_by("title"))
    for i, book in enumerate(books):
        book.rating = i
    say(Book.objects.bulk_update(books, ["rating"], batch_size=5))
    say(Book.objects.aggregate(Sum("rating")))
    with transaction.atomic():
        say([str(b) for b in Book.objects.select_for_update().filter(pages__lt=40)])
        say([str(b) for b in Book.objects.select_for_update(skip_locked=True, of=("self",)).select_related("author")[:2]])
        say([str(b) for b in Book.objects.select_for_update(nowait=True)[:1]])
    for wrong in (
        lambda: Author.objects.create(name="Ada"),
        lambda: Book.objects.create(title="x", author_id=12345, price=1),
        lambda: Book.objects.create(title="x", author=Author.objects.get(name="Ada"), price=-1),
        lambda: Author.objects.create(name=None),
        lambda: Author.objects.create(name="x" * 200),
    ):
        try:
            with transaction.atomic():
                wrong()
            say("taken")
        except DatabaseError as e:
            say(type(e).__name__, getattr(e.__cause__, "sqlstate", None))
    try:
        with transaction.atomic():
            Tag.objects.create(slug="outer")
            try:
                with transaction.atomic():
                    Tag.objects.create(slug="inner")
                    Tag.objects.create(slug="inner")
            except IntegrityError:
                say("inner back")
            say(Tag.objects.filter(slug__in=["outer", "inner"]).count())
            raise RuntimeError("back")
    except RuntimeError:
        say(Tag.objects.filter(slug__in=["outer", "inner"]).count())
    done = []
    with transaction.atomic():
        transaction.on_commit(lambda: done.append(1))
        place = transaction.savepoint()
        Tag.objects.create(slug="lost")
        transaction.savepoint_rollback(place)
    say(done, Tag.objects.filter(slug="lost").exists())
    say(Author.objects.filter(name__in=["Dee", "Eli"]).delete())
    say(Book.objects.filter(title__in=["Title 1", "Title 3"]).exclude(lending__isnull=False).delete())
    say(list(Author.objects.raw("SELECT * FROM library_author WHERE name LIKE %s", ["A%"])))
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), max(price) FROM library_book WHERE in_print = %s", [True])
        say(cursor.fetchone(), [c.name for c in cursor.description])
    say([b.title for b in Book.objects.order_by("title").iterator(chunk_size=2)])


@part
def sessions():
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store["a"] = {"b": [1, 2]}
    store.create()
    say(SessionStore(session_key=store.session_key)["a"], Session.objects.count())
    store.set_expiry(-10)
    store.save()
    call_command("clearsessions")
    say(Session.objects.count())
    group = Group.objects.create(name="readers")
    group.permissions.add(Permission.objects.get(codename="view_book"))
    ann = User.objects.get(username="ann")
    ann.groups.add(group)
    ann = User.objects.get(username="ann")
    say(ann.has_perm("library.view_book"), ann.has_perm("library.add_book"), ann.check_password("secret"))


@part
def admin():
    setup_test_environment()
    client = Client()
    say(client.get("/admin/").status_code, client.login(username="root", password="wrong"))
    say(client.post("/admin/login/?next=/admin/", {"username": "root", "password": "secret"}).status_code)
    say(client.get("/admin/").status_code)
    fay = None

    def page(path, *words):
        answer = client.get(path)
        text = answer.content.decode()
        say(path.replace(f"/{fay}/", "/fay/"), answer.status_code, [text.count(word) for word in words])

    page("/admin/library/book/", "Title", "results")
    page("/admin/library/book/?q=Ada", "Title")
    page("/admin/library/book/?q=title+2", "Title 2")
    page("/admin/library/book/?in_print__exact=0&o=-3.1", "Title")
    page("/admin/library/author/?born__year=1970", "Bob")
    page(f"/admin/library/book/{key(2)}/change/", "Title 2")
    answer = client.post("/admin/library/author/add/", {"name": "Fay", "born": "1980-05-06", "mentor": ""})
    say(answer.status_code, Author.objects.get(name="Fay").born)
    fay = Author.objects.get(name="Fay").pk
    answer = client.post("/admin/library/author/add/", {"name": "Fay", "born": "", "mentor": ""})
    say(answer.status_code, "already exists" in answer.content.decode())
    say(client.post(f"/admin/library/author/{fay}/change/", {"name": "Fae", "born": "", "mentor": ""}).status_code)
    say(Author.objects.get(pk=fay))
    form = {
        "id": str(key(50)), "title": "Made", "author": fay, "price": "3.25", "in_print": "on", "facts": '{"a": 1}',
        "published_0": "2026-02-03", "published_1": "04:05:06", "summary": "", "pages": "9", "rating": "2",
        "tags": [str(t.pk) for t in Tag.objects.filter(slug__in=["red", "blue"])], "editor": "",
    }
    answer = client.post("/admin/library/book/add/", form)
    made = Book.objects.get(title="Made")
    say(answer.status_code, made.price, made.published, made.facts, made.tags.count())
    page(f"/admin/library/book/{made.pk}/history/", "Added")
    say(client.post("/admin/library/book/", {"action": "delete_selected", "_selected_action": [str(made.pk)], "post": "yes"}).status_code)
    say(Book.objects.filter(title="Made").exists())
    page(f"/admin/library/author/{fay}/delete/", "Are you sure")
    say(client.post(f"/admin/library/author/{fay}/delete/", {"post": "yes"}).status_code, Author.objects.filter(pk=fay).exists())
    page("/admin/auth/user/", "ann")
    page("/admin/library/lending/", "lending")
    client.logout()
    say(client.get("/admin/library/book/").status_code)


@part
def inspected():
    out = io.StringIO()
    call_command("inspectdb", stdout=out)
    say("\n".join(line for line in out.getvalue().splitlines() if line.strip()))
    out = io.StringIO()
    call_command("dumpdata", "library", indent=1, stdout=out)
    say(len(out.getvalue().splitlines()))
    out.seek(0)
    call_command("sqlsequencereset", "library", stdout=io.StringIO())
    call_command("flush", interactive=False, stdout=io.StringIO())
    say(Book.objects.count(), User.objects.count())


for step in PARTS:
    say("==", step.__name__)
    try:
        step()
    except Exception as e:
        traceback.print_exc()
        say("failed", type(e).__name__, e)
