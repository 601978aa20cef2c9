package telegraph.examples.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import telegraph.engine.Progress;
import telegraph.engine.Routes;

/// Tells in plain text what was asked, what came of it, and what the eddy did on the way.
final class Report {
    private static final int CHANGES_TOLD_MAX = 6;

    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    void question(int number, int of, Question question) {
        out.println();
        out.printf("Question %d of %d: %s%n", number, of, question.title());
        out.println(question.why());
        out.println();
        out.println(question.sql().indent(4).stripTrailing());
        out.println();
    }

    void cost(Answer answer) {
        out.println();
        out.printf(
                Locale.ROOT,
                "%s in %.1f s: %s, %s fetched%n",
                count(answer.rows().size(), "row"),
                answer.seconds(),
                count(answer.requests(), "request"),
                count(answer.rowsFetched(), "row"));
        for (Progress source : answer.progress()) {
            out.println("  " + source(source));
        }
        answer.notices().forEach(notice -> out.println("  note: " + notice));
        mind(answer.routes());
    }

    void verdict(String verdict) {
        out.println(verdict);
    }

    private static String source(Progress source) {
        StringBuilder text = new StringBuilder();
        text.append("%-14s".formatted(source.source()));
        text.append(' ').append(count(source.rows(), "row"));
        if (source.requests() > 0) {
            text.append(", ").append(count(source.requests(), "request"));
        }
        text.append(", ").append(size(source.bytes()));
        if (source.retried() > 0) {
            text.append(", %,d sent again".formatted(source.retried()));
        }
        if (source.cached() > 0) {
            text.append(", %,d from the cache".formatted(source.cached()));
        }
        if (source.failed() > 0) {
            text.append(", %,d failed: %s".formatted(source.failed(), source.failure()));
        }
        return text.toString();
    }

    /// What the eddy changed its mind about, in words.
    private void mind(List<Routes> blocks) {
        List<Routes.Change> changes = new ArrayList<>();
        blocks.forEach(block -> changes.addAll(block.changes()));
        if (changes.isEmpty()) {
            out.println("The eddy never changed its mind.");
            return;
        }
        out.println("The eddy changed its mind " + times(changes.size()) + ":");
        for (Routes.Change change :
                changes.subList(0, Math.min(changes.size(), CHANGES_TOLD_MAX))) {
            out.printf(
                    Locale.ROOT,
                    "  after %.2f s, rows of %s go to %s (%s)%n",
                    change.millis() / 1e3,
                    change.span(),
                    String.join(", then ", change.order()),
                    change.why());
        }
        if (changes.size() > CHANGES_TOLD_MAX) {
            out.printf("  and %s more%n", times(changes.size() - CHANGES_TOLD_MAX));
        }
    }

    private static String times(int count) {
        return count == 1 ? "once" : count == 2 ? "twice" : count + " times";
    }

    private static String count(long count, String thing) {
        return "%,d %s%s".formatted(count, thing, count == 1 ? "" : "s");
    }

    private static String size(long bytes) {
        return bytes < 10_000
                ? count(bytes, "byte")
                : bytes < 10_000_000
                        ? "%,d KB".formatted(bytes / 1_000)
                        : "%,d MB".formatted(bytes / 1_000_000);
    }
}
