package telegraph.bench;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import telegraph.bench.run.BlockRun;
import telegraph.bench.run.RowSource;

/// How many requests a star of lookups takes, for time and to save requests, beside the best and
/// the worst order that one could have chosen for it knowing everything: all orders are counted.
final class RequestsBench {
    private static final int SITES = 8;
    private static final int AT_ONCE = 8;
    private static final long MILLIS = 2;

    private final Report report;
    private final boolean quick;
    private final int rows;
    private final int stars;

    RequestsBench(Report report, boolean quick) {
        this.report = report;
        this.quick = quick;
        this.rows = quick ? 1_000 : 4_000;
        this.stars = quick ? 2 : 3;
    }

    /// What each row asks each site for, and what the sites keep.
    ///
    /// @param keys by row and site
    /// @param kept by site and key
    private record Star(int[][] keys, boolean[][] kept) {
        /// @param drifts whether what a site keeps changes half way
        static Star of(Random random, int rows, boolean drifts) {
            int[][] keys = new int[rows][SITES];
            boolean[][] kept = new boolean[SITES][];
            for (int s = 0; s < SITES; s++) {
                int distinct = drifts ? rows : random.nextInt(3) == 0 ? rows / 20 : rows;
                double early = 0.3 + 0.65 * random.nextDouble();
                double late = drifts ? 0.3 + 0.65 * random.nextDouble() : early;
                kept[s] = new boolean[distinct];
                for (int k = 0; k < distinct; k++) {
                    kept[s][k] = random.nextDouble() < (k < distinct / 2 ? early : late);
                }
                for (int r = 0; r < rows; r++) {
                    keys[r][s] = distinct == rows ? r : random.nextInt(distinct);
                }
            }
            return new Star(keys, kept);
        }

        /// How many values are asked for if rows visit the sites in this order while they are kept.
        private int requests(int[] order) {
            boolean[][] asked = new boolean[SITES][];
            Arrays.setAll(asked, s -> new boolean[kept[s].length]);
            int requests = 0;
            for (int[] row : keys) {
                for (int s : order) {
                    requests += asked[s][row[s]] ? 0 : 1;
                    asked[s][row[s]] = true;
                    if (!kept[s][row[s]]) {
                        break;
                    }
                }
            }
            return requests;
        }

        private int[] leastAndMost() {
            int[] found = {Integer.MAX_VALUE, 0};
            orders(
                    new int[SITES],
                    0,
                    0,
                    order -> {
                        int requests = requests(order);
                        found[0] = Math.min(found[0], requests);
                        found[1] = Math.max(found[1], requests);
                    });
            return found;
        }

        private static void orders(int[] order, int at, int used, Consumer<int[]> to) {
            if (at == SITES) {
                to.accept(order);
                return;
            }
            for (int s = 0; s < SITES; s++) {
                if ((used >> s & 1) == 0) {
                    order[at] = s;
                    orders(order, at + 1, used | 1 << s, to);
                }
            }
        }
    }

    void run() throws InterruptedException {
        star("star", "a third of them with a twentieth as many values as rows", false);
        star("drift", "each of which keeps another share of the rows from half way on", true);
    }

    private void star(String name, String sites, boolean drifts) throws InterruptedException {
        report.section(
                "Requests: " + name,
                rows
                        + " rows look up values at "
                        + SITES
                        + " sites, "
                        + sites
                        + "; 2 ms a lookup, "
                        + AT_ONCE
                        + " at once. Beside them the best and the worst of all orders.",
                "star",
                "best order",
                "worst order",
                "for time",
                "s",
                "for requests",
                "s",
                "requests / best");
        double saved = 0;
        double fast = 0;
        double best = 0;
        for (int i = 1; i <= stars; i++) {
            Star star = Star.of(new Random(i), rows, drifts);
            int[] bounds = star.leastAndMost();
            double[] time = asked(star, false);
            double[] requests = asked(star, true);
            report.row(
                    i,
                    bounds[0],
                    bounds[1],
                    (long) time[0],
                    time[1],
                    (long) requests[0],
                    requests[1],
                    requests[0] / bounds[0]);
            fast += time[0];
            saved += requests[0];
            best += bounds[0];
        }
        report.note(
                "For time " + Math.round(100 * fast / best) + " % of the best order's requests.");
        report.atMost("requests-" + name, saved / best, quick ? 1.06 : 1.03);
    }

    /// The lookups made and the seconds taken.
    private double[] asked(Star star, boolean saves) throws InterruptedException {
        String[] columns = new String[SITES];
        Arrays.setAll(columns, s -> "k" + s);
        RowSource driver =
                new RowSource("driver", rows, (row, c) -> star.keys[(int) row][c], columns);
        BlockRun run = new BlockRun().input(driver);
        run.savesRequests = saves;
        RowSource[] sites = new RowSource[SITES];
        for (int s = 0; s < SITES; s++) {
            boolean[] kept = star.kept[s];
            RowSource site =
                    new RowSource(
                                    "site" + s,
                                    kept.length,
                                    (row, c) -> kept[(int) row] ? row : -1,
                                    "id")
                            .onlyByLookup();
            site.lookupsMax = AT_ONCE;
            site.beforeLookup = _ -> Thread.sleep(MILLIS);
            sites[s] = site;
            run.input(site).equal(0, s, s + 1, 0);
        }
        double seconds = run.millis() / 1000;
        return new double[] {
            Arrays.stream(sites).mapToInt(site -> site.lookups.get()).sum(), seconds
        };
    }
}
