package telegraph.sql.listing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import telegraph.engine.Routes;
import telegraph.engine.meter.Price;
import telegraph.engine.meter.Progress;
import telegraph.engine.meter.RequestBudget;
import telegraph.sql.live.QueryRun;

/// Writes for people what a query did: each source, each module of each block, and how the routing
/// changed.
public final class Analysis {
    private static final double NANOS_OF_MILLI = 1e6;
    private static final double MILLIS_OF_SECOND = 1e3;

    private Analysis() {}

    /// What is wanted of the requests of a query, if anything is.
    public static List<String> plan(RequestBudget requests) {
        List<String> wanted = new ArrayList<>();
        if (requests.requestsMax() > 0) {
            wanted.add("at most " + requests.requestsMax());
        }
        if (requests.isMinimised()) {
            wanted.add("as few as can be");
        }
        return wanted.isEmpty() ? List.of() : List.of("requests: " + String.join(", ", wanted));
    }

    public static List<String> lines(QueryRun.Outcome outcome, RequestBudget requests) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%d rows in %.1f ms",
                        outcome.rows(),
                        outcome.nanos() / NANOS_OF_MILLI));
        lines.add("");
        lines.addAll(sources(outcome.progress()));
        List<Price> spent = Price.totals(outcome.progress());
        if (!spent.isEmpty() || requests.requestsMax() > 0) {
            lines.add("");
            lines.add(total(requests, spent));
        }
        for (int i = 0; i < outcome.routes().size(); i++) {
            modules(outcome.routes().get(i), "eddy " + (i + 1), lines);
        }
        return lines;
    }

    /// A line for each source, with what it cost if any of them has a price.
    private static List<String> sources(List<Progress> progress) {
        boolean priced = progress.stream().anyMatch(source -> source.price().isPresent());
        List<String> head =
                List.of("source", "rows", "requests", "retried", "cached", "failed", "bytes");
        List<List<String>> table = new ArrayList<>(List.of(new ArrayList<>(head)));
        for (Progress source : progress) {
            table.add(
                    new ArrayList<>(
                            List.of(
                                    source.source(),
                                    Long.toString(source.rows()),
                                    Long.toString(source.requests()),
                                    Long.toString(source.retried()),
                                    Long.toString(source.cached()),
                                    Long.toString(source.failed()),
                                    Long.toString(source.bytes()))));
            if (priced) {
                table.getLast().add(source.spent().map(Price::toString).orElse(""));
            }
        }
        if (priced) {
            table.getFirst().add("cost");
        }
        return aligned(table);
    }

    /// Of all requests, those before the query ran included.
    private static String total(RequestBudget requests, List<Price> spent) {
        StringBuilder total = new StringBuilder("in all: ").append(requests.made());
        if (requests.requestsMax() > 0) {
            total.append(" of at most ").append(requests.requestsMax());
        }
        total.append(requests.made() == 1 ? " request" : " requests");
        spent.forEach(amount -> total.append(", ").append(amount));
        return total.toString();
    }

    private static void modules(Routes routes, String eddy, List<String> lines) {
        List<List<String>> table = new ArrayList<>();
        table.add(
                List.of(
                        eddy,
                        "rows in",
                        "rows out",
                        "pass",
                        "ns/row",
                        "chosen",
                        "bytes held",
                        "requests"));
        for (Routes.Module module : routes.modules()) {
            table.add(
                    List.of(
                            module.name(),
                            Long.toString(module.rowsIn()),
                            Long.toString(module.rowsOut()),
                            share(module.rowsOut(), module.rowsIn()),
                            perRow(module.nanos(), module.rowsIn()),
                            Long.toString(module.batches()),
                            Long.toString(module.bytes()),
                            Long.toString(module.requests())));
        }
        lines.add("");
        lines.addAll(aligned(table));
        if (!routes.changes().isEmpty()) {
            lines.add("");
            lines.add("how the routes of " + eddy + " changed");
        }
        for (Routes.Change change : routes.changes()) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "  %7.3f s  %s: %s  (%s)",
                            change.millis() / MILLIS_OF_SECOND,
                            change.span(),
                            String.join(" → ", change.order()),
                            change.why()));
        }
    }

    /// A table whose first column stands left and the others right.
    private static List<String> aligned(List<List<String>> table) {
        int[] widths = new int[table.getFirst().size()];
        for (List<String> row : table) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : table) {
            StringBuilder line = new StringBuilder(row.getFirst());
            line.repeat(' ', widths[0] - line.length());
            for (int c = 1; c < widths.length; c++) {
                line.repeat(' ', widths[c] - row.get(c).length() + 2).append(row.get(c));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static String share(long out, long in) {
        return in == 0 ? "" : String.format(Locale.ROOT, "%.2f", (double) out / in);
    }

    private static String perRow(long nanos, long rows) {
        return rows == 0 ? "" : Long.toString(nanos / rows);
    }
}
