package telegraph.engine.eddy;

import java.util.List;
import java.util.function.BiFunction;
import telegraph.engine.stem.RoutingRules;
import telegraph.ground.TelegraphException;
import telegraph.ground.WorkerThreads;

/// A random join in a world of steps ([telegraph.testkit.schedule.SteppedLoader]); of the name of
/// the rule that is broken, or "", and a seed it says what differs from nested loops, or null.
final class ScheduledJoin implements BiFunction<String, Long, String> {
    @Override
    public String apply(String broken, Long seed) {
        // Threads that are kept for other work are of no schedule.
        WorkerThreads.replace((name, work) -> Thread.ofPlatform().name(name).unstarted(work));
        RoutingRules rules =
                broken.isEmpty()
                        ? RoutingRules.EXACT
                        : RoutingRules.without(RoutingRules.Rule.valueOf(broken));
        RandomQuery query = seed % 4 == 0 ? RandomQuery.crowd(seed) : RandomQuery.of(seed);
        query.under(rules);
        if (seed % 5 == 0) {
            query.evicting(true, true);
        }
        try {
            List<String> expected = query.expected();
            List<String> actual =
                    query.query.rows().stream().map(Object::toString).sorted().toList();
            return expected.equals(actual)
                    ? null
                    : "expected=" + expected + "\nactual=" + actual + "\n" + query;
        } catch (TelegraphException | InterruptedException e) {
            return e + "\n" + query;
        }
    }
}
