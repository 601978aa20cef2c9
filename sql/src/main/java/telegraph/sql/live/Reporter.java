package telegraph.sql.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import telegraph.engine.Confidence;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.ground.Ticker;
import telegraph.query.run.PlanRun;
import telegraph.sql.Event;

/// Tells whoever watches a query, at every interval, how it stands: its sources, and its running
/// answer as a snapshot or, for SELECT ONLINE, as rows.
///
/// Threads: one reports; any may ask for the number of the snapshot.
final class Reporter {
    /// The most rows of a snapshot that anybody is shown.
    private static final int SHOWN_MAX = 1_000;

    private static final int GROUPS_MAX = 10_000;

    /// The most changes of mind of a block that are told at once.
    private static final int CHANGES_MAX = 50;

    private final RunningQuery query;
    private final PlanRun run;
    private final Standings standings;
    private final ClaimedShape shape;
    private final Confidence confidence;
    private final BooleanSupplier over;
    private volatile long number;

    /// @param over whether the query is to end, so that what fails does so for that
    Reporter(
            RunningQuery query,
            PlanRun run,
            Standings standings,
            ClaimedShape shape,
            Confidence confidence,
            BooleanSupplier over) {
        this.query = query;
        this.over = over;
        this.run = run;
        this.standings = standings;
        this.shape = shape;
        this.confidence = confidence;
    }

    /// Where running answers go.
    @FunctionalInterface
    interface Outlet {
        /// Passes one on.
        void pass(Standings.Standing answer);
    }

    /// Reports until it is interrupted.
    ///
    /// @param routing whether somebody wants to know what the eddies do
    /// @param outlet where running answers go, or empty if nobody wants them
    void report(Duration interval, Ticker ticker, boolean routing, Optional<Outlet> outlet)
            throws InterruptedException {
        boolean trying = outlet.isPresent();
        while (true) {
            ticker.sleep(interval);
            List<Progress> progress = new ArrayList<>();
            run.progress(progress);
            query.emit(new Event.Sources(progress));
            if (routing) {
                query.emit(new Event.Routing(routes()));
            }
            trying = trying && pass(outlet.get());
        }
    }

    private List<Routes> routes() {
        List<Routes> blocks = new ArrayList<>();
        run.routes(blocks);
        blocks.replaceAll(routes -> routes.latest(CHANGES_MAX));
        return blocks;
    }

    /// Passes on the answer as it stands; returns whether there is a point in trying again.
    private boolean pass(Outlet outlet) throws InterruptedException {
        try {
            standings
                    .now(GROUPS_MAX, shape.isOnline() ? GROUPS_MAX : SHOWN_MAX, confidence)
                    .ifPresent(outlet::pass);
            return true;
        } catch (RuntimeException e) {
            // A remainder over half the rows can fail where the whole does not. The final result
            // decides; until then the user is told why nothing moves.
            if (!over.getAsBoolean()) {
                query.emit(new Event.Notice("no running answer: " + e.getMessage()));
            }
            return false;
        }
    }

    /// An outlet that shows snapshots.
    Outlet snapshots() {
        return answer -> {
            number++;
            query.emit(
                    new Event.Snapshot(
                            rows(answer, number),
                            answer.marks().stream().map(shape::mark).toList(),
                            shape.estimated(),
                            number,
                            answer.progress(),
                            answer.reason()));
        };
    }

    /// An outlet that makes rows of the result of each answer that differs from the one before.
    Outlet rows(Delivery delivery) {
        return new Outlet() {
            private List<Object[]> last = List.of();

            @Override
            public void pass(Standings.Standing answer) {
                // Without what changes although the answer does not.
                List<Object[]> bare =
                        rows(
                                new Standings.Standing(
                                        answer.rows(),
                                        answer.marks(),
                                        Double.NaN,
                                        Double.NaN,
                                        0,
                                        false,
                                        answer.reason()),
                                0);
                if (!Arrays.deepEquals(bare.toArray(), last.toArray())) {
                    last = bare;
                    number++;
                    delivery.running(rows(answer, number));
                }
            }
        };
    }

    /// The rows of the result that a running answer is.
    List<Object[]> rows(Standings.Standing answer, long snapshot) {
        List<Object[]> rows = new ArrayList<>();
        for (int r = 0; r < answer.rows().size(); r++) {
            rows.add(
                    shape.row(
                            answer.rows().get(r),
                            answer.marks().get(r),
                            snapshot,
                            answer.progress()));
        }
        return rows;
    }

    /// The number of the snapshot after those shown so far.
    long next() {
        return number + 1;
    }
}
