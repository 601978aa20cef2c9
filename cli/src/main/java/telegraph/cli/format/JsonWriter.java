package telegraph.cli.format;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import telegraph.sql.CellText;
import telegraph.sql.ResultColumn;

/// JSON objects, one a row: as one array, or one a line without it.
///
/// Numbers keep all their digits, dates and times are ISO 8601 strings, and NaN and the infinities
/// are strings because JSON has no such numbers. A column name that was there before gets a number,
/// as an object holds one value a name.
final class JsonWriter implements ResultWriter {
    private final Appendable out;
    private final boolean array;
    private final List<String> keys = new ArrayList<>();
    private boolean first = true;

    JsonWriter(Appendable out, boolean array) {
        this.out = out;
        this.array = array;
    }

    @Override
    public void columns(List<ResultColumn> columns) throws IOException {
        Set<String> taken = new HashSet<>();
        for (ResultColumn column : columns) {
            String key = column.name();
            for (int n = 2; !taken.add(key); n++) {
                key = column.name() + "_" + n;
            }
            StringBuilder quoted = new StringBuilder();
            string(key, quoted);
            keys.add(quoted.append(':').toString());
        }
        if (array) {
            out.append('[');
        }
    }

    @Override
    public void row(Object[] values) throws IOException {
        if (array) {
            out.append(first ? "\n" : ",\n");
        }
        first = false;
        out.append('{');
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                out.append(',');
            }
            out.append(keys.get(i));
            value(values[i]);
        }
        out.append(array ? "}" : "}\n");
    }

    @Override
    public void end() throws IOException {
        if (array) {
            out.append(first ? "]\n" : "\n]\n");
        }
    }

    private void value(Object value) throws IOException {
        switch (value) {
            case null -> out.append("null");
            case Boolean truth -> out.append(truth.toString());
            case Integer number -> out.append(number.toString());
            case Long number -> out.append(number.toString());
            case BigDecimal number -> out.append(number.toPlainString());
            case Double number when Double.isFinite(number) ->
                    out.append(CellText.ofDouble(number));
            case LocalDateTime time ->
                    string(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time), out);
            case Instant instant -> string(instant.toString(), out);
            case List<?> list -> list(list);
            default -> string(CellText.of(value), out);
        }
    }

    private void list(List<?> list) throws IOException {
        out.append('[');
        for (int i = 0; i < list.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            value(list.get(i));
        }
        out.append(']');
    }

    private static void string(String text, Appendable out) throws IOException {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    // A lone surrogate has no UTF-8 form.
                    if (c < ' ' || Character.isSurrogate(c) && !paired(text, i)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean paired(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
}
