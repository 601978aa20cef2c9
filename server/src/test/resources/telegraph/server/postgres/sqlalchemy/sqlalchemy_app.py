"""A shop by SQLAlchemy, from its tables to its reports: it prints what a database answers."""

import datetime
import decimal
import enum
import os
import traceback
import uuid

from sqlalchemy import (
    BigInteger, CheckConstraint, Column, Computed, Date, DateTime, Enum, ForeignKey, Index, Integer, Interval,
    LargeBinary, MetaData, Numeric, Sequence, String, Table, Text, UniqueConstraint, case, cast, column,
    create_engine, delete, exists, extract, func, insert, inspect, literal, literal_column, not_, or_, select,
    text, tuple_, union, union_all, update, values,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, UUID, aggregate_order_by
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.exc import DBAPIError, MultipleResultsFound, NoResultFound
from sqlalchemy.orm import (
    DeclarativeBase, Mapped, Session, aliased, column_property, contains_eager, joinedload, mapped_column,
    relationship, selectinload, subqueryload,
)
from sqlalchemy.orm.exc import StaleDataError

UTC = datetime.timezone.utc
ENGINE = create_engine(
    "postgresql+psycopg://postgres@{}:{}/{}".format(
        os.environ["APP_HOST"], os.environ["APP_PORT"], os.environ["APP_DATABASE"]
    )
)


def say(*words):
    print(*words, flush=True)


PARTS = []


def part(function):
    PARTS.append(function)
    return function


class Base(DeclarativeBase):
    pass


class Rank(enum.Enum):
    plain = "plain"
    gold = "gold"


tagged = Table(
    "tagged",
    Base.metadata,
    Column("item_id", ForeignKey("item.id", ondelete="CASCADE"), primary_key=True),
    Column("tag_id", ForeignKey("tag.id"), primary_key=True),
)


class Tag(Base):
    __tablename__ = "tag"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(20), unique=True)


class Customer(Base):
    __tablename__ = "customer"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40), index=True)
    rank: Mapped[Rank] = mapped_column(Enum(Rank), default=Rank.plain)
    since: Mapped[datetime.date] = mapped_column(Date, server_default=text("date '2020-02-29'"))
    sponsor_id: Mapped[int | None] = mapped_column(ForeignKey("customer.id"))
    version: Mapped[int] = mapped_column(Integer, nullable=False)
    orders: Mapped[list["Order"]] = relationship(back_populates="customer", cascade="all, delete-orphan")
    sponsor: Mapped["Customer | None"] = relationship(remote_side=[id])
    __mapper_args__ = {"version_id_col": version}


class Item(Base):
    __tablename__ = "item"
    id: Mapped[uuid.UUID] = mapped_column(UUID(as_uuid=True), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    price: Mapped[decimal.Decimal] = mapped_column(Numeric(10, 2), CheckConstraint("price >= 0", name="item_price"))
    facts: Mapped[dict | None] = mapped_column(JSONB)
    sizes: Mapped[list[int] | None] = mapped_column(ARRAY(Integer))
    picture: Mapped[bytes | None] = mapped_column(LargeBinary)
    shown: Mapped[str] = mapped_column(Text, Computed("upper(name)"))
    tags: Mapped[list[Tag]] = relationship(secondary=tagged, order_by=Tag.name)


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[int] = mapped_column(BigInteger, Sequence("order_numbers", start=100, increment=5), primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id"))
    placed: Mapped[datetime.datetime] = mapped_column(DateTime(timezone=True))
    within: Mapped[datetime.timedelta | None] = mapped_column(Interval)
    paid: Mapped[bool] = mapped_column(default=False)
    kind: Mapped[str] = mapped_column(String(10))
    customer: Mapped[Customer] = relationship(back_populates="orders")
    lines: Mapped[list["Line"]] = relationship(back_populates="order", cascade="all, delete-orphan", order_by="Line.place")
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "order"}


class Rush(Order):
    __tablename__ = "rush"
    id: Mapped[int] = mapped_column(ForeignKey("orders.id"), primary_key=True)
    courier: Mapped[str] = mapped_column(String(30))
    __mapper_args__ = {"polymorphic_identity": "rush"}


class Line(Base):
    __tablename__ = "line"
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("item.id"))
    count: Mapped[int]
    order: Mapped[Order] = relationship(back_populates="lines")
    item: Mapped[Item] = relationship()
    __table_args__ = (UniqueConstraint("order_id", "item_id", name="line_once"), Index("line_items", "item_id"))


Customer.order_count = column_property(
    select(func.count(Order.id)).where(Order.customer_id == Customer.id).correlate_except(Order).scalar_subquery()
)


def key(number):
    return uuid.UUID(int=number)


def at(day, hour=9):
    return datetime.datetime(2026, 3, day, hour, 15, 30, 125000, UTC)


@part
def tables():
    Base.metadata.create_all(ENGINE)
    Base.metadata.create_all(ENGINE)
    names = inspect(ENGINE)
    say(sorted(names.get_table_names()), sorted(names.get_sequence_names()), names.has_table("item"), names.has_table("none"))
    for table in ("customer", "item", "orders", "line"):
        for c in names.get_columns(table):
            say(table, c["name"], c["type"], c["nullable"], "computed" in c)
        say(names.get_pk_constraint(table)["constrained_columns"])
        say(sorted((f["constrained_columns"], f["referred_table"], f["options"].get("ondelete")) for f in names.get_foreign_keys(table)))
        say(sorted((u["name"], u["column_names"]) for u in names.get_unique_constraints(table)))
        say(sorted((i["name"], i["column_names"], i["unique"]) for i in names.get_indexes(table)))
        say([c["name"] for c in names.get_check_constraints(table)])
    say(names.get_enums()[0]["name"], names.get_enums()[0]["labels"])
    again = MetaData()
    again.reflect(ENGINE)
    say(sorted(again.tables), [c.name for c in again.tables["line"].primary_key])


@part
def rows():
    with Session(ENGINE) as session:
        tags = [Tag(name=n) for n in ("red", "green", "blue")]
        items = [
            Item(
                id=key(n),
                name=f"item {n}",
                price=decimal.Decimal(n * 7) / 4,
                facts={"n": n, "of": ["a", n], "deep": {"x": n % 2 == 0}} if n % 4 else None,
                sizes=[n, n + 1] if n % 3 else None,
                picture=bytes([n, 0, 255]),
                tags=[t for i, t in enumerate(tags) if (n >> i) & 1],
            )
            for n in range(1, 9)
        ]
        session.add_all(items)
        ada = Customer(name="Ada", rank=Rank.gold)
        bob = Customer(name="Bob", sponsor=ada, since=datetime.date(2024, 5, 6))
        cy = Customer(name="Cy_%", sponsor=bob)
        session.add_all([ada, bob, cy])
        for n in range(6):
            place = dict(customer=[ada, bob][n % 2], placed=at(n + 1), within=datetime.timedelta(days=n, hours=1), paid=n > 2)
            order = Order(**place) if n % 3 else Rush(courier=f"courier {n}", **place)
            order.lines = [Line(place=p, item=items[(n + p) % 8], count=p + n) for p in range(1, n % 3 + 2)]
            session.add(order)
        session.commit()
        say([(i.name, i.shown, i.price) for i in items[:3]], ada.version, bob.since, ada.since)
        say(session.scalars(select(Order.id).order_by(Order.id)).all())


@part
def filters():
    with Session(ENGINE) as session:
        def names(query):
            found = session.scalars(query.order_by(Item.name)).all()
            say(len(found), [i.name for i in found])

        names(select(Item).where(Item.name.contains("1")))
        names(select(Item).where(Item.name.icontains("ITEM 2")))
        names(select(Item).where(Item.name.startswith("item"), not_(Item.name.endswith("3"))))
        names(select(Item).where(Item.name.regexp_match("[1-3]$")))
        names(select(Item).where(Item.name.in_(["item 1", "item 4"])))
        names(select(Item).where(Item.name.not_in(["item 1", "item 4"])))
        names(select(Item).where(Item.name.in_([])))
        names(select(Item).where(Item.price.between(3, 9)))
        names(select(Item).where(or_(Item.price > 12, Item.sizes.is_(None))))
        names(select(Item).where(Item.id.in_([key(2), key(3)])))
        names(select(Item).where(Item.facts["n"].as_integer() > 4))
        names(select(Item).where(Item.facts["deep"]["x"].as_boolean()))
        names(select(Item).where(Item.facts["of"][0].as_string() == "a", Item.facts["n"].astext == "5"))
        names(select(Item).where(Item.facts.contains({"n": 3})))
        names(select(Item).where(Item.facts.has_key("deep")))
        names(select(Item).where(Item.facts["deep"] == {"x": True}))
        names(select(Item).where(Item.sizes.contains([4])))
        names(select(Item).where(Item.sizes.overlap([2, 8])))
        names(select(Item).where(Item.sizes[1] == 5))
        names(select(Item).where(5 == Item.sizes.any_()))
        names(select(Item).where(func.array_length(Item.sizes, 1) == 2))
        names(select(Item).where(Item.tags.any(Tag.name == "red")))
        names(select(Item).where(~Item.tags.any()))
        names(select(Item).join(Item.tags).where(Tag.name.in_(["red", "blue"])).distinct())
        names(select(Item).where(tuple_(Item.name, Item.price).in_([("item 1", decimal.Decimal("1.75")), ("item 2", 1)])))
        names(select(Item).where(tuple_(Item.price, Item.name) > tuple_(decimal.Decimal("7.00"), "item 4")))
        names(select(Item).where(exists().where(Line.item_id == Item.id, Line.count > 4)))
        names(select(Item).where(Item.picture == bytes([3, 0, 255])))
        say(session.scalars(select(Customer.name).where(Customer.rank == Rank.gold)).all())
        say(session.scalars(select(Customer.name).where(Customer.name.contains("_%", autoescape=True))).all())
        say(session.scalars(select(Customer.name).where(Customer.sponsor.has(name="Ada"))).all())
        say(session.scalars(select(Order.id).where(extract("day", Order.placed) > 4).order_by(Order.id)).all())
        say(session.scalars(select(Order.id).where(Order.within > datetime.timedelta(days=3)).order_by(Order.id)).all())
        say(session.scalars(select(Order.id).where(Order.placed + Order.within > at(8)).order_by(Order.id)).all())
        say(session.scalars(select(Order.id).where(Order.paid.is_(True)).order_by(Order.id.desc()).limit(2).offset(1)).all())
        try:
            session.scalars(select(Item).where(Item.name == "none")).one()
        except NoResultFound:
            say("nothing")
        try:
            session.scalars(select(Item)).one()
        except MultipleResultsFound:
            say("several")
        say(session.scalar(select(exists().where(Item.name == "item 1"))))
        say(session.get(Item, key(7)).facts, session.get(Item, key(70)))


@part
def relations():
    with Session(ENGINE) as session:
        for how in (joinedload, selectinload, subqueryload):
            found = session.scalars(select(Customer).options(how(Customer.orders)).order_by(Customer.name)).unique().all()
            say([(c.name, sorted(o.id for o in c.orders)) for c in found])
            session.expunge_all()
        lines = session.scalars(
            select(Line).join(Line.item).options(contains_eager(Line.item)).order_by(Line.order_id, Line.place)
        ).all()
        say([(l.order_id, l.place, l.item.name, l.count) for l in lines])
        orders = session.scalars(select(Order).options(selectinload(Order.lines)).order_by(Order.id)).all()
        say([(type(o).__name__, o.id, getattr(o, "courier", None), o.placed, o.within) for o in orders])
        say([r.courier for r in session.scalars(select(Rush).order_by(Rush.id))])
        say([(c.name, c.order_count) for c in session.scalars(select(Customer).order_by(Customer.name))])
        say([t.name for t in session.get(Item, key(7)).tags])
        other = aliased(Customer)
        say(session.execute(select(Customer.name, other.name).outerjoin(other, Customer.sponsor_id == other.id).order_by(text("1"))).all())


@part
def reports():
    with Session(ENGINE) as session:
        total = func.sum(Line.count * Item.price)
        say(session.execute(
            select(Customer.name, func.count(Order.id.distinct()), total)
            .join(Customer.orders).join(Order.lines).join(Line.item)
            .group_by(Customer.id).having(total > 10).order_by(Customer.name)
        ).all())
        say(session.execute(
            select(func.date_trunc("month", Order.placed), func.count(), func.min(Order.placed)).group_by(text("1"))
        ).all())
        say(session.execute(
            select(Order.id, func.rank().over(partition_by=Order.customer_id, order_by=Order.placed.desc()),
                   func.sum(Order.id).over(order_by=Order.id, rows=(-1, 0))).order_by(Order.id)
        ).all())
        say(session.execute(
            select(case((Item.price > 10, "dear"), (Item.price > 5, "fair"), else_="cheap").label("c"), func.count())
            .group_by("c").order_by("c")
        ).all())
        newest = select(Order).where(Order.customer_id == Customer.id).order_by(Order.placed.desc()).limit(1).lateral("newest")
        say(session.execute(select(Customer.name, newest.c.id).join(newest, literal(True), isouter=True).order_by(text("1"))).all())
        chain = select(Customer.id, Customer.name, literal(0).label("depth")).where(Customer.sponsor_id.is_(None)).cte("chain", recursive=True)
        chain = chain.union_all(select(Customer.id, Customer.name, chain.c.depth + 1).join(chain, Customer.sponsor_id == chain.c.id))
        say(session.execute(select(chain.c.name, chain.c.depth).order_by(chain.c.depth)).all())
        say(session.execute(union(select(Item.name).where(Item.price < 3), select(Tag.name)).order_by("name")).all())
        say(session.execute(union_all(select(Item.name).where(Item.price < 3), select(Customer.name)).order_by("name")).all())
        say(session.execute(select(Item.name).where(Item.price < 6).intersect(select(Item.name).where(Item.price > 3)).order_by("name")).all())
        say(session.execute(select(Item.facts).where(Item.price < 6).union(select(Item.facts).where(Item.price > 12))).all().__len__())
        say(session.execute(select(func.string_agg(Item.name, aggregate_order_by(literal(","), Item.price.desc())))).scalar())
        say(session.execute(select(func.array_agg(aggregate_order_by(Item.name, Item.name)))).scalar())
        say(session.execute(select(func.count()).filter(Item.price > 5), ).scalar(), session.scalar(select(func.count()).select_from(Item)))
        say(session.execute(select(func.percentile_cont(literal_column("0.5")).within_group(Item.price))).scalar())
        say(session.execute(select(func.coalesce(func.max(Line.count), 0), func.min(Item.name)).join(Line.item)).one())
        say(session.execute(select(Order.id).distinct(Order.customer_id).order_by(Order.customer_id, Order.placed)).all())
        say(session.execute(select(cast(Item.price, Integer).label("i"), cast(Item.price, Text).label("t"), func.floor(Item.price)).order_by(Item.price).limit(3)).all())
        say(session.execute(select(func.unnest(Item.sizes).label("s")).order_by("s").limit(4)).all())
        rows = values(column("n", Integer), column("w", String), name="v").data([(1, "one"), (2, "two")])
        say(session.execute(select(rows.c.w, Tag.name).join(Tag, Tag.id == rows.c.n).order_by(rows.c.n)).all())
        say(session.execute(select(func.jsonb_object_keys(Item.facts)).where(Item.id == key(1)).order_by(text("1"))).all())
        say(session.execute(select(func.generate_series(1, 7, 3))).all())
        say(session.execute(select(Item.name, func.row_number().over(order_by=Item.name)).where(Item.facts.is_not(None)).limit(2)).all())
        say(session.execute(text("SELECT count(*) FROM item WHERE price > :p"), {"p": 5}).scalar())
        with ENGINE.connect() as connection:
            stream = connection.execution_options(stream_results=True, max_row_buffer=3).execute(select(Item.name).order_by(Item.name))
            say([name for (name,) in stream])


@part
def changes():
    with Session(ENGINE) as session:
        say(session.execute(update(Item).where(Item.price < 3).values(price=Item.price + 1).returning(Item.name, Item.price)).all())
        say(session.execute(update(Line).where(Line.item_id == Item.id, Item.name == "item 2").values(count=Line.count * 10)).rowcount)
        say(session.execute(delete(Line).where(Line.count > 40).returning(Line.order_id)).all())
        session.rollback()
        new = session.scalars(insert(Tag).returning(Tag), [{"name": f"t{n}"} for n in range(5)]).all()
        say(sorted(t.name for t in new), len({t.id for t in new}))
        put = upsert(Tag).values([{"name": "red"}, {"name": "pink"}])
        say(session.execute(put.on_conflict_do_nothing(index_elements=[Tag.name]).returning(Tag.name)).all())
        put = upsert(Tag).values(name="red")
        say(session.execute(put.on_conflict_do_update(constraint="tag_name_key", set_={"name": put.excluded.name + "!"}).returning(Tag.name)).all())
        session.commit()
        ada = session.scalars(select(Customer).filter_by(name="Ada").with_for_update()).one()
        ada.name = "Ada L."
        ada.orders.remove(sorted(ada.orders, key=lambda o: o.id)[0])
        session.commit()
        say(ada.version, ada.order_count, session.scalar(select(func.count()).select_from(Line)), session.scalar(select(func.count()).select_from(Rush)))
        item = session.get(Item, key(3))
        item.facts = {**item.facts, "more": None}
        item.sizes = [9, 8, 7]
        item.tags = item.tags[:1]
        session.commit()
        say(item.facts, item.sizes, [t.name for t in item.tags])
        session.bulk_update_mappings(Item, [{"id": key(1), "price": 99}, {"id": key(2), "price": 98}])
        session.execute(update(Item), [{"id": key(4), "name": "four"}, {"id": key(5), "name": "five"}])
        session.commit()
        say(session.execute(select(Item.name, Item.shown, Item.price).order_by(Item.id)).all())
        for wrong in (
            Tag(name="blue"), Tag(name="x" * 30), Item(id=key(1), name="twice", price=1), Item(id=key(50), name="less", price=-1),
            Line(order_id=1, place=1, item_id=key(1), count=1), Tag(name=None), Item(id=key(51), name="far", price=10**9),
        ):
            try:
                with session.begin_nested():
                    session.add(wrong)
                say("taken")
            except DBAPIError as e:
                diagnosis = e.orig.diag
                say(type(e).__name__, e.orig.sqlstate, diagnosis.constraint_name, diagnosis.column_name)
        with Session(ENGINE) as second:
            mine = session.scalars(select(Customer).filter_by(name="Bob")).one()
            session.commit()
            theirs = second.scalars(select(Customer).filter_by(name="Bob")).one()
            theirs.rank = Rank.gold
            second.commit()
            mine.name = "Robert"
            session.execute(text("UPDATE customer SET version = version + 1 WHERE name = 'Bob'"))
            try:
                session.flush()
                say("taken")
            except StaleDataError:
                say("stale")
            session.rollback()
        with ENGINE.begin() as connection:
            connection.execute(text("CREATE TEMPORARY TABLE scratch (n int) ON COMMIT DROP"))
            connection.execute(text("INSERT INTO scratch SELECT generate_series(1, 3)"))
            say(connection.execute(text("SELECT sum(n) FROM scratch")).scalar())
        with ENGINE.connect().execution_options(isolation_level="SERIALIZABLE") as connection:
            say(connection.execute(text("SHOW transaction_isolation")).scalar(), connection.get_isolation_level())
        with ENGINE.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            say(connection.execute(select(func.count()).select_from(Item)).scalar())


@part
def gone():
    Base.metadata.drop_all(ENGINE)
    say(inspect(ENGINE).get_table_names(), inspect(ENGINE).get_enums(), inspect(ENGINE).get_sequence_names())


for step in PARTS:
    say("==", step.__name__)
    try:
        step()
    except Exception as e:
        traceback.print_exc()
        say("failed", type(e).__name__, str(e).splitlines()[0])
