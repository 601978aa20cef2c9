package telegraph.engine.eddy;

import java.util.List;
import java.util.function.LongFunction;
import telegraph.engine.stem.RoutingRules;
import telegraph.ground.TelegraphException;

/// A random join in a world of steps ([telegraph.testkit.schedule.SteppedLoader]); of a seed it
/// says what differs from nested loops, or null.
final class ScheduledJoin implements LongFunction<String> {
    /// The system property that names the rule it breaks.
    static final String BROKEN = "broken";

    private final RoutingRules rules;

    ScheduledJoin() {
        String broken = System.getProperty(BROKEN, "");
        rules =
                broken.isEmpty()
                        ? RoutingRules.EXACT
                        : RoutingRules.without(RoutingRules.Rule.valueOf(broken));
    }

    @Override
    public String apply(long seed) {
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
