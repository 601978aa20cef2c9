package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.flow.Lookups;
import telegraph.engine.flow.UnitLedger;
import telegraph.engine.tuple.Instance;
import telegraph.engine.tuple.Probe;
import telegraph.engine.tuple.TupleBatch;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// Asks for the rows that tuples need and nothing else brings (R5, R10).
///
/// Threads: one worker.
final class LookupIssuer {
    /// The positions refused by the last [#ask].
    int[] refused = new int[0];

    int refusedCount;

    /// New values the last [#ask] sent.
    long asked;

    /// Asks for every selected tuple. Those whose values found no room leave the selection and are
    /// in [#refused]; they must be routed again later.
    ///
    /// @param from what the tuples are part of
    void ask(
            TupleBatch tuples,
            Probe probe,
            Lookups lookups,
            int bindNumber,
            UnitLedger.Entry from) {
        List<Instance.Value> values = probe.bind().values();
        Vector[] sources = new Vector[values.size()];
        for (int v = 0; v < sources.length; v++) {
            if (isJoined(values.get(v), probe)) {
                sources[v] =
                        tuples.column(
                                values.get(v).source(probe.span()), tuples.selection, tuples.count);
            }
        }
        if (refused.length == 0) {
            refused = new int[Batch.ROWS_MAX];
        }
        refusedCount = 0;
        asked = 0;
        long before = lookups.requested();
        int kept = 0;
        for (int i = 0; i < tuples.count; i++) {
            int at = tuples.selection[i];
            if (request(lookups, new Asked(bindNumber, values, sources, from), at)) {
                tuples.selection[kept++] = at;
            } else {
                refused[refusedCount++] = at;
            }
        }
        tuples.count = kept;
        asked = Math.max(0, lookups.requested() - before);
    }

    /// Puts those refused back into the selection, which stays in order.
    void takeBack(TupleBatch tuples) {
        int[] selection = tuples.selection;
        int kept = tuples.count - 1;
        int to = tuples.count + refusedCount;
        tuples.count = to;
        while (refusedCount > 0) {
            if (kept >= 0 && selection[kept] > refused[refusedCount - 1]) {
                selection[--to] = selection[kept--];
            } else {
                selection[--to] = refused[--refusedCount];
            }
        }
    }

    static boolean isJoined(Instance.Value value, Probe probe) {
        return value.joined().stream().anyMatch(r -> (probe.span() >>> r.input() & 1) != 0);
    }

    /// What is asked for, for every tuple alike.
    private record Asked(
            int bind, List<Instance.Value> values, Vector[] sources, UnitLedger.Entry from) {}

    private static boolean request(Lookups lookups, Asked asked, int at) {
        Vector[] sources = asked.sources();
        List<List<Object>> keys = List.of(List.of());
        for (int v = 0; v < sources.length; v++) {
            if (sources[v] != null && sources[v].nulls[at]) {
                return true; // equals nothing, so there is nothing to fetch
            }
            List<Object> choices =
                    sources[v] == null
                            ? asked.values().get(v).constants().orElseThrow()
                            : List.of(canonical(sources[v].valueAt(at)));
            keys = product(keys, choices);
        }
        boolean all = true;
        for (List<Object> key : keys) {
            all &= lookups.request(new Lookups.Key(asked.bind(), key), asked.from());
        }
        return all;
    }

    private static Object canonical(Object value) {
        return value instanceof Double d ? d + 0.0 : value;
    }

    private static List<List<Object>> product(List<List<Object>> keys, List<Object> choices) {
        if (keys.size() == 1 && choices.size() == 1) {
            List<Object> one = new ArrayList<>(keys.getFirst());
            one.add(choices.getFirst());
            return List.of(one);
        }
        List<List<Object>> longer = new ArrayList<>();
        for (List<Object> key : keys) {
            for (Object choice : choices) {
                List<Object> more = new ArrayList<>(key);
                more.add(choice);
                longer.add(more);
            }
        }
        return longer;
    }
}
