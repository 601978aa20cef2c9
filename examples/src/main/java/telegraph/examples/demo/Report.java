package telegraph.examples.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.examples.fleet.Fleet;
import telegraph.examples.fleet.Site;
import telegraph.ground.TelegraphException;

/// Tells in plain text what was asked, what the answer took, and what the eddy did on the way.
final class Report {
    private static final int SPANS_TOLD_MAX = 6;

    private final PrintWriter out;

    Report(PrintWriter out) {
        this.out = out;
    }

    void fleet(Fleet fleet) {
        out.println("Five web sites are up on this machine, slow on purpose:");
        for (Site site : fleet.sites()) {
            out.printf("  %-9s %s  %s%n", site.name(), site.address(), site.character());
        }
    }

    void question(int number, int of, Question question) {
        out.println();
        out.printf("Question %d of %d: %s%n", number, of, question.title());
        out.println(question.why());
        out.println();
        out.println(question.sql().indent(4).stripTrailing());
        out.println();
    }

    /// What the answer took, after the display has shown it and its sources.
    void cost(Answer answer) {
        out.printf(
                Locale.ROOT,
                "%s in %.1f s: %s, %s fetched%n",
                count(answer.rows().size(), "row"),
                answer.seconds(),
                count(answer.requests(), "request"),
                count(answer.rowsFetched(), "row"));
        mind(answer.routes());
    }

    /// How much of its sources an early answer did not read, and what it is worth.
    ///
    /// @param values a line for each
    void unread(Answer answer, List<String> values) {
        for (Progress source : answer.progress()) {
            if (source.unitsTotal() > 0) {
                out.printf(
                        Locale.ROOT,
                        "Read %,d of %s of %s (%.0f %%).%n",
                        source.units(),
                        count(source.unitsTotal(), "page"),
                        source.source(),
                        100.0 * source.units() / source.unitsTotal());
            }
        }
        values.forEach(value -> out.println("  " + value));
    }

    void failure(TelegraphException failure) {
        out.println("error: " + failure.getMessage());
    }

    /// @param difference from the golden answer, empty if there is none
    void verdict(Optional<String> difference) {
        out.println(
                difference
                        .map(text -> "WRONG, says the golden answer: " + text)
                        .orElse("Right, says the golden answer."));
    }

    void summary(int asked, List<String> wrong, Fleet fleet, long nanos) {
        out.println();
        out.printf(
                Locale.ROOT,
                "%d of %d questions answered right in %.0f s, with %s to the sites:%n",
                asked - wrong.size(),
                asked,
                nanos / 1e9,
                count(fleet.requests(), "request"));
        for (Site site : fleet.sites()) {
            out.printf("  %-9s %s%n", site.name(), count(site.requests(), "request"));
        }
        if (!wrong.isEmpty()) {
            out.println("error: not answered right: " + String.join(", ", wrong));
        }
    }

    /// What the eddy changed its mind about, in words: for each kind of rows how often, and where
    /// they went in the end.
    private void mind(List<Routes> blocks) {
        Map<String, List<Routes.Change>> bySpan = new LinkedHashMap<>();
        int changes = 0;
        for (Routes block : blocks) {
            for (Routes.Change change : block.changes()) {
                bySpan.computeIfAbsent(change.span(), span -> new ArrayList<>()).add(change);
                changes++;
            }
        }
        if (changes == 0) {
            out.println("The eddy never changed its mind.");
            return;
        }
        out.println("The eddy changed its mind " + times(changes) + ":");
        bySpan.values().stream().limit(SPANS_TOLD_MAX).forEach(this::changesOfSpan);
        if (bySpan.size() > SPANS_TOLD_MAX) {
            out.println("  and about " + (bySpan.size() - SPANS_TOLD_MAX) + " more kinds of rows");
        }
    }

    private void changesOfSpan(List<Routes.Change> changes) {
        Routes.Change last = changes.getLast();
        out.printf(
                Locale.ROOT,
                "  %s about rows of %s; from %.2f s on they go to %s (%s)%n",
                times(changes.size()),
                last.span(),
                last.millis() / 1e3,
                String.join(", then ", last.order()),
                last.why());
    }

    private static String times(int count) {
        return count == 1 ? "once" : count == 2 ? "twice" : count + " times";
    }

    private static String count(long count, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
    }
}
