package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Routes;
import telegraph.engine.flow.Lookups;
import telegraph.engine.policy.Junction;
import telegraph.engine.policy.Option;

/// What tuples of one signature may do next.
///
/// @param steps in the order of the junction's options
record Crossing(List<Step> steps, Junction junction) {
    /// Further filters have their turn when one of these is done.
    private static final int FILTERS_MAX = 32;

    private static final int PROBES_MAX = 32;

    /// One thing to do next.
    sealed interface Step permits FilterStep, ProbeStep {
        Option option();
    }

    record FilterStep(int filter, Option option) implements Step {}

    record ProbeStep(Probe probe, Option option) implements Step {}

    /// Whether there are filters and nothing else to do.
    boolean onlyFilters() {
        return !steps.isEmpty() && steps.stream().allMatch(FilterStep.class::isInstance);
    }

    /// The options that take tuples now.
    long open(Lookups[] lookups) {
        long open = 0;
        for (int s = 0; s < steps.size(); s++) {
            if (!(steps.get(s) instanceof ProbeStep step && isFull(step.probe(), lookups))) {
                open |= 1L << s;
            }
        }
        return open;
    }

    /// The inputs whose lookups are full, so that tuples wait for them.
    long waitsFor(long open) {
        long inputs = 0;
        for (int s = 0; s < steps.size(); s++) {
            if ((open >>> s & 1) == 0 && steps.get(s) instanceof ProbeStep step) {
                inputs |= 1L << step.probe().target();
            }
        }
        return inputs;
    }

    private static boolean isFull(Probe probe, Lookups[] lookups) {
        return probe.mustAsk() && lookups[probe.target()].isFull();
    }

    /// The crossing of a signature: filters first if a lookup would be the alternative.
    static List<Step> steps(QueryGraph graph, long span, long done, Lookups[] lookups) {
        List<Step> steps = new ArrayList<>();
        List<Integer> ready = graph.filtersFor(span, done);
        for (int f : ready.subList(0, Math.min(FILTERS_MAX, ready.size()))) {
            steps.add(new FilterStep(f, new Option(filterName(graph, f), Routes.Kind.FILTER)));
        }
        boolean alone = Long.bitCount(span) == 1;
        if (alone && !steps.isEmpty()) {
            return steps;
        }
        boolean filtersLeft = !steps.isEmpty();
        for (Probe probe : graph.probesFor(span)) {
            if (steps.size() == FILTERS_MAX + PROBES_MAX) {
                break;
            }
            if (filtersLeft && probe.bind() != null) {
                continue;
            }
            steps.add(new ProbeStep(probe, option(graph, probe, lookups)));
        }
        return steps;
    }

    private static Option option(QueryGraph graph, Probe probe, Lookups[] lookups) {
        String alias = graph.instance(probe.target()).alias();
        if (!probe.mustAsk()) {
            return new Option(probeName(alias), Routes.Kind.PROBE);
        }
        Lookups asked = lookups[probe.target()];
        return new Option(lookupName(alias), Routes.Kind.PROBE, asked::nanosEach, asked::rowsEach);
    }

    /// What a filter is called.
    static String filterName(QueryGraph graph, int filter) {
        return "filter " + graph.filters().get(filter);
    }

    /// What a probe of an input is called whose rows come by themselves.
    static String probeName(String alias) {
        return "probe " + alias;
    }

    /// What a probe of an input is called whose rows must be asked for.
    static String lookupName(String alias) {
        return "lookup " + alias;
    }
}
