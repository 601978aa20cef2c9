package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Routes;
import telegraph.engine.flow.Lookups;
import telegraph.engine.policy.Junction;
import telegraph.engine.policy.Option;
import telegraph.engine.tuple.Probe;
import telegraph.engine.tuple.QueryGraph;

/// What tuples of one signature may do next.
///
/// @param steps in the order of the junction's options
record SignatureRoutes(List<Step> steps, Junction junction) {
    /// Further filters have their turn when one of these is done.
    private static final int FILTERS_MAX = 32;

    private static final int PROBES_MAX = 32;

    /// One thing to do next.
    sealed interface Step permits FilterStep, SemijoinStep, ProbeStep {
        Option option();
    }

    record FilterStep(int filter, Option option) implements Step {}

    /// Drops rows of one input that match nothing in a complete one. They need not go here: a probe
    /// would find that too, later.
    record SemijoinStep(Probe probe, Option option) implements Step {}

    record ProbeStep(Probe probe, Option option) implements Step {}

    /// The options that could take rows of one input now: all filters, and semi-joins with complete
    /// inputs.
    long available(Semijoins semijoins) {
        long available = 0;
        for (int s = 0; s < steps.size(); s++) {
            if (!(steps.get(s) instanceof SemijoinStep step)
                    || semijoins.keys(step.probe()).isPresent()) {
                available |= 1L << s;
            }
        }
        return available;
    }

    /// Those of some options that are worth while.
    long paying(long available) {
        long paying = 0;
        for (long left = available; left != 0; left &= left - 1) {
            if (steps.get(Long.numberOfTrailingZeros(left)).option().pays()) {
                paying |= Long.lowestOneBit(left);
            }
        }
        return paying;
    }

    /// What rows of one input do first, or null if they are through: of semi-joins only those that
    /// are in use.
    Step preferredAlone() {
        for (int s : junction.order()) {
            Step step = steps.get(s);
            boolean used = step.option().rowsIn() > 0 && step.option().pays();
            if (step instanceof FilterStep || used) {
                return step;
            }
        }
        return null;
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

    /// The inputs of which some lookups must have room for tuples that the chosen one had none for.
    long waitsAfter(int chosen) {
        long inputs = 1L << chosen;
        if (junction.waits()) {
            return inputs;
        }
        for (Step step : steps) {
            if (step instanceof ProbeStep probe && probe.probe().mustAsk()) {
                inputs |= 1L << probe.probe().target();
            }
        }
        return inputs;
    }

    private static boolean isFull(Probe probe, Lookups[] lookups) {
        return probe.mustAsk() && lookups[probe.target()].isFull();
    }

    /// What rows of one input go through before they are stored: filters over it alone, then
    /// semi-joins. A filter that can throw comes before any of these, since whether they drop a row
    /// depends on what has arrived.
    ///
    /// @param reduced the inputs it was semi-joined with, as bits
    static List<Step> alone(QueryGraph graph, int input, long done, long reduced) {
        List<Step> steps = new ArrayList<>();
        for (int f : few(graph.filtersFor(1L << input, done))) {
            steps.add(new FilterStep(f, new Option(filterName(graph, f), Routes.Kind.FILTER)));
        }
        if (graph.canThrowAlone(input, done)) {
            return steps;
        }
        for (Probe probe : graph.semijoinsFor(input)) {
            if ((reduced >>> probe.target() & 1) == 0 && steps.size() < FILTERS_MAX + PROBES_MAX) {
                String alias = graph.instance(probe.target()).alias();
                steps.add(new SemijoinStep(probe, Option.optional(semijoinName(alias))));
            }
        }
        return steps;
    }

    private static List<Integer> few(List<Integer> filters) {
        return filters.subList(0, Math.min(FILTERS_MAX, filters.size()));
    }

    /// The crossing of a signature: filters first if a lookup would be the alternative.
    static List<Step> steps(QueryGraph graph, long span, long done, AskingCosts costs) {
        List<Step> steps = new ArrayList<>();
        for (int f : few(graph.filtersFor(span, done))) {
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
            steps.add(new ProbeStep(probe, option(graph, probe, costs)));
        }
        return steps;
    }

    private static Option option(QueryGraph graph, Probe probe, AskingCosts costs) {
        String alias = graph.instance(probe.target()).alias();
        if (!probe.mustAsk()) {
            return new Option(probeName(alias), Routes.Kind.PROBE);
        }
        return new Option(lookupName(alias), Routes.Kind.PROBE, costs.of(probe));
    }

    /// What a filter is called.
    static String filterName(QueryGraph graph, int filter) {
        return "filter " + graph.filters().get(filter);
    }

    /// What a semi-join with an input is called.
    static String semijoinName(String alias) {
        return "semijoin " + alias;
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
