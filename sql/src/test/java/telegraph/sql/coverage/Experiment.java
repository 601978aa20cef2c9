package telegraph.sql.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import telegraph.engine.Basis;
import telegraph.engine.Claim;
import telegraph.engine.Confidence;
import telegraph.engine.Dataflow;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.engine.QueryContext;
import telegraph.engine.RoutingPolicy;
import telegraph.ground.Ticker;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// One question asked many times, each time of another sample, and all that is claimed on the way
/// held against the exact answer.
///
/// ```
/// open the gates to cohort k ──► wait until it is resolved ──► look ──► k + 1 ...
/// ```
///
/// What is seen depends on the seed alone: not on threads, and not on the time anything takes.
///
/// Threads: one.
final class Experiment implements AutoCloseable {
    static final Confidence POINTWISE = new Confidence(0.95, Confidence.Method.NORMAL, false);
    private static final long MEMORY = 512L << 20;
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private final MemoryManager memory = new MemoryManager(MEMORY);
    private final Question question;
    private final int cohorts;
    final Map<String, double[]> truth = new HashMap<>();

    /// @param cohorts how many are looked at in a run, from the first on
    Experiment(Question question, int cohorts) throws InterruptedException {
        this.question = question;
        this.cohorts = cohorts;
        question.sources.forEach(s -> s.open(Long.MAX_VALUE));
        try (Region region = memory.query("exact", MEMORY);
                Execution exact = Dataflow.start(question.blocks(), context(region, 0, false))) {
            for (Batch batch = exact.take(); batch != null; batch = exact.take()) {
                for (int row = 0; row < batch.rows(); row++) {
                    truth.put(group(batch, row), values(batch, row));
                }
                batch.unpin();
            }
        }
    }

    /// Runs with the seeds 1 to `runs` and counts all pointwise intervals.
    Tally run(int runs) throws InterruptedException {
        Tally tally = new Tally();
        for (long seed = 1; seed <= runs; seed++) {
            tally.begin();
            watch(
                    seed,
                    POINTWISE,
                    estimates -> {
                        count(estimates, tally);
                        return true;
                    });
        }
        return tally;
    }

    /// Runs once and shows what is estimated of each cohort to `viewer`, which must not keep it and
    /// says whether to go on.
    void watch(long seed, Confidence confidence, Predicate<Estimates> viewer)
            throws InterruptedException {
        question.sources.forEach(Gated::reset);
        try (Region region = memory.query("sample", MEMORY);
                Execution execution =
                        Dataflow.start(question.blocks(), context(region, seed, true))) {
            boolean on = true;
            for (int k = 0; k < cohorts && on; k++) {
                long units = size(k);
                question.sources.forEach(s -> s.open(units));
                awaitCohort(execution, question.cohort(k), seed);
                Optional<Estimates> seen = execution.estimates(1_000, confidence);
                assertTrue(seen.isPresent(), "there are few groups");
                try {
                    int shown = confidence.sequential() ? stoppingPoint(k) : question.cohort(k);
                    check(seen.get(), shown, seed);
                    on = shown < 0 || viewer.test(seen.get());
                } finally {
                    seen.get().rows().forEach(Batch::unpin);
                }
            }
        }
    }

    static QueryContext context(Region region, long seed, boolean estimates) {
        return new QueryContext(
                "coverage",
                region,
                2,
                RoutingPolicy.named("rank"),
                false,
                -1,
                Ticker.SYSTEM,
                seed,
                estimates);
    }

    /// The cohort to stop at when that many units of many are there: of 128, 256, ... units; -1 if
    /// there is none.
    private static int stoppingPoint(int cohort) {
        return cohort < 6 ? -1 : cohort - cohort % 2;
    }

    /// 16 · 2^(k/2), rounded up.
    static long size(int cohort) {
        return (long) Math.ceil(16 * Math.pow(2, cohort / 2.0) - 1e-9);
    }

    private static void awaitCohort(Execution execution, int cohort, long seed)
            throws InterruptedException {
        long limit = Ticker.SYSTEM.nanos() + PATIENCE_NANOS;
        for (int spins = 0; execution.cohort() < cohort; spins++) {
            if (spins > 50) {
                Thread.sleep(0, 50_000);
            } else {
                Thread.onSpinWait();
            }
            if (Ticker.SYSTEM.nanos() > limit) {
                throw new AssertionError(
                        "a cohort is not resolved: cohort="
                                + cohort
                                + " seed="
                                + seed
                                + " reason="
                                + reason(execution)
                                + " progress="
                                + execution.progress());
            }
        }
    }

    private static String reason(Execution execution) throws InterruptedException {
        Optional<Estimates> seen = execution.estimates(1_000, POINTWISE);
        seen.ifPresent(e -> e.rows().forEach(Batch::unpin));
        return seen.map(Estimates::reason).orElse("");
    }

    /// What must hold of any estimate.
    private static void check(Estimates seen, int cohort, long seed) {
        assertEquals(cohort, seen.cohort(), "seed=" + seed);
        for (Claim claim : seen.claims()) {
            if (claim.basis() != Basis.SO_FAR) {
                continue;
            }
            for (double error : claim.errors()) {
                assertTrue(Double.isNaN(error), "an interval on so-far: seed=" + seed);
            }
        }
    }

    void count(Estimates seen, Tally tally) {
        int at = 0;
        for (Batch batch : seen.rows()) {
            for (int row = 0; row < batch.rows(); row++, at++) {
                Claim claim = seen.claims().get(at);
                String group = group(batch, row);
                double[] values = values(batch, row);
                for (int a = 0; a < values.length; a++) {
                    double[] interval = {values[a], claim.errors()[a]};
                    tally.add(a, group, seen.units(), interval, truth.get(group)[a]);
                }
            }
        }
    }

    String group(Batch batch, int row) {
        StringBuilder group = new StringBuilder();
        for (int k = 0; k < question.keys(); k++) {
            group.append(k > 0 ? "," : "").append(batch.valueAt(k, row));
        }
        return group.toString();
    }

    double[] values(Batch batch, int row) {
        double[] values = new double[question.names.size()];
        for (int a = 0; a < values.length; a++) {
            Object value = batch.valueAt(question.keys() + a, row);
            values[a] = value == null ? Double.NaN : ((Number) value).doubleValue();
        }
        return values;
    }

    List<String> names() {
        return question.names;
    }

    @Override
    public void close() {
        question.closings.forEach(Runnable::run);
        assertEquals(0, memory.used(), "memory is left");
        memory.close();
    }
}
