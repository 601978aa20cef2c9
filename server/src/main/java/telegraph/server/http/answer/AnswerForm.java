package telegraph.server.http.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The forms in which an answer is sent, and which of them a client wants.
public enum AnswerForm {
    /// Events as browsers read them (server-sent events).
    EVENTS("text/event-stream"),
    /// Events, one JSON object a line.
    LINES("application/x-ndjson"),
    /// The final rows as comma-separated values.
    CSV("text/csv"),
    /// The final rows as one JSON object.
    JSON("application/json");

    private final String type;

    AnswerForm(String type) {
        this.type = type;
    }

    /// The media type.
    public String type() {
        return type;
    }

    /// The form a client likes best (RFC 9110, 12.5.1). Of those it likes equally, the first of
    /// `offered`.
    ///
    /// @param accept the header, or "" for anything
    /// @return empty if it takes none of `offered`
    public static Optional<AnswerForm> wanted(String accept, List<AnswerForm> offered) {
        List<Range> ranges = ranges(accept);
        AnswerForm best = null;
        double highest = 0;
        for (AnswerForm form : offered) {
            double quality = accept.isEmpty() ? 1 : quality(form, ranges);
            if (quality > highest) {
                best = form;
                highest = quality;
            }
        }
        return Optional.ofNullable(best);
    }

    private record Range(String type, double quality) {
        /// How exactly it names a type, or -1 if it does not.
        public int exactness(String wanted) {
            if (type.equals(wanted)) {
                return 2;
            }
            if (type.equals("*/*")) {
                return 0;
            }
            boolean group = type.endsWith("/*");
            return group && wanted.startsWith(type.substring(0, type.length() - 1)) ? 1 : -1;
        }
    }

    private static double quality(AnswerForm form, List<Range> ranges) {
        int exactness = -1;
        double quality = 0;
        for (Range range : ranges) {
            int found = range.exactness(form.type);
            if (found > exactness) {
                exactness = found;
                quality = range.quality;
            }
        }
        return quality;
    }

    private static List<Range> ranges(String accept) {
        List<Range> ranges = new ArrayList<>();
        for (String written : accept.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = written.split(";");
            double quality = 1;
            for (int i = 1; i < parts.length; i++) {
                String parameter = parts[i].strip();
                if (parameter.startsWith("q=")) {
                    quality = number(parameter.substring(2));
                }
            }
            String type = parts[0].strip();
            // Other names that are in use for the same.
            if (type.equals("application/ndjson") || type.equals("application/jsonl")) {
                type = LINES.type;
            }
            ranges.add(new Range(type, quality));
        }
        return ranges;
    }

    private static double number(String text) {
        try {
            return Math.clamp(Double.parseDouble(text), 0, 1);
        } catch (NumberFormatException e) {
            return 0; // what cannot be read is not liked
        }
    }
}
