package telegraph.sql.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import telegraph.ground.TelegraphException;
import telegraph.ground.WorkerThreads;
import telegraph.sql.CellText;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.store.SimCrash;
import telegraph.store.SimDisk;
import telegraph.testkit.simulation.SimulatedThreads;

/// One sandbox lived through from a seed: clients move money between accounts and ask what sites
/// and tables know together, while sites fail, disks fill up, statements are cancelled and the
/// process ends; then the power is cut at moments drawn from all that happened.
///
/// | invariant         | how it is known                                                         |
/// |-------------------|-------------------------------------------------------------------------|
/// | no wrong answer   | each answer is what a loop over the sites' rows says, or a refusal by name |
/// | nothing is lost   | after any crash each transfer that was confirmed before it is there, whole; |
/// |                   | none is in part, and none that was taken back                           |
/// | all are heard     | whoever is cancelled ends within a second; nobody waits for ever         |
/// | nothing leaks     | no byte and no thread is held when all have gone                        |
final class Simulation {
    private static final int ACCOUNTS = 6;
    private static final long MONEY = 1_000;
    private static final int CLIENTS = 4;
    private static final int TURNS = 5;
    private static final int CRASHES = 2;
    private static final int PAGES = 6;
    private static final int PAGE_ROWS = 5;
    private static final int FLIGHTS = PAGES * PAGE_ROWS;
    private static final int PLANES = 7;
    private static final long HEARD_NANOS = 1_000_000_000;
    private static final Duration LONGEST = Duration.ofHours(2);

    private static final String SCHEMA =
            """
            CREATE TABLE account (id INTEGER PRIMARY KEY, balance BIGINT NOT NULL);
            CREATE TABLE ledger (id INTEGER PRIMARY KEY, source INTEGER, target INTEGER, amount BIGINT);
            CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER);
            CREATE TABLE owner (id INTEGER PRIMARY KEY);
            CREATE TABLE owned (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES owner (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
            CREATE TABLE badge (id INTEGER PRIMARY KEY, code INTEGER UNIQUE);
            CREATE TABLE duty (id INTEGER PRIMARY KEY, present INTEGER NOT NULL);
            INSERT INTO duty VALUES (0, 1), (1, 1), (2, 1);
            CREATE TABLE seen (id INTEGER PRIMARY KEY, plane INTEGER);
            CREATE SOURCE flights (id INTEGER, plane INTEGER)
            WITH (url = 'https://127.0.0.1/flights?page={page}', format = 'json', rows = '$.rows', page_count = '$.pages', retries = 4, stable = true);
            CREATE SOURCE planes (plane INTEGER REQUIRED, year INTEGER)
            WITH (url = 'https://127.0.0.1/planes?plane={plane}', format = 'json', retries = 4, requests_per_second = 20, max_concurrent = 3);
            """;

    private static final Map<String, String> QUESTIONS =
            Map.of(
                    "WITH f AS (SELECT plane, count(*) AS n FROM flights GROUP BY plane)"
                            + " SELECT a.plane, b.n FROM f a JOIN f b ON a.plane = b.plane",
                    grouped(plane -> plane),
                    "SELECT id FROM flights ORDER BY id DESC LIMIT 3",
                    "%d %d %d".formatted(FLIGHTS - 3, FLIGHTS - 2, FLIGHTS - 1),
                    "SELECT a.id FROM account a WHERE NOT EXISTS"
                            + " (SELECT 1 FROM flights f WHERE f.plane = a.id)",
                    "",
                    "SELECT count(*) FROM flights f JOIN flights g ON f.plane = g.plane"
                            + " LEFT JOIN planes p ON g.plane = p.plane",
                    Integer.toString(pairs()),
                    "SELECT f.plane FROM flights f JOIN planes p ON f.plane = p.plane"
                            + " WHERE p.year > 2005 UNION ALL SELECT a.id FROM account a",
                    IntStream.range(0, ACCOUNTS)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(" ")),
                    "SELECT p.year, count(*) FROM flights f JOIN planes p ON f.plane = p.plane"
                            + " GROUP BY p.year",
                    grouped(plane -> 2_000 + plane % 3),
                    "SELECT a.id, count(*) FROM account a JOIN flights f ON f.plane = a.id"
                            + " GROUP BY a.id",
                    grouped(plane -> plane < ACCOUNTS ? plane : -1),
                    "SELECT count(*), sum(id) FROM flights",
                    FLIGHTS + "," + FLIGHTS * (FLIGHTS - 1) / 2);

    private final long seed;
    private final Map<String, String> settings;
    private final Function<URI, String> sites;
    private final SplittableRandom random;
    private final SimulatedThreads threads;
    private final SimDisk disk = new SimDisk();
    private final List<Transfer> transfers = new ArrayList<>();
    private final List<Definition> definitions = new ArrayList<>();
    private final List<Integer> countsConfirmed = new ArrayList<>();
    private int countsTried;
    private int answers;
    private int refusals;

    /// What a client tried.
    private static final class Transfer {
        private final int id;
        private final int source;
        private final int target;
        private final long amount;

        /// Steps of the disk when it was confirmed.
        private int confirmed = Integer.MAX_VALUE;

        private boolean isTakenBack;

        Transfer(int id, int source, int target, long amount) {
            this.id = id;
            this.source = source;
            this.target = target;
            this.amount = amount;
        }
    }

    /// A table of a client's own: when it was confirmed, when it was sent that it go, and when that
    /// was confirmed.
    private static final class Definition {
        private final String name;
        private int confirmed = Integer.MAX_VALUE;
        private int dropped = Integer.MAX_VALUE;
        private int gone = Integer.MAX_VALUE;

        Definition(String name) {
            this.name = name;
        }
    }

    Simulation(long seed) {
        this(seed, Map.of(), Simulation::site);
    }

    /// One whose sandbox has other settings, or whose sites say something else.
    Simulation(long seed, Map<String, String> settings, Function<URI, String> sites) {
        this.seed = seed;
        this.settings = settings;
        this.sites = sites;
        this.random = new SplittableRandom(seed);
        this.threads = new SimulatedThreads(random.nextLong(), LONGEST);
    }

    /// Lives through it; a number for all that happened.
    long run() throws Exception {
        threads.run(() -> {
            WorkerThreads.replace(threads::unstarted);
            live();
            remember();
            return null;
        });
        return threads.digest();
    }

    /// How often one of its threads was woken from outside.
    long wakings() {
        return threads.wakings();
    }

    /// What happened, in words.
    String summary() {
        return "seed="
                + seed
                + " answers="
                + answers
                + " refusals="
                + refusals
                + " confirmed="
                + transfers.stream().filter(t -> t.confirmed != Integer.MAX_VALUE).count()
                + " of "
                + transfers.size()
                + " turns="
                + threads.steps()
                + " diskSteps="
                + disk.steps()
                + " wakings="
                + threads.wakings()
                + " time="
                + Duration.ofNanos(threads.nanos());
    }

    private static String grouped(IntUnaryOperator key) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int flight = 0; flight < FLIGHTS; flight++) {
            counts.merge(key.applyAsInt(flight % PLANES), 1, Integer::sum);
        }
        counts.remove(-1);
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + "," + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    private static int pairs() {
        int[] of = new int[PLANES];
        IntStream.range(0, FLIGHTS).forEach(flight -> of[flight % PLANES]++);
        return IntStream.of(of).map(count -> count * count).sum();
    }

    static String site(URI uri) {
        int asked = Integer.parseInt(uri.getQuery().replaceAll("\\D", ""));
        if (uri.getPath().equals("/planes")) {
            return "[{\"year\": " + (2_000 + asked % 3) + "}]";
        }
        return IntStream.range((asked - 1) * PAGE_ROWS, asked * PAGE_ROWS)
                .mapToObj(i -> "{\"id\": " + i + ", \"plane\": " + i % PLANES + "}")
                .collect(Collectors.joining(",", "{\"pages\": " + PAGES + ", \"rows\": [", "]}"));
    }

    private SimulatedWorld world(SimDisk with) {
        return new SimulatedWorld(threads, random.nextLong(), with, sites, settings);
    }

    private void live() throws InterruptedException {
        SimulatedWorld world = world(disk);
        Telegraph telegraph = world.open();
        try (Session session = telegraph.session()) {
            for (String statement : Session.split(SCHEMA)) {
                demand(session, statement);
            }
            demand(
                    session,
                    IntStream.range(0, ACCOUNTS)
                            .mapToObj(i -> "(" + i + "," + MONEY + ")")
                            .collect(Collectors.joining(",", "INSERT INTO account VALUES ", "")));
        }
        int trouble = random.nextInt(4);
        int later = disk.steps() + random.nextInt(60);
        if (trouble == 0) {
            disk.fail(SimDisk.Fault.full(later));
        } else if (trouble == 1) {
            disk.fail(SimDisk.Fault.sync(later));
        }
        List<Thread> clients = new ArrayList<>();
        for (int c = 0; c < CLIENTS; c++) {
            long chance = random.nextLong();
            int first = c * TURNS;
            Thread client =
                    threads.unstarted(
                            "client " + c,
                            () -> converse(telegraph, first, new SplittableRandom(chance)));
            clients.add(client);
            client.start();
        }
        if (random.nextInt(4) == 0) {
            threads.sleep(Duration.ofMillis(random.nextInt(10_000)));
            close(telegraph);
        }
        for (Thread client : clients) {
            client.join();
        }
        assertEquals(0, telegraph.memoryUsed(), "bytes held");
        close(telegraph);
        while (world.web.underway() > 0) {
            threads.sleep(Duration.ofSeconds(1));
        }
    }

    /// Its end may be refused too, by a disk that is full; it has ended then.
    private void close(Telegraph telegraph) {
        long began = threads.nanos();
        try {
            telegraph.close();
        } catch (TelegraphException e) {
            refused(e);
        }
        long took = threads.nanos() - began;
        assertTrue(took <= HEARD_NANOS, () -> "closing took " + took + " ns");
    }

    private void converse(Telegraph telegraph, int first, SplittableRandom chance) {
        for (int turn = 0; turn < TURNS; turn++) {
            try (Session session = telegraph.session()) {
                switch (chance.nextInt(18)) {
                    case 0, 1 -> transfer(session, first + turn, chance);
                    case 2 -> sum(session, chance);
                    case 3 -> fill(session, chance);
                    case 4 -> define(session, "own_" + (first + turn), chance);
                    case 5 -> carryOut(session, "DELETE FROM seen", chance);
                    case 6 -> count(session, chance);
                    case 7 -> index(session, chance);
                    case 8 -> look(session, chance);
                    case 9 -> some(session, chance);
                    case 10 -> own(session, chance);
                    case 11 -> badge(session, chance);
                    case 12, 13 -> leave(session, chance);
                    default -> ask(session, chance);
                }
                threads.sleep(Duration.ofMillis(chance.nextInt(200)));
            } catch (TelegraphException e) {
                refused(e);
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts a client", e);
            }
        }
    }

    private void ask(Session session, SplittableRandom chance) throws InterruptedException {
        List<String> questions = QUESTIONS.keySet().stream().sorted().toList();
        String question = questions.get(chance.nextInt(questions.size()));
        String found = carryOut(session, question, chance);
        if (found != null) {
            answers++;
            assertEquals(QUESTIONS.get(question), found, question);
        }
    }

    /// A query that need not be read to its end.
    private void some(Session session, SplittableRandom chance) throws InterruptedException {
        int few = 1 + chance.nextInt(FLIGHTS);
        String found =
                carryOut(
                        session,
                        "SELECT f.id FROM flights f JOIN planes p ON f.plane = p.plane LIMIT "
                                + few,
                        chance);
        if (found != null) {
            answers++;
            List<Integer> ids = Arrays.stream(found.split(" ")).map(Integer::valueOf).toList();
            assertEquals(few, ids.stream().distinct().count(), found);
            assertTrue(ids.stream().allMatch(id -> id >= 0 && id < FLIGHTS), found);
        }
    }

    private void sum(Session session, SplittableRandom chance) throws InterruptedException {
        if (carryOut(session, "BEGIN ISOLATION LEVEL SERIALIZABLE", chance) == null) {
            return;
        }
        String found = carryOut(session, "SELECT sum(balance) FROM account", chance);
        if (found != null) {
            answers++;
            assertEquals(ACCOUNTS * MONEY, Long.parseLong(found), "money in the bank");
        }
        carryOut(session, "ROLLBACK", chance);
    }

    /// What the sites have, kept in a table: all of it or nothing.
    private void fill(Session session, SplittableRandom chance) throws InterruptedException {
        carryOut(session, "INSERT INTO seen SELECT id, plane FROM flights", chance);
    }

    private void own(Session session, SplittableRandom chance) throws InterruptedException {
        int owner = chance.nextInt(3);
        carryOut(
                session,
                switch (chance.nextInt(4)) {
                    case 0 -> "DELETE FROM owner WHERE id = " + owner;
                    case 1 -> "INSERT INTO owner VALUES (" + owner + ")";
                    default ->
                            "INSERT INTO owned VALUES (%d, %d)"
                                    .formatted(chance.nextInt(1_000_000), owner);
                },
                chance);
    }

    private void badge(Session session, SplittableRandom chance) throws InterruptedException {
        int id = chance.nextInt(4);
        int code = chance.nextInt(4);
        carryOut(
                session,
                switch (chance.nextInt(3)) {
                    case 0 -> "DELETE FROM badge WHERE code = " + code;
                    case 1 -> "UPDATE badge SET code = " + code + " WHERE id = " + id;
                    default ->
                            "INSERT INTO badge VALUES (%d, %d) ON CONFLICT (id) DO UPDATE SET code = %d"
                                    .formatted(id, code, code);
                },
                chance);
    }

    /// Whoever sees that another is present leaves, or comes back: somebody is always there.
    private void leave(Session session, SplittableRandom chance) throws InterruptedException {
        int id = chance.nextInt(3);
        if (chance.nextInt(3) == 0) {
            carryOut(session, "UPDATE duty SET present = 1 WHERE id = " + id, chance);
            return;
        }
        if (carryOut(session, "BEGIN ISOLATION LEVEL SERIALIZABLE", chance) == null) {
            return;
        }
        String others = "SELECT count(*) FROM duty WHERE present = 1 AND id <> " + id;
        String found = carryOut(session, others, chance);
        boolean left =
                found != null
                        && !found.equals("0")
                        && carryOut(session, "UPDATE duty SET present = 0 WHERE id = " + id, chance)
                                != null;
        carryOut(session, left ? "COMMIT" : "ROLLBACK", chance);
    }

    private void count(Session session, SplittableRandom chance) throws InterruptedException {
        String more =
                "INSERT INTO counter VALUES (1, 1)"
                        + " ON CONFLICT (id) DO UPDATE SET n = counter.n + 1";
        countsTried++;
        if (carryOut(session, more, chance) != null) {
            countsConfirmed.add(disk.steps());
        }
    }

    /// Another way to the ledger's rows comes or goes.
    private void index(Session session, SplittableRandom chance) throws InterruptedException {
        carryOut(
                session,
                chance.nextBoolean()
                        ? "CREATE INDEX sources ON ledger (source)"
                        : "DROP INDEX sources",
                chance);
    }

    /// In a transaction that sees nothing of others a table is the same, and whole.
    private void look(Session session, SplittableRandom chance) throws InterruptedException {
        if (carryOut(session, "BEGIN ISOLATION LEVEL SERIALIZABLE", chance) == null) {
            return;
        }
        String first = carryOut(session, "SELECT count(*) FROM seen", chance);
        threads.sleep(Duration.ofMillis(chance.nextInt(100)));
        String second =
                first == null ? null : carryOut(session, "SELECT count(*) FROM seen", chance);
        if (second != null) {
            answers++;
            assertEquals(first, second, "a serializable transaction looks twice");
            assertTrue(first.equals("0") || first.equals("" + FLIGHTS), first);
        }
        carryOut(session, "ROLLBACK", chance);
    }

    private void define(Session session, String name, SplittableRandom chance)
            throws InterruptedException {
        Definition definition = new Definition(name);
        definitions.add(definition);
        if (carryOut(session, "CREATE TABLE " + name + " AS SELECT 1 AS one", chance) != null) {
            definition.confirmed = disk.steps();
        }
        if (chance.nextBoolean()) {
            definition.dropped = disk.steps();
            if (carryOut(session, "DROP TABLE " + name, chance) != null) {
                definition.gone = disk.steps();
            }
        }
    }

    private void transfer(Session session, int id, SplittableRandom chance)
            throws InterruptedException {
        Transfer transfer =
                new Transfer(
                        id,
                        chance.nextInt(ACCOUNTS),
                        chance.nextInt(ACCOUNTS),
                        1 + chance.nextInt(100));
        transfers.add(transfer);
        transfer.isTakenBack = true;
        String change = "UPDATE account SET balance = balance + %d WHERE id = %d";
        List<String> work =
                List.of(
                        chance.nextBoolean() ? "BEGIN" : "BEGIN ISOLATION LEVEL SERIALIZABLE",
                        change.formatted(-transfer.amount, transfer.source),
                        "INSERT INTO ledger VALUES (%d, %d, %d, %d)"
                                .formatted(id, transfer.source, transfer.target, transfer.amount),
                        change.formatted(transfer.amount, transfer.target));
        for (String statement : work) {
            if (carryOut(session, statement, chance) == null) {
                carryOut(session, "ROLLBACK", chance);
                return;
            }
            if (chance.nextInt(6) == 0 && !detour(session, chance)) {
                carryOut(session, "ROLLBACK", chance);
                return;
            }
        }
        if (chance.nextInt(8) == 0) {
            carryOut(session, "ROLLBACK", chance);
            return;
        }
        transfer.isTakenBack = false;
        if (carryOut(session, "COMMIT", chance) != null) {
            transfer.confirmed = disk.steps();
        }
    }

    /// Changes that are taken back; whether they were, and the transaction may go on.
    private boolean detour(Session session, SplittableRandom chance) throws InterruptedException {
        if (carryOut(session, "SAVEPOINT here", chance) == null) {
            return false;
        }
        String more = "UPDATE account SET balance = balance + 7 WHERE id = ";
        carryOut(session, more + chance.nextInt(ACCOUNTS), chance);
        return carryOut(session, "ROLLBACK TO here", chance) != null;
    }

    private void demand(Session session, String statement) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            throw failed.cause();
        }
    }

    /// The rows of a statement, sorted, or null if it was refused; some are cancelled on the way.
    private String carryOut(Session session, String statement, SplittableRandom chance)
            throws InterruptedException {
        List<Event> events = new ArrayList<>();
        Query query = session.start(statement, events::add, chance.nextBoolean());
        Thread cancelling = null;
        boolean[] over = new boolean[1];
        long[] cancelled = {-1};
        if (chance.nextInt(6) == 0) {
            long pause = chance.nextLong(chance.nextBoolean() ? 20_000_000L : 4_000_000_000L);
            cancelling =
                    threads.unstarted(
                            "cancels " + statement,
                            () -> {
                                try {
                                    threads.sleep(Duration.ofNanos(pause));
                                } catch (InterruptedException e) {
                                    return; // it was sooner
                                }
                                if (!over[0]) {
                                    cancelled[0] = threads.nanos();
                                    query.cancel();
                                }
                            });
            cancelling.start();
        }
        query.join();
        over[0] = true;
        if (cancelling != null) {
            cancelling.interrupt();
            cancelling.join();
        }
        long heard = cancelled[0] < 0 ? 0 : threads.nanos() - cancelled[0];
        assertTrue(heard <= HEARD_NANOS, () -> "heard after " + heard + " ns: " + statement);
        if (events.getLast() instanceof Event.Failed failed) {
            threads.note(failed.cause().getMessage());
            refused(failed.cause());
            return null;
        }
        String rows = rows(events);
        threads.note(rows);
        return rows;
    }

    private static String rows(List<Event> events) {
        List<String> rows = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Event.Rows some) {
                for (Object[] row : some.rows()) {
                    rows.add(
                            Arrays.stream(row)
                                    .map(value -> value == null ? "" : CellText.of(value))
                                    .collect(Collectors.joining(",")));
                }
            }
        }
        return rows.stream().sorted().collect(Collectors.joining(" "));
    }

    /// A statement may be refused for what happened to it, and for nothing else.
    private void refused(TelegraphException why) {
        refusals++;
        switch (why.kind()) {
            case BUG, CORRUPT -> throw new AssertionError("seed " + seed, why);
            case INPUT, CONFLICT, RESOURCE, UNKNOWN, CANCELLED -> {}
        }
    }

    /// Looks at what is left: after the end, and after crashes before it.
    private void remember() throws InterruptedException {
        check(disk.steps());
        disk.fail(null);
        check(disk, disk.steps());
    }

    private void check(int steps) throws InterruptedException {
        SimCrash crash = new SimCrash(disk);
        int[] moments = random.ints(CRASHES, 1, steps + 1).sorted().toArray();
        for (int moment : moments) {
            crash.take(moment);
            SimDisk left = crash.crash(random);
            int born = left.steps();
            check(left, moment);
            if (random.nextBoolean()) {
                SimCrash again = new SimCrash(left); // while it recovered, or later
                again.take(random.nextInt(born, left.steps() + 1));
                check(again.crash(random), moment);
            }
        }
    }

    private void check(SimDisk left, int moment) throws InterruptedException {
        SimulatedWorld world = world(left);
        try (Telegraph telegraph = world.open();
                Session session = telegraph.session()) {
            List<String> tables = session.tables();
            if (!tables.contains("seen") || rowsOf(session, "account").isEmpty()) {
                assertTrue(
                        transfers.stream().noneMatch(t -> t.confirmed <= moment),
                        "tables are gone with what was confirmed");
                return;
            }
            Map<Integer, Long> balances = new TreeMap<>();
            IntStream.range(0, ACCOUNTS).forEach(i -> balances.put(i, MONEY));
            List<String> all = List.copyOf(rowsOf(session, "ledger"));
            List<String> ledger = new ArrayList<>(all);
            for (Transfer transfer : transfers) {
                String row =
                        "%d,%d,%d,%d"
                                .formatted(
                                        transfer.id,
                                        transfer.source,
                                        transfer.target,
                                        transfer.amount);
                boolean there = ledger.remove(row);
                if (there) {
                    balances.merge(transfer.source, -transfer.amount, Long::sum);
                    balances.merge(transfer.target, transfer.amount, Long::sum);
                }
                assertTrue(
                        there ? !transfer.isTakenBack : transfer.confirmed > moment,
                        () -> "transfer " + row + " there=" + there + " at step " + moment);
            }
            assertTrue(ledger.isEmpty(), () -> "rows that nobody wrote: " + ledger);
            List<String> expected =
                    balances.entrySet().stream()
                            .map(entry -> entry.getKey() + "," + entry.getValue())
                            .toList();
            assertEquals(expected, rowsOf(session, "account"), () -> "at step " + moment);
            int seen = rowsOf(session, "seen").size();
            assertTrue(seen == FLIGHTS || seen == 0, () -> seen + " rows at step " + moment);
            checkDefinitions(tables, moment);
            checkCount(session, moment);
            checkRules(session, moment);
            int source = random.nextInt(ACCOUNTS);
            String from = "," + source + ",";
            long sent =
                    all.stream()
                            .filter(row -> row.replaceFirst("\\d+", "").startsWith(from))
                            .count();
            assertEquals(
                    Long.toString(sent),
                    asked(session, "SELECT count(*) FROM ledger WHERE source = " + source),
                    "by the index or without, at step " + moment);
        }
    }

    private void checkDefinitions(List<String> tables, int moment) {
        for (Definition definition : definitions) {
            boolean there = tables.contains(definition.name);
            boolean isRight =
                    there
                            ? definition.gone > moment
                            : definition.confirmed > moment || definition.dropped <= moment;
            assertTrue(isRight, () -> definition.name + " there=" + there + " at step " + moment);
        }
    }

    /// What the tables themselves, and their users together, keep true.
    private void checkRules(Session session, int moment) throws InterruptedException {
        for (String never :
                List.of(
                        "SELECT o.id FROM owned o WHERE NOT EXISTS"
                                + " (SELECT 1 FROM owner w WHERE w.id = o.owner)",
                        "SELECT code FROM badge GROUP BY code HAVING count(*) > 1",
                        "SELECT 'nobody' FROM duty HAVING sum(present) = 0")) {
            assertEquals("", asked(session, never), () -> never + " at step " + moment);
        }
        List<String> badges = rowsOf(session, "badge");
        for (String badge : badges) {
            String code = badge.substring(badge.indexOf(',') + 1);
            assertEquals(
                    badge,
                    asked(session, "SELECT id, code FROM badge WHERE code = " + code),
                    () -> "by the index at step " + moment);
        }
    }

    private void checkCount(Session session, int moment) throws InterruptedException {
        String found = asked(session, "SELECT coalesce(max(n), 0) FROM counter");
        long least = countsConfirmed.stream().filter(step -> step <= moment).count();
        int counted = Integer.parseInt(found);
        assertTrue(
                least <= counted && counted <= countsTried,
                () -> "counted " + least + " to " + countsTried + ", found " + found);
    }

    private String asked(Session session, String question) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(question, events::add).join();
        if (events.getLast() instanceof Event.Failed failed) {
            throw failed.cause();
        }
        return rows(events);
    }

    private List<String> rowsOf(Session session, String table) throws InterruptedException {
        String rows = asked(session, "SELECT * FROM " + table + " ORDER BY id");
        return rows.isEmpty() ? new ArrayList<>() : new ArrayList<>(List.of(rows.split(" ")));
    }
}
