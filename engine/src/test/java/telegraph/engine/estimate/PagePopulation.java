package telegraph.engine.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import telegraph.testkit.Seeds;

/// Pages of rows as they come in life: alike, skewed, sorted, and with a few pages quite unlike the
/// rest.
///
/// Means of pages that follow a distribution are its quantiles at equal distances, for a draw of
/// them may have one page that is far beyond all others, which is a population of another kind.
///
/// @param kind how much may be asked of intervals
/// @param pageSize the most rows a page has
/// @param pages the sums of each page: rows, their sum, their squares
record PagePopulation(String name, Kind kind, long pageSize, Population pages) {
    private static final int PAGES = 337;
    private static final int ROWS = 50;

    /// How much may be asked of intervals.
    enum Kind {
        /// They are there after a third of the pages, and hold.
        MODERATE,
        /// Where they are shown they hold.
        HARD,
        /// The pages that matter are so few that any sample can miss them.
        IMPOSSIBLE
    }

    /// The values of a page.
    @FunctionalInterface
    private interface Page {
        DoubleStream values(int page, RandomGenerator random);
    }

    /// A number for each page.
    @FunctionalInterface
    private interface Level {
        double of(int page, RandomGenerator random);
    }

    static List<PagePopulation> all() {
        List<PagePopulation> all = new ArrayList<>();
        for (int pages : new int[] {160, PAGES, 1_500}) {
            addOfEachSize(all, pages);
        }
        addSkewed(all);
        addOfUnlikeSizes(all);
        addSelected(all);
        addUnlike(all);
        return all;
    }

    private static void addOfEachSize(List<PagePopulation> to, int n) {
        String of = n + " pages: ";
        to.add(of(of + "uniform", Kind.MODERATE, n, each(RandomGenerator::nextDouble)));
        Level exponential = (page, _) -> -Math.log(1 - (page + 0.5) / n);
        to.add(of(of + "page means exponential", Kind.MODERATE, n, about(exponential)));
        to.add(of(of + "3 % x 20", Kind.HARD, n, some(n, 0.03, 20)));
        to.add(of(of + "1 % x 20", Kind.IMPOSSIBLE, n, some(n, 0.01, 20)));
        Level rows = (page, _) -> isAmong(page, 0.04, n) ? 10 * ROWS : ROWS;
        to.add(of(of + "4 % have ten times the rows", Kind.HARD, n, sized(rows)));
        IntToDoubleFunction share = page -> isAmong(page, 0.04, n) ? 0.9 : 0.02;
        to.add(of(of + "WHERE 1 in 50, but 9 in 10 on 4 %", Kind.HARD, n, selected(share)));
    }

    private static void addSkewed(List<PagePopulation> to) {
        ToDoubleFunction<RandomGenerator> lognormal = random -> Math.exp(random.nextGaussian());
        to.add(moderate("page means normal", about((_, random) -> 10 + random.nextGaussian())));
        to.add(moderate("values lognormal", each(lognormal)));
        for (double sigma : new double[] {0.5, 1, 1.5, 2}) {
            Kind kind = sigma == 2 ? Kind.IMPOSSIBLE : sigma > 1 ? Kind.HARD : Kind.MODERATE;
            Level level = (page, _) -> Math.exp(sigma * Quantiles.normal((page + 0.5) / PAGES));
            to.add(of("page means lognormal, σ = " + sigma, kind, PAGES, about(level)));
        }
        Page pareto = each(random -> Math.pow(1 - random.nextDouble(), -1 / 1.5));
        to.add(of("values Pareto 1.5", Kind.IMPOSSIBLE, PAGES, pareto));
        Level heavy = (page, _) -> Math.pow(1 - (page + 0.5) / PAGES, -1 / 2.5);
        to.add(hard("page means Pareto 2.5", about(heavy)));
        to.add(moderate("a trend", about((page, _) -> 1 + (double) page / PAGES)));
        to.add(moderate("one in 7 x 1/2", about((page, _) -> page % 7 == 0 ? 0.5 : 1)));
        to.add(moderate("half x 10", some(PAGES, 0.5, 10)));
        to.add(moderate("10 % x 3", some(PAGES, 0.1, 3)));
        to.add(moderate("10 % x 5", some(PAGES, 0.1, 5)));
        to.add(moderate("around zero", each(RandomGenerator::nextGaussian)));
        to.add(sorted("uniform", Kind.MODERATE, RandomGenerator::nextDouble));
        to.add(sorted("exponential", Kind.MODERATE, RandomGenerator::nextExponential));
        to.add(sorted("lognormal", Kind.HARD, lognormal));
    }

    private static void addOfUnlikeSizes(List<PagePopulation> to) {
        Level any = (_, random) -> 1 + random.nextInt(2 * ROWS);
        to.add(moderate("1 to 100 rows", sized(any)));
        Page large =
                (page, random) -> {
                    double rows = any.of(page, random);
                    return rows(rows, () -> rows * random.nextDouble());
                };
        to.add(moderate("1 to 100 rows, larger values on larger pages", large));
        Level lognormal = (_, random) -> 1 + 30 * Math.exp(random.nextGaussian());
        to.add(moderate("numbers of rows lognormal", sized(lognormal)));
        to.add(moderate("a short last page", sized((page, _) -> page == 0 ? 3 : ROWS)));
        to.add(moderate("one in 5 empty", sized((_, random) -> random.nextInt(5) == 0 ? 0 : ROWS)));
        to.add(hard("3 % empty", sized((page, _) -> isAmong(page, 0.03, PAGES) ? 0 : ROWS)));
    }

    private static void addSelected(List<PagePopulation> to) {
        to.add(moderate("WHERE 1 in 5", selected(_ -> 0.2)));
        for (double share : new double[] {0.04, 0.1, 0.2, 0.3}) {
            Kind kind = share > 0.1 ? Kind.MODERATE : Kind.HARD;
            String name = "WHERE all on " + Math.round(100 * share) + " %";
            to.add(of(name, kind, PAGES, selected(page -> isAmong(page, share, PAGES) ? 1 : 0)));
        }
        to.add(moderate("1 in 500 is 1, else 0", each(random -> random.nextInt(500) == 0 ? 1 : 0)));
        Level level = (page, _) -> isAmong(page, 0.02, PAGES) ? 1 : 0;
        to.add(hard("zeros but on 2 %", about(level)));
    }

    private static void addUnlike(List<PagePopulation> to) {
        to.add(hard("3 % x -20", some(PAGES, 0.03, -20)));
        to.add(hard("5 % x 2", some(PAGES, 0.05, 2)));
        to.add(hard("constant", each(_ -> 7)));
        Page shortLast = (page, _) -> rows(page == 0 ? 3 : ROWS, () -> 7);
        to.add(hard("constant, a short last page", shortLast));
        Page one = (page, _) -> rows(ROWS, () -> page == 0 ? 10.5 : 7);
        to.add(hard("constant, one page x 1.5", one));
        for (int times : new int[] {38, 100}) {
            Level level = (page, _) -> page == 0 ? times : 1;
            to.add(of("one page x " + times, Kind.IMPOSSIBLE, PAGES, about(level)));
        }
    }

    private static PagePopulation moderate(String name, Page page) {
        return of(name, Kind.MODERATE, PAGES, page);
    }

    private static PagePopulation hard(String name, Page page) {
        return of(name, Kind.HARD, PAGES, page);
    }

    private static PagePopulation of(String name, Kind kind, int pages, Page page) {
        RandomGenerator random = Seeds.random(name.hashCode());
        List<double[]> values = new ArrayList<>();
        for (int p = 0; p < pages; p++) {
            values.add(page.values(p, random).toArray());
        }
        return of(name, kind, values);
    }

    private static PagePopulation sorted(
            String name, Kind kind, ToDoubleFunction<RandomGenerator> value) {
        RandomGenerator random = Seeds.random(name.hashCode());
        double[] all = rows(PAGES * ROWS, () -> value.applyAsDouble(random)).sorted().toArray();
        List<double[]> values = new ArrayList<>();
        for (int at = 0; at < all.length; at += ROWS) {
            values.add(Arrays.copyOfRange(all, at, at + ROWS));
        }
        return of("sorted by the value, " + name, kind, values);
    }

    private static PagePopulation of(String name, Kind kind, List<double[]> values) {
        double[][][] sums = new double[values.size()][1][];
        long most = 0;
        for (int p = 0; p < sums.length; p++) {
            double[] page = values.get(p);
            double squares = Arrays.stream(page).map(x -> x * x).sum();
            sums[p][0] = new double[] {page.length, Arrays.stream(page).sum(), squares};
            most = Math.max(most, page.length);
        }
        return new PagePopulation(name, kind, most, new Population(name, sums));
    }

    private static DoubleStream rows(double count, DoubleSupplier value) {
        return DoubleStream.generate(value).limit((long) count);
    }

    private static Page each(ToDoubleFunction<RandomGenerator> value) {
        return (_, random) -> rows(ROWS, () -> value.applyAsDouble(random));
    }

    /// Whether a page is one of a share of all.
    private static boolean isAmong(int page, double share, int pages) {
        return page < Math.round(share * pages);
    }

    /// Values from 0 to twice the level of the page.
    private static Page about(Level level) {
        return (page, random) -> {
            double twice = 2 * level.of(page, random);
            return rows(ROWS, () -> twice * random.nextDouble());
        };
    }

    /// A share of the pages has values so many times as large.
    private static Page some(int pages, double share, double times) {
        return about((page, _) -> isAmong(page, share, pages) ? times : 1);
    }

    private static Page sized(Level rows) {
        return (page, random) -> rows(rows.of(page, random), random::nextDouble);
    }

    /// A share of the rows of each page is selected.
    private static Page selected(IntToDoubleFunction share) {
        return (page, random) ->
                rows(ROWS, random::nextDouble)
                        .filter(_ -> random.nextDouble() < share.applyAsDouble(page));
    }
}
