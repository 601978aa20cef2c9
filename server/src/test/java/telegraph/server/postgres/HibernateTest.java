package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.Root;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.server.postgres.shop.Address;
import telegraph.server.postgres.shop.Author;
import telegraph.server.postgres.shop.Book;

/// A small shop that Hibernate keeps with its dialect for PostgreSQL: its tables are made, filled,
/// asked, changed and found to be what they should be.
///
/// `hibernate.txt` has what the same gives over PostgreSQL 15: -Dhibernate.url=jdbc:postgresql:…
/// has it run there.
@Tag("slow")
@Timeout(300)
class HibernateTest {
    private static final String SCHEMA = "shop";

    private final List<String> said = new ArrayList<>();

    @Test
    void aShopGivesWhatItGivesOverPostgresql() throws Exception {
        String other = System.getProperty("hibernate.url", "");
        try (PostgresServer server = new PostgresServer()) {
            run(
                    other.isEmpty()
                            ? "jdbc:postgresql://127.0.0.1:" + server.port() + "/t?user=somebody"
                            : other);
        }
        assertEquals(expected(), String.join("\n", said) + "\n");
    }

    private static String expected() throws IOException {
        try (InputStream in = HibernateTest.class.getResourceAsStream("hibernate.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Configuration configuration(String url, String tables) {
        return new Configuration()
                .setProperty("hibernate.connection.url", url)
                .setProperty("hibernate.default_schema", SCHEMA)
                .setProperty("hibernate.hbm2ddl.auto", tables)
                .setProperty("hibernate.hbm2ddl.halt_on_error", "true")
                .setProperty("hibernate.jdbc.time_zone", "UTC")
                .addAnnotatedClass(Author.class)
                .addAnnotatedClass(Book.class)
                .addAnnotatedClass(telegraph.server.postgres.shop.Tag.class);
    }

    private void run(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
            statement.execute("CREATE SCHEMA " + SCHEMA);
        }
        try (SessionFactory factory = configuration(url, "create").buildSessionFactory()) {
            steps().forEach((name, step) -> said.add(name + ": " + done(factory, step)));
        }
        for (String tables : List.of("validate", "update", "create-drop")) {
            configuration(url, tables).buildSessionFactory().close();
            said.add(tables + ": done");
        }
    }

    /// What a step gives in a transaction of its own, or how it fails.
    private static String done(SessionFactory factory, Function<EntityManager, Object> step) {
        try (EntityManager shop = factory.createEntityManager()) {
            shop.getTransaction().begin();
            try {
                Object result = step.apply(shop);
                shop.getTransaction().commit();
                return String.valueOf(result);
            } catch (RuntimeException e) {
                shop.getTransaction().rollback();
                return e.getClass().getSimpleName();
            }
        }
    }

    private static List<String> shown(List<?> rows) {
        return rows.stream()
                .map(row -> row instanceof Object[] values ? Arrays.toString(values) : "" + row)
                .toList();
    }

    private static List<String> asked(EntityManager shop, String query) {
        return shown(shop.createQuery(query, Object[].class).getResultList());
    }

    private static List<String> texts(EntityManager shop, String query) {
        return shop.createQuery(query, String.class).getResultList();
    }

    private static Author author(EntityManager shop, String name) {
        return shop.createQuery("from Author where name = :name", Author.class)
                .setParameter("name", name)
                .getSingleResult();
    }

    private static Map<String, Function<EntityManager, Object>> steps() {
        Map<String, Function<EntityManager, Object>> steps = new LinkedHashMap<>();
        filled(steps);
        asked(steps);
        changed(steps);
        asMany(steps);
        return steps;
    }

    private static void filled(Map<String, Function<EntityManager, Object>> steps) {
        steps.put(
                "persist",
                shop -> {
                    var love = new telegraph.server.postgres.shop.Tag("love");
                    var war = new telegraph.server.postgres.shop.Tag("war");
                    shop.persist(love);
                    shop.persist(war);
                    for (int i = 1; i <= 3; i++) {
                        LocalDate born = i == 3 ? null : LocalDate.of(1900 + i, i, 10 + i);
                        Address address = new Address("Street " + i, i == 2 ? null : "Town");
                        Author author = new Author("Author " + i, born, address);
                        author.nicknames.addAll(List.of("n" + i, "m" + i));
                        for (int j = 1; j <= i; j++) {
                            Book book = book(author, i, j);
                            book.tags.add(j % 2 == 0 ? love : war);
                            if (j == 3) {
                                book.tags.add(love);
                            }
                            author.books.add(book);
                        }
                        shop.persist(author);
                    }
                    return "done";
                });
    }

    private static Book book(Author author, int i, int j) {
        Book book = new Book(author, "Book " + i + j, Book.Kind.values()[j - 1], i + "." + j + "5");
        book.added = Instant.parse("2024-02-29T10:00:00.123456Z");
        book.code = new UUID(i, j);
        book.sold = j == 1;
        book.weight = i / 3.0;
        book.blurb = "long text " + i;
        book.cover = new byte[] {1, (byte) i, -1};
        book.readAt = LocalTime.of(23, i, j);
        book.printed = LocalDateTime.of(2020, 1, i, j, 0);
        book.shipped = OffsetDateTime.of(2021, 5, i, 1, 2, 3, 0, ZoneOffset.ofHours(2));
        book.reading = Duration.ofMinutes(90 + j);
        book.extra = Map.of("k", i, "s", "t");
        book.chapters = List.of("one", "two, \"quoted\"", "NULL");
        book.pages = new int[] {i, j, 0};
        return book;
    }

    private static String told(Book b) {
        return String.join(
                " ",
                b.author.name,
                b.price.toString(),
                b.added.toString(),
                b.code.toString(),
                b.kind.name(),
                b.rank.name(),
                "" + b.sold,
                b.weight.toString(),
                b.blurb,
                Arrays.toString(b.cover),
                b.readAt.toString(),
                b.printed.toString(),
                b.shipped.toInstant().toString(),
                b.reading.toString(),
                new TreeMap<>(b.extra).toString(),
                b.chapters.toString(),
                Arrays.toString(b.pages),
                new TreeSet<>(b.tags.stream().map(tag -> tag.word).toList()).toString(),
                new TreeSet<>(b.author.nicknames).toString(),
                b.author.address.town);
    }

    private static void asked(Map<String, Function<EntityManager, Object>> steps) {
        steps.put(
                "find",
                shop ->
                        told(
                                shop.createQuery(
                                                "from Book b join fetch b.author where b.title = :t",
                                                Book.class)
                                        .setParameter("t", "Book 32")
                                        .getSingleResult()));
        steps.put(
                "join fetch",
                shop ->
                        shop
                                .createQuery(
                                        "select a from Author a left join fetch a.books order by"
                                                + " a.name",
                                        Author.class)
                                .getResultList()
                                .stream()
                                .map(author -> author.name + " " + author.books.size())
                                .toList());
        steps.put(
                "page",
                shop ->
                        shop.createQuery(
                                        "select b.title from Book b order by b.title desc",
                                        String.class)
                                .setFirstResult(1)
                                .setMaxResults(2)
                                .getResultList());
        steps.put(
                "subquery",
                shop ->
                        shop.createQuery(
                                        "select a.name from Author a where exists (select 1 from Book b"
                                                + " where b.author = a and b.price > 3.2) or a.born < :d"
                                                + " order by a.name",
                                        String.class)
                                .setParameter("d", LocalDate.of(1902, 1, 1))
                                .getResultList());
        steps.put(
                "in",
                shop ->
                        shop.createQuery(
                                        "select b.title from Book b where b.kind in (:k) and"
                                                + " b.author.name like :n order by b.title",
                                        String.class)
                                .setParameter("k", List.of(Book.Kind.NOVEL, Book.Kind.POEMS))
                                .setParameter("n", "%3")
                                .getResultList());
        for (Map.Entry<String, String> query : QUERIES.entrySet()) {
            steps.put(query.getKey(), shop -> asked(shop, query.getValue()));
        }
        steps.put("criteria", HibernateTest::criteria);
        steps.put(
                "array",
                shop ->
                        texts(
                                shop,
                                "select b.title from Book b where array_contains(b.chapters, 'one')"
                                        + " and array_length(b.pages) = 3 order by b.title"));
        steps.put(
                "member of",
                shop ->
                        shop.createQuery(
                                        "select b.title from Book b where :t member of b.tags order"
                                                + " by b.title",
                                        String.class)
                                .setParameter(
                                        "t",
                                        shop.find(telegraph.server.postgres.shop.Tag.class, "love"))
                                .getResultList());
        steps.put(
                "stream",
                shop ->
                        shop.createQuery(
                                        "select b.title from Book b order by b.title", String.class)
                                .setHint("org.hibernate.fetchSize", 2)
                                .getResultStream()
                                .toList());
        steps.put(
                "native",
                shop ->
                        shown(
                                shop.createNativeQuery(
                                                "select a.name, (select count(*) from {h-schema}book b"
                                                        + " where b.author_id = a.id) from"
                                                        + " {h-schema}author a order by 1",
                                                Object[].class)
                                        .getResultList()));
    }

    /// Queries whose rows are shown as they are.
    private static final Map<String, String> QUERIES = queries();

    private static Map<String, String> queries() {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put(
                "group",
                "select a.name, count(b), sum(b.price), avg(b.weight), max(b.added) from Book b join"
                        + " b.author a group by a.name having count(b) > 1 order by a.name");
        queries.put(
                "functions",
                "select upper(b.title), length(b.title), concat(b.title, '-', b.author.name),"
                        + " coalesce(b.author.address.town, 'none'), extract(year from b.printed),"
                        + " cast(b.price as string), mod(b.id, 2), substring(b.title, 1, 4),"
                        + " locate('k', b.title), trim(b.title), abs(-b.price), floor(b.price),"
                        + " case when b.sold then 'y' else 'n' end from Book b order by b.title");
        queries.put(
                "dates",
                "select year(a.born), month(a.born), day(a.born), a.born + 1 day, local date is not"
                        + " null from Author a where a.born is not null order by a.born");
        queries.put(
                "window",
                "select b.title, row_number() over (partition by b.author.id order by b.title),"
                        + " sum(b.price) over (partition by b.author.id) from Book b order by"
                        + " b.title");
        queries.put(
                "with",
                "with t as (select b.author.id as aid, count(*) as n from Book b group by"
                        + " b.author.id) select a.name, t.n from t t join Author a on t.aid = a.id"
                        + " order by a.name");
        queries.put(
                "listagg",
                "select a.name, listagg(b.title, ', ') within group (order by b.title) from Author a"
                        + " join a.books b group by a.name order by a.name");
        return queries;
    }

    private static Object criteria(EntityManager shop) {
        CriteriaBuilder builder = shop.getCriteriaBuilder();
        CriteriaQuery<Tuple> query = builder.createTupleQuery();
        Root<Book> book = query.from(Book.class);
        Join<Book, Author> author = book.join("author", JoinType.LEFT);
        query.multiselect(
                        author.get("name"),
                        builder.count(book),
                        builder.max(book.<BigDecimal>get("price")))
                .where(
                        builder.isTrue(book.get("sold")),
                        builder.between(
                                book.get("price"), new BigDecimal("1"), new BigDecimal("4")))
                .groupBy(author.get("name"))
                .orderBy(builder.asc(author.get("name")));
        return shop.createQuery(query).getResultList().stream()
                .map(tuple -> Arrays.toString(tuple.toArray()))
                .toList();
    }

    private static void changed(Map<String, Function<EntityManager, Object>> steps) {
        steps.put(
                "update of many",
                shop ->
                        shop.createQuery(
                                        "update Book b set b.price = b.price * 2, b.sold = true where"
                                                + " b.kind = :k")
                                .setParameter("k", Book.Kind.POEMS)
                                .executeUpdate());
        steps.put(
                "delete of none",
                shop ->
                        shop.createQuery("delete from Book b where b.title = 'none'")
                                .executeUpdate());
        steps.put(
                "lock",
                shop -> {
                    Author author = locked(shop, "Author 1", -1);
                    author.name = "Author One";
                    return author.version;
                });
        steps.put("lock at once", shop -> locked(shop, "Author One", 0).version);
        steps.put("lock what is free", shop -> locked(shop, "Author 3", -2).version);
        steps.put(
                "stale",
                shop -> {
                    Author author = author(shop, "Author One");
                    shop.createNativeQuery(
                                    "update {h-schema}author set version = version + 1 where id = ?1")
                            .setParameter(1, author.id)
                            .executeUpdate();
                    author.name = "lost";
                    shop.flush();
                    return "not noticed";
                });
        steps.put(
                "orphans",
                shop -> {
                    Author author = author(shop, "Author 2");
                    author.books.remove(0);
                    author.nicknames.remove("n2");
                    return author.books.size();
                });
        steps.put(
                "twice",
                shop -> {
                    shop.persist(
                            new Book(author(shop, "Author 3"), "Book 31", Book.Kind.ESSAY, "1"));
                    shop.flush();
                    return "not noticed";
                });
        steps.put(
                "remove",
                shop -> {
                    shop.remove(author(shop, "Author 2"));
                    shop.flush();
                    return shop.createQuery("select count(b) from Book b", Long.class)
                            .getSingleResult();
                });
    }

    /// @param timeout as Jakarta has it: -1 to wait, 0 for NOWAIT, -2 for SKIP LOCKED
    private static Author locked(EntityManager shop, String name, int timeout) {
        return shop.createQuery("from Author where name = :name", Author.class)
                .setParameter("name", name)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", timeout)
                .getSingleResult();
    }

    private static void asMany(Map<String, Function<EntityManager, Object>> steps) {
        steps.put(
                "insert of a query",
                shop ->
                        shop.createQuery(
                                        "insert into Tag (word) select concat('t-', a.name) from"
                                                + " Author a")
                                .executeUpdate());
        steps.put(
                "on conflict",
                shop ->
                        shop.createQuery(
                                        "insert into Tag (word) values ('love') on conflict (word) do"
                                                + " nothing")
                                .executeUpdate());
        steps.put(
                "batch",
                shop -> {
                    for (int i = 0; i < 50; i++) {
                        shop.persist(new telegraph.server.postgres.shop.Tag("batch " + i));
                    }
                    shop.flush();
                    return shop.createQuery("select count(*) from Tag", Long.class)
                            .getSingleResult();
                });
        steps.put(
                "union",
                shop ->
                        new TreeSet<>(
                                texts(
                                        shop,
                                        "select a.name from Author a union select t.word from Tag t"
                                                + " where t.word not like 'b%'")));
    }
}
