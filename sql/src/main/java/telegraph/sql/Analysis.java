package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import telegraph.engine.Progress;
import telegraph.engine.Routes;

/// Writes for people what a query did: each source, each module of each block, and how the routing
/// changed.
final class Analysis {
    private static final double NANOS_OF_MILLI = 1e6;

    private Analysis() {}

    static List<String> lines(Asking.Outcome outcome) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%d rows in %.1f ms",
                        outcome.rows(),
                        outcome.nanos() / NANOS_OF_MILLI));
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%-32s %12s %9s %9s %9s %14s",
                        "source",
                        "rows",
                        "requests",
                        "retried",
                        "failed",
                        "bytes"));
        for (Progress source : outcome.progress()) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%-32s %12d %9d %9d %9d %14d",
                            source.source(),
                            source.rows(),
                            source.requests(),
                            source.retried(),
                            source.failed(),
                            source.bytes()));
        }
        for (int i = 0; i < outcome.routes().size(); i++) {
            modules(outcome.routes().get(i), i, lines);
        }
        return lines;
    }

    private static void modules(Routes routes, int block, List<String> lines) {
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%-48s %12s %12s %7s %9s %9s %12s %9s",
                        "module (eddy " + (block + 1) + ")",
                        "rows in",
                        "rows out",
                        "pass",
                        "ns/row",
                        "chosen",
                        "bytes held",
                        "requests"));
        for (Routes.Module module : routes.modules()) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%-48s %12d %12d %7s %9s %9d %12d %9d",
                            module.name(),
                            module.rowsIn(),
                            module.rowsOut(),
                            share(module.rowsOut(), module.rowsIn()),
                            perRow(module.nanos(), module.rowsIn()),
                            module.batches(),
                            module.bytes(),
                            module.requests()));
        }
        if (!routes.changes().isEmpty()) {
            lines.add("");
            lines.add("routing of eddy " + (block + 1));
        }
        for (Routes.Change change : routes.changes()) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "  %7.3f s  %s: %s  (%s)",
                            change.millis() / 1e3,
                            change.span(),
                            String.join(" → ", change.order()),
                            change.why()));
        }
    }

    private static String share(long out, long in) {
        return in == 0 ? "" : String.format(Locale.ROOT, "%.2f", (double) out / in);
    }

    private static String perRow(long nanos, long rows) {
        return rows == 0 ? "" : Long.toString(nanos / rows);
    }
}
