package telegraph.sql.introspect;

import java.util.List;
import java.util.stream.Stream;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.ValueRoom;

/// Values as JSON.
///
/// Threads: any.
final class CatalogJson {
    private CatalogJson() {}

    static String of(Object value, CatalogType type, Surroundings around) {
        return switch (value) {
            case null -> "null";
            case Boolean truth -> truth.toString();
            case Number number when !type.isReference() -> number.toString();
            case List<?> list ->
                    joined(
                            ",",
                            list.stream()
                                    .map(v ->
                                            of(
                                                    v,
                                                    type.elementType().orElse(CatalogType.TEXT),
                                                    around)));
            default -> text(CatalogTexts.write(value, type, around));
        };
    }

    /// An array of values that are JSON.
    static String joined(String by, Stream<String> values) {
        StringBuilder joined = new StringBuilder("[");
        values.forEach(value -> {
            joined.append(joined.length() == 1 ? "" : by).append(value);
            ValueRoom.fits(joined.length());
        });
        return joined.append(']').toString();
    }

    private static String text(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < ' ') {
                        quoted.append(String.format("\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        ValueRoom.fits(quoted.length());
        return quoted.append('"').toString();
    }
}
