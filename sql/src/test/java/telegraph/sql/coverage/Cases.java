package telegraph.sql.coverage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import telegraph.crawler.table.LogTable;
import telegraph.engine.Aggregate.Function;
import telegraph.engine.Column;
import telegraph.ground.Disk;
import telegraph.language.ast.SqlType;
import telegraph.memory.Type;
import telegraph.tables.access.OpenTables;
import telegraph.tables.row.StoredTable;
import telegraph.testkit.Seeds;

/// The questions of which coverage is measured.
///
/// A case is one set of rows; only the samples drawn of it differ from run to run.
final class Cases {
    private static final List<Column> DRIVER =
            List.of(new Column("k", Type.INTEGER), new Column("x", Type.DOUBLE));
    private static final List<Column> LOOKED =
            List.of(
                    new Column("key", Type.INTEGER),
                    new Column("m", Type.INTEGER),
                    new Column("y", Type.DOUBLE));
    private static final List<Column> BEHIND =
            List.of(new Column("key", Type.INTEGER), new Column("z", Type.DOUBLE));

    private Cases() {}

    /// A question with what is needed to ask it.
    ///
    /// @param cohorts how many are looked at
    /// @param runs how many make the default test; more where a run costs little
    /// @param unitsAlike whether units have nearly equally many rows; intervals of counts and sums
    ///   leave room for a short unit then, and hold more often than they say
    record Case(String name, int cohorts, int runs, boolean unitsAlike, Opening opening) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// Makes the sources of a case.
    @FunctionalInterface
    interface Opening {
        Question open(Path directory) throws IOException;
    }

    static List<Case> all() {
        List<Case> all = new ArrayList<>();
        all.add(new Case("all aggregates", 8, 120, false, _ -> allAggregates()));
        all.add(new Case("WHERE one in five", 7, 120, false, _ -> where()));
        all.add(new Case("pages sorted by the value", 8, 120, true, _ -> sortedPages()));
        all.add(new Case("3 % of pages x 20", 8, 120, true, _ -> fewGreatPages()));
        all.add(new Case("5 groups", 7, 120, false, _ -> grouped(Population.few(5), false)));
        all.add(
                new Case(
                        "20 groups, Zipf",
                        8,
                        120,
                        false,
                        _ -> grouped(Population.zipf(20), false)));
        all.add(new Case("3 groups, one on the last pages", 8, 120, true, _ -> lateGroup()));
        all.add(new Case("CSV file", 7, 50, true, Cases::csv));
        all.add(new Case("CSV file sorted by the value", 7, 50, true, Cases::sortedCsv));
        all.add(new Case("NDJSON file", 7, 50, true, Cases::ndjson));
        all.add(new Case("Parquet file", 7, 120, true, Cases::parquet));
        all.add(new Case("Parquet file sorted by the value", 7, 120, true, Cases::sortedParquet));
        all.add(new Case("paged API sorted by the value", 7, 30, true, Cases::api));
        all.add(new Case("pages of a crawl", 7, 50, true, d -> crawl(d, false)));
        all.add(new Case("pages of a crawl sorted by the value", 7, 50, true, d -> crawl(d, true)));
        all.add(new Case("links of a crawl", 7, 50, false, Cases::links));
        all.add(new Case("table", 7, 50, false, _ -> table(false)));
        all.add(new Case("table sorted by the value", 7, 50, true, _ -> table(true)));
        all.add(new Case("lookups, great values late", 7, 50, false, _ -> lookups(false)));
        all.add(new Case("two lookups in a chain", 7, 50, false, _ -> lookups(true)));
        all.add(new Case("ripple join, dense keys", 7, 60, false, _ -> ripple(40, 0)));
        all.add(new Case("ripple join, sparse keys", 7, 60, false, _ -> ripple(800, 0)));
        all.add(new Case("ripple join, Zipf keys", 7, 60, false, _ -> ripple(400, 0.8)));
        all.add(new Case("ripple join, sorted keys", 7, 60, true, _ -> sortedRipple()));
        all.add(new Case("union of one and ten times as much", 8, 60, false, _ -> tenTimes()));
        all.add(new Case("union of three, one of which is exact", 8, 60, false, _ -> three()));
        all.add(
                new Case(
                        "union with 3 % of the pages of one x 20", 8, 60, true, _ -> greatOfOne()));
        all.add(new Case("union of years, grouped by year", 8, 60, true, _ -> years()));
        return all;
    }

    /// Two unlike lists.
    static Question tenTimes() {
        return union(oneList("a", 4_000, 31, 0, 1)).and(union(oneList("b", 40_000, 32, 300, 4)));
    }

    private static Question three() {
        return tenTimes().and(union(oneList("c", 300, 33, -100, 1)));
    }

    /// Each group is in one of the lists only, of which nobody knows.
    private static Question years() {
        List<Object[]> first = Population.rows(6_000, 34, (_, _) -> 2013);
        List<Object[]> second = Population.rows(9_000, 35, (_, _) -> 2014);
        return union(new Pages("a", Population.COLUMNS, Population.uneven(first, 30, 36), 3))
                .and(
                        union(
                                new Pages(
                                        "b",
                                        Population.COLUMNS,
                                        Population.uneven(second, 30, 37),
                                        3)));
    }

    /// Pages of about 20 rows whose values are moved and stretched.
    static Pages oneList(String name, int rows, long seed, double by, double times) {
        List<Object[]> moved = Population.rows(rows, seed, Population.few(3));
        moved.replaceAll(row ->
                new Object[] {
                    row[0], row[1], row[2] == null ? null : by + times * (Double) row[2]
                });
        return new Pages(name, Population.COLUMNS, Population.uneven(moved, 20, seed + 10), 3);
    }

    /// One query of a union.
    static Question union(Pages pages) {
        return new Question()
                .from(pages)
                .units(pages.size())
                .groupBy("g")
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x")
                .with(Function.STDDEV_SAMP, "x")
                .withFilter(Function.SUM, "x", "c", 50);
    }

    private static Pages pages(List<List<Object[]>> pages) {
        return new Pages("t", Population.COLUMNS, pages, 3);
    }

    private static Question allAggregates() {
        List<Object[]> rows = Population.rows(12_000, 1, Population::oneGroup);
        return new Question()
                .from(pages(Population.uneven(rows, 30, 2)))
                .count()
                .withAll("x")
                .withFilter(Function.SUM, "x", "c", 30)
                .withFilter(Function.AVG, "x", "c", 30)
                .withFilter(Function.COUNT, "x", "c", 30);
    }

    private static Question where() {
        List<Object[]> rows = Population.rows(12_000, 3, Population::oneGroup);
        return new Question()
                .from(pages(Population.even(rows, 30)))
                .whereLess("c", 20)
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x");
    }

    /// Neighbours are alike: the page is the unit, or nothing is right.
    static Question sortedPages() {
        return sortedPages(Pages.Draw.AT_RANDOM)
                .withAll("x")
                .withFilter(Function.COUNT, "x", "c", 50);
    }

    /// Pages sorted by the value, drawn in some way; the last ones take longest.
    static Question sortedPages(Pages.Draw draw) {
        List<Object[]> rows = Population.sorted(Population.rows(12_000, 5, Population::oneGroup));
        boolean hurried = draw == Pages.Draw.BY_ARRIVAL;
        List<List<Object[]>> cut = Population.even(rows, draw == Pages.Draw.IN_RUNS ? 1 : 30);
        Pages pages = new Pages("t", Population.COLUMNS, cut, hurried ? 64 : 3);
        pages.draw = draw;
        pages.latency = page -> hurried ? 10L * page : 0;
        return new Question().from(pages);
    }

    /// Most small samples have none of the pages that make a third of the sum.
    private static Question fewGreatPages() {
        return totals(pages(greatPages()));
    }

    private static List<List<Object[]>> greatPages() {
        List<Object[]> rows = Population.rows(12_000, 33, Population::oneGroup);
        List<List<Object[]>> cut = Population.uneven(rows, 30, 34);
        for (List<Object[]> page : cut.subList(0, 3 * cut.size() / 100)) {
            for (Object[] row : page) {
                row[2] = row[2] == null ? null : 20 * (Double) row[2];
            }
        }
        return cut;
    }

    private static Question totals(Pages pages) {
        return new Question().from(pages).count().with(Function.SUM, "x").with(Function.AVG, "x");
    }

    private static Question greatOfOne() {
        List<Object[]> rows = Population.rows(12_000, 38, Population::oneGroup);
        List<List<Object[]>> plain = Population.uneven(rows, 30, 39);
        return fewGreatPages()
                .units(greatPages().size())
                .and(totals(new Pages("u", Population.COLUMNS, plain, 3)).units(plain.size()));
    }

    private static Question grouped(Population.Groups groups, boolean spreads) {
        List<Object[]> rows = Population.rows(20_000, 7, groups);
        return new Question()
                .from(pages(Population.uneven(rows, 40, 8)))
                .groupBy("g")
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x");
    }

    /// The rows of group 2 are all on the last tenth of the pages.
    private static Question lateGroup() {
        List<Object[]> rows =
                Population.rows(
                        16_000,
                        9,
                        (random, row) -> row < 14_400 ? random.nextInt(2) : random.nextInt(3));
        return new Question()
                .from(pages(Population.even(rows, 40)))
                .groupBy("g")
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x");
    }

    private static Question csv(Path directory) throws IOException {
        List<Object[]> rows = Population.rows(200_000, 11, Population.few(3));
        return new Question()
                .from(Written.csv(directory.resolve("mixed.csv"), rows))
                .groupBy("g")
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x")
                .with(Function.STDDEV_SAMP, "x");
    }

    private static Question sortedCsv(Path directory) throws IOException {
        // NULL would come first and make short lines: a few blocks with far more rows than the
        // others have, and small samples without any of these.
        List<Object[]> rows = Population.rows(200_000, 12, Population::oneGroup);
        rows.removeIf(row -> row[2] == null);
        return new Question()
                .from(Written.csv(directory.resolve("sorted.csv"), Population.sorted(rows)))
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x")
                .withFilter(Function.COUNT, "x", "c", 50);
    }

    private static Question ndjson(Path directory) throws IOException {
        List<Object[]> rows = Population.rows(100_000, 13, Population.few(2));
        return new Question()
                .from(Written.ndjson(directory.resolve("mixed.ndjson"), rows))
                .groupBy("g")
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x");
    }

    private static Question parquet(Path directory) throws IOException {
        List<Object[]> rows = Population.rows(20_000, 17, Population.few(4));
        rows.removeIf(row -> row[2] == null);
        return new Question()
                .from(Written.parquet(directory.resolve("mixed.parquet"), rows, 60))
                .groupBy("g")
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x");
    }

    private static Question sortedParquet(Path directory) throws IOException {
        List<Object[]> rows = Population.rows(20_000, 18, Population::oneGroup);
        rows.removeIf(row -> row[2] == null);
        return new Question()
                .from(
                        Written.parquet(
                                directory.resolve("sorted.parquet"), Population.sorted(rows), 60))
                .with(Function.SUM, "x")
                .with(Function.AVG, "x")
                .withFilter(Function.COUNT, "x", "c", 50);
    }

    private static Question api(Path directory) throws IOException {
        List<Object[]> rows = Population.rows(9_000, 19, Population::oneGroup);
        rows.removeIf(row -> row[2] == null);
        Site site = new Site(directory.resolve("api"), Population.sorted(rows), 30);
        return new Question()
                .from(site.source("fail"))
                .closing(site::close)
                .with(Function.SUM, "x")
                .with(Function.AVG, "x")
                .withFilter(Function.COUNT, "x", "c", 50);
    }

    private static Question crawl(Path directory, boolean sorted) throws IOException {
        List<Object[]> rows =
                Population.rows(24_000, 27, sorted ? Population::oneGroup : Population.few(3));
        rows.removeIf(row -> row[2] == null);
        List<Object[]> pages = sorted ? Population.sorted(rows) : rows;
        Question question =
                new Question()
                        .from(Written.crawl(directory.resolve("pages" + sorted), pages, _ -> 0));
        if (!sorted) {
            question.groupBy("depth");
        }
        return question.count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x")
                .withFilter(Function.COUNT, "x", "millis", 50);
    }

    /// None to six links a page, a third of which is not followed.
    private static Question links(Path directory) throws IOException {
        List<Object[]> rows = Population.rows(12_000, 29, Population::oneGroup);
        Path place = directory.resolve("links");
        Written.crawl(place, rows, row -> (Integer) row[1] % 7);
        return new Question()
                .from(LogTable.links(Disk.FILES, place))
                .count()
                .withFilter(Function.COUNT, "to_url", "followed", 1);
    }

    /// A table of the store, read in random parts.
    private static Question table(boolean sorted) {
        List<Object[]> rows =
                Population.rows(60_000, 23, sorted ? Population::oneGroup : Population.few(3));
        rows.removeIf(row -> row[2] == null);
        OpenTables tables = new OpenTables();
        StoredTable table =
                tables.table(
                        "t",
                        t ->
                                t.column("g", SqlType.Name.INTEGER)
                                        .column("c", SqlType.Name.INTEGER)
                                        .column("x", SqlType.Name.DOUBLE),
                        sorted ? Population.sorted(rows) : rows);
        Question question = new Question().from(tables.source(table)).closing(tables::close);
        if (!sorted) {
            question.groupBy("g");
        }
        return question.count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x")
                .withFilter(Function.COUNT, "x", "c", 50);
    }

    /// A join whose rows are asked for one key at a time. A key with a great `y` takes longest, so
    /// what has arrived at any moment is small.
    private static Question lookups(boolean chain) {
        RandomGenerator random = Seeds.random(15);
        List<Object[]> driver = new ArrayList<>();
        for (int r = 0; r < 4_000; r++) {
            driver.add(new Object[] {random.nextInt(1_200), random.nextDouble(10)});
        }
        List<Object[]> looked = new ArrayList<>();
        for (int key = 0; key < 1_000; key++) {
            for (int copies = 1 + random.nextInt(2); copies > 0; copies--) {
                double y = 20 + 30 * random.nextExponential();
                looked.add(new Object[] {key, random.nextInt(60), y});
            }
        }
        Question question =
                new Question()
                        .from(new Pages("t", DRIVER, Population.uneven(driver, 16, 16), 3))
                        .from(new Answers("l", LOOKED, looked, rows -> slow(rows, 2)))
                        .join("t.k", "l.key");
        if (chain) {
            List<Object[]> behind = new ArrayList<>();
            for (int key = 0; key < 60; key++) {
                behind.add(new Object[] {key, 5 + 5 * random.nextExponential()});
            }
            question.from(new Answers("m", BEHIND, behind, rows -> slow(rows, 1)))
                    .join("l.m", "m.key");
        }
        question.count().with(Function.SUM, "y").with(Function.AVG, "y");
        return chain ? question.with(Function.SUM, "z").with(Function.AVG, "z") : question;
    }

    /// Both sides are samples.
    ///
    /// @param skew 0 for keys that are equally frequent
    private static Question ripple(int keys, double skew) {
        RandomGenerator random = Seeds.random(21);
        double[] upTo = new double[keys];
        for (int k = 0; k < keys; k++) {
            upTo[k] = (k == 0 ? 0 : upTo[k - 1]) + Math.pow(k + 1, -skew);
        }
        List<Object[]> left = new ArrayList<>();
        List<Object[]> right = new ArrayList<>();
        for (int r = 0; r < 3_000; r++) {
            left.add(new Object[] {key(random, upTo), 10 + random.nextDouble(90)});
            right.add(new Object[] {key(random, upTo), 5 + random.nextDouble(10)});
        }
        List<Column> other = List.of(new Column("key", Type.INTEGER), new Column("w", Type.DOUBLE));
        return new Question()
                .from(new Pages("r", DRIVER, Population.uneven(left, 10, 22), 2))
                .from(new Pages("s", other, Population.uneven(right, 10, 23), 2))
                .join("r.k", "s.key")
                .count()
                .with(Function.SUM, "x")
                .with(Function.AVG, "x")
                .with(Function.SUM, "w");
    }

    /// Both sides have equally many pages, sorted by the key: what is on one page of the one is on
    /// the same page of the other.
    private static Question sortedRipple() {
        RandomGenerator random = Seeds.random(24);
        List<Object[]> left = new ArrayList<>();
        List<Object[]> right = new ArrayList<>();
        for (int r = 0; r < 4_000; r++) {
            left.add(new Object[] {r / 200, 10 + random.nextDouble(90)});
            right.add(new Object[] {r / 200, 5 + random.nextDouble(10)});
        }
        List<Column> other = List.of(new Column("key", Type.INTEGER), new Column("w", Type.DOUBLE));
        return new Question()
                .from(new Pages("r", DRIVER, Population.even(left, 20), 2))
                .from(new Pages("s", other, Population.even(right, 20), 2))
                .join("r.k", "s.key")
                .count()
                .with(Function.SUM, "x")
                .with(Function.SUM, "w");
    }

    private static int key(RandomGenerator random, double[] upTo) {
        double at = random.nextDouble() * upTo[upTo.length - 1];
        int key = 0;
        while (upTo[key] < at) {
            key++;
        }
        return key;
    }

    private static long slow(List<Object[]> rows, int column) {
        double greatest = rows.stream().mapToDouble(r -> (Double) r[column]).max().orElse(0);
        return (long) (10 * greatest);
    }
}
