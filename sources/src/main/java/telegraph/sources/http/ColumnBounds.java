package telegraph.sources.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.engine.source.Bounds;
import telegraph.ground.Nearest;
import telegraph.memory.Type;
import telegraph.sources.text.SourceOptions;

/// Between which values those of some columns are, as declared: `delay: -100..3000, price: 0..1e6`.
///
/// What cannot be told from a part of the rows is then at least known within limits; so a value
/// outside is an error, and not merely a surprise.
///
/// @param of by index of column
record ColumnBounds(Map<Integer, Bounds> of) {
    private static final String NUMBER = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?";
    private static final Pattern ONE =
            Pattern.compile(
                    "\\s*(?<column>[^:]+?)\\s*:\\s*(?<low>N)\\s*\\.\\.\\s*(?<high>N)\\s*"
                            .replace("N", NUMBER));

    static ColumnBounds of(SourceOptions options, List<Field> fields) {
        Map<Integer, Bounds> bounds = new HashMap<>();
        String text = options.text("bounds").orElse("");
        for (String one : text.isBlank() ? new String[0] : text.split(",", -1)) {
            Matcher matcher = ONE.matcher(one);
            if (!matcher.matches()) {
                throw options.wrong(
                        "bounds",
                        text,
                        "bounds are column: low..high, separated by commas, such as"
                                + " 'delay: -100..3000, price: 0..1e6'");
            }
            double low = Double.parseDouble(matcher.group("low"));
            double high = Double.parseDouble(matcher.group("high"));
            if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
                throw options.wrong("bounds", one.strip(), "the low bound is at most the high one");
            }
            int column = column(options, fields, matcher.group("column"));
            if (bounds.put(column, new Bounds(low, high)) != null) {
                throw options.wrong("bounds", one.strip(), "a column has one pair of bounds");
            }
        }
        return new ColumnBounds(Map.copyOf(bounds));
    }

    private static int column(SourceOptions options, List<Field> fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equalsIgnoreCase(name)) {
                Type.Kind kind = fields.get(i).type().kind();
                return switch (kind) {
                    case INTEGER, BIGINT, DOUBLE, DECIMAL -> i;
                    case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT ->
                            throw options.wrong("bounds", name, "only numbers have bounds");
                };
            }
        }
        throw options.wrong(
                "bounds",
                name,
                "bounds are those of a column",
                Nearest.advice(name, fields.stream().map(Field::name).toList()));
    }

    /// The bounds that a value of a column breaks.
    Optional<Bounds> broken(int column, Object value) {
        Bounds bounds = of.get(column);
        if (bounds == null || !(value instanceof Number number)) {
            return Optional.empty();
        }
        double x = number.doubleValue();
        return x >= bounds.low() && x <= bounds.high() ? Optional.empty() : Optional.of(bounds);
    }
}
