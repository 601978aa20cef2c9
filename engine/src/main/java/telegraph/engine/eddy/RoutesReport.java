package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.engine.Meter;
import telegraph.engine.Progress;
import telegraph.engine.Routes;
import telegraph.engine.flow.Lookups;
import telegraph.engine.policy.Option;
import telegraph.engine.stem.Stem;

/// Sums up what each module of a block did.
///
/// Threads: any; the numbers are those of about the same moment.
record RoutesReport(QueryGraph graph, Meter[] meters, Stem[] stems, Lookups[] lookups) {
    Routes report(
            List<Option> options,
            Option[] builds,
            Option leaving,
            long leavingBytes,
            List<Routes.Change> changes) {
        List<Routes.Module> modules = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            Progress p = meters[i].progress();
            String alias = graph.instance(i).alias();
            modules.add(
                    new Routes.Module(
                            "source " + alias,
                            Routes.Kind.SOURCE,
                            0,
                            p.rows(),
                            p.units(),
                            0,
                            0,
                            p.requests()));
        }
        Map<String, List<Option>> byName = new LinkedHashMap<>();
        for (Option option : options) {
            byName.computeIfAbsent(option.name(), n -> new ArrayList<>()).add(option);
        }
        byName.values().forEach(same -> modules.add(module(same, 0)));
        for (int i = 0; i < graph.size() && graph.size() > 1; i++) {
            modules.add(module(List.of(builds[i]), stems[i].bytes()));
            if (lookups[i] != null) {
                modules.add(asked(i));
            }
        }
        modules.add(module(List.of(leaving), leavingBytes));
        return new Routes(modules, changes);
    }

    private static Routes.Module module(List<Option> same, long bytes) {
        return new Routes.Module(
                same.getFirst().name(),
                same.getFirst().kind(),
                same.stream().mapToLong(Option::rowsIn).sum(),
                same.stream().mapToLong(Option::rowsOut).sum(),
                same.stream().mapToLong(Option::batches).sum(),
                same.stream().mapToLong(Option::nanos).sum(),
                bytes,
                same.stream().mapToLong(Option::lookups).sum());
    }

    private Routes.Module asked(int input) {
        Instance instance = graph.instance(input);
        List<String> columns = new ArrayList<>();
        for (int column : instance.binds().getFirst().columns()) {
            columns.add(instance.input().source().schema().column(column).name());
        }
        String name = "lookup " + instance.alias() + "(" + String.join(", ", columns) + ")";
        Lookups own = lookups[input];
        return new Routes.Module(
                name,
                Routes.Kind.LOOKUP,
                own.requested(),
                own.rowsFound(),
                own.sent(),
                0,
                0,
                own.sent());
    }
}
