package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.engine.Routes;
import telegraph.engine.flow.Lookups;
import telegraph.engine.meter.Progress;
import telegraph.engine.policy.Option;
import telegraph.engine.tuple.Instance;
import telegraph.engine.tuple.QueryGraph;

/// Sums up what each module of a block did, from counters that go on counting meanwhile.
///
/// Threads: any; the numbers are those of about the same moment. Takes no lock that a worker waits
/// for.
record RoutesReport(Circuit circuit) {
    /// @param leaving what leaving cost
    /// @param leavingBytes what is held of what leaves
    Routes report(Option leaving, long leavingBytes) {
        RoutingTable routes = circuit.routes();
        Option[] builds = circuit.builds();
        List<Routes.Module> modules = new ArrayList<>();
        List<Routes.Way> ways = new ArrayList<>();
        boolean kept = graph().size() > 1;
        for (int i = 0; i < graph().size(); i++) {
            modules.add(source(i));
            String build = kept ? builds[i].name() : null;
            ways.add(routes.way(i, sourceName(i), build, leaving.name()));
        }
        modules.addAll(chosen(routes.options()));
        for (int i = 0; i < graph().size() && kept; i++) {
            modules.add(
                    counted(builds[i], graph().instance(i).alias(), circuit.stems()[i].bytes()));
            if (circuit.lookups()[i] != null) {
                modules.add(asked(i));
            }
        }
        modules.add(counted(leaving, "", leavingBytes));
        return new Routes(modules, ways, circuit.changes().toList());
    }

    private QueryGraph graph() {
        return circuit.graph();
    }

    private String sourceName(int input) {
        return "source " + graph().instance(input).alias();
    }

    private Routes.Module source(int input) {
        Progress p = circuit.meters()[input].progress();
        String heldBack = circuit.inbox().heldBack(input);
        return new Routes.Module(
                sourceName(input),
                Routes.Kind.SOURCE,
                graph().instance(input).alias(),
                0,
                // Not every source counts its rows, as one that is another block does not.
                Math.max(p.rows(), circuit.inbox().lanes().arrived(input)),
                p.units(),
                0,
                circuit.inbox().lanes().queuedBytes(input),
                p.requests(),
                Double.NaN,
                circuit.inbox().lanes().queued(input),
                p.done() ? "" : p.waiting().isEmpty() ? heldBack : p.waiting(),
                p.done());
    }

    /// The modules the eddy chose among; what has one name is one module.
    private List<Routes.Module> chosen(List<Option> options) {
        Map<String, List<Option>> byName = new LinkedHashMap<>();
        for (Option option : options) {
            byName.computeIfAbsent(option.name(), n -> new ArrayList<>()).add(option);
        }
        Map<String, String> inputs = new LinkedHashMap<>();
        for (int f = 0; f < graph().filters().size(); f++) {
            inputs.put(
                    SignatureRoutes.filterName(graph(), f), graph().words(graph().filterSpan(f)));
        }
        Map<String, Integer> asking = new LinkedHashMap<>();
        for (int i = 0; i < graph().size(); i++) {
            String alias = graph().instance(i).alias();
            inputs.put(SignatureRoutes.semijoinName(alias), alias);
            inputs.put(SignatureRoutes.probeName(alias), alias);
            inputs.put(SignatureRoutes.lookupName(alias), alias);
            asking.put(SignatureRoutes.lookupName(alias), i);
        }
        List<Routes.Module> modules = new ArrayList<>();
        byName.forEach((name, same) -> {
            Integer asked = asking.get(name);
            long parked = asked == null ? 0 : circuit.inbox().backlog().parkedFor(asked);
            modules.add(module(same, inputs.getOrDefault(name, ""), parked));
        });
        return modules;
    }

    private static Routes.Module module(List<Option> same, String input, long parked) {
        Option most = same.stream().max(Comparator.comparingLong(Option::rowsIn)).orElseThrow();
        return new Routes.Module(
                most.name(),
                most.kind(),
                input,
                same.stream().mapToLong(Option::rowsIn).sum(),
                same.stream().mapToLong(Option::rowsOut).sum(),
                same.stream().mapToLong(Option::batches).sum(),
                same.stream().mapToLong(Option::nanos).sum(),
                0,
                same.stream().mapToLong(Option::lookups).sum(),
                most.tickets(),
                parked,
                parked == 0 ? "" : parked + " rows wait for lookups",
                false);
    }

    /// A module that nobody chooses, since all rows go there.
    private static Routes.Module counted(Option option, String input, long bytes) {
        return new Routes.Module(
                option.name(),
                option.kind(),
                input,
                option.rowsIn(),
                option.rowsOut(),
                option.batches(),
                option.nanos(),
                bytes,
                option.lookups(),
                Double.NaN,
                0,
                "",
                false);
    }

    private Routes.Module asked(int input) {
        Instance instance = graph().instance(input);
        List<String> columns = new ArrayList<>();
        for (int column : instance.binds().getFirst().columns()) {
            columns.add(instance.input().source().schema().column(column).name());
        }
        String name = "lookup " + instance.alias() + "(" + String.join(", ", columns) + ")";
        Lookups own = circuit.lookups()[input];
        Progress p = circuit.meters()[input].progress();
        return new Routes.Module(
                name,
                Routes.Kind.LOOKUP,
                instance.alias(),
                own.requested(),
                own.rowsFound(),
                own.sent(),
                0,
                own.bytes(),
                own.sent(),
                Double.NaN,
                own.waiting(),
                p.done() ? "" : p.waiting().isEmpty() ? own.stalled() : p.waiting(),
                p.done());
    }
}
