package telegraph.engine.direct;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import telegraph.engine.Block;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.Progress;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;

/// Counts what a direct run does, for whoever asks afterwards.
///
/// Threads: one counts; once it has ended, any may ask. Meters are counted and asked by any.
final class DirectCounts {
    private final Block block;
    private final QueryContext context;
    private volatile Meter[] meters;
    private final long[] filtersIn;
    private final long[] filtersOut;
    private final long[] lookups;
    private final long[] found;
    private long left;
    private List<DirectPlan.Step> steps = List.of();

    DirectCounts(Block block, QueryContext context) {
        this.block = block;
        this.context = context;
        int inputs = block.inputs().size();
        this.filtersIn = new long[block.filters().size()];
        this.filtersOut = new long[filtersIn.length];
        this.lookups = new long[inputs];
        this.found = new long[inputs];
        again();
    }

    /// All begins anew.
    void again() {
        Arrays.fill(filtersIn, 0);
        Arrays.fill(filtersOut, 0);
        Arrays.fill(lookups, 0);
        Arrays.fill(found, 0);
        Meter[] own = new Meter[lookups.length];
        for (int i = 0; i < own.length; i++) {
            Block.Input input = block.inputs().get(i);
            Source source = input.source();
            own[i] = new Meter(input.alias(), source.name(), source.terms(), context.requests());
        }
        meters = own;
    }

    Meter meter(int input) {
        return meters[input];
    }

    void filtered(int filter, int in, int out) {
        filtersIn[filter] += in;
        filtersOut[filter] += out;
    }

    /// A lookup found some rows.
    void lookedUp(int input, int rows) {
        lookups[input]++;
        found[input] += rows;
    }

    /// Tuples left.
    void left(int tuples) {
        left += tuples;
    }

    void ended(DirectPlan plan) {
        steps = plan.steps();
        for (Meter meter : meters) {
            meter.done();
        }
    }

    List<Progress> progress() {
        return Arrays.stream(meters).map(Meter::progress).toList();
    }

    Routes routes() {
        List<Routes.Module> modules = new ArrayList<>();
        List<Routes.Way> ways = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (DirectPlan.Step step : steps) {
            List<Routes.Module> own = modules(step);
            modules.addAll(own);
            own.forEach(module -> all.add(module.name()));
            ways.add(
                    new Routes.Way(
                            block.inputs().get(step.input()).alias(),
                            own.stream().map(Routes.Module::name).toList()));
        }
        Block.Output output = block.output();
        all.add(output.name());
        modules.add(module(output.name(), output.kind(), "", left, left, 0));
        if (!ways.isEmpty()) {
            ways.set(0, new Routes.Way(ways.getFirst().input(), all));
        }
        return new Routes(modules, ways, List.of());
    }

    private List<Routes.Module> modules(DirectPlan.Step step) {
        int input = step.input();
        String alias = block.inputs().get(input).alias();
        List<Routes.Module> modules = new ArrayList<>();
        if (step.way() == DirectPlan.Way.SCAN) {
            long rows = meters[input].progress().rows();
            modules.add(module("source " + alias, Routes.Kind.SOURCE, alias, 0, rows, 0));
        } else {
            Source source = block.inputs().get(input).source();
            String columns =
                    IntStream.of(step.bound())
                            .mapToObj(c -> source.schema().column(c).name())
                            .collect(Collectors.joining(", "));
            modules.add(
                    module(
                            "lookup " + alias + "(" + columns + ")",
                            Routes.Kind.LOOKUP,
                            alias,
                            lookups[input],
                            found[input],
                            lookups[input]));
        }
        for (int f :
                IntStream.concat(IntStream.of(step.filtersAlone()), IntStream.of(step.filters()))
                        .toArray()) {
            String inputs =
                    block.filters().get(f).columns().stream()
                            .map(ColumnRef::input)
                            .distinct()
                            .sorted()
                            .map(i -> block.inputs().get(i).alias())
                            .collect(Collectors.joining(", "));
            modules.add(
                    module(
                            "filter " + block.filters().get(f),
                            Routes.Kind.FILTER,
                            inputs,
                            filtersIn[f],
                            filtersOut[f],
                            0));
        }
        return modules;
    }

    private static Routes.Module module(
            String name, Routes.Kind kind, String input, long in, long out, long requests) {
        return new Routes.Module(
                name, kind, input, in, out, 1, 0, 0, requests, Double.NaN, 0, "", true);
    }
}
