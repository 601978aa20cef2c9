package telegraph.sql.introspect;

import java.util.List;

/// Values as JSON.
///
/// Threads: any.
final class Json {
    private Json() {}

    static String of(Object value, CatalogType type, Surroundings around) {
        return switch (value) {
            case null -> "null";
            case Boolean truth -> truth.toString();
            case Number number when !type.isReference() -> number.toString();
            case List<?> list ->
                    "["
                            + String.join(
                                    ",",
                                    list.stream()
                                            .map(v ->
                                                    of(
                                                            v,
                                                            type.elementType()
                                                                    .orElse(CatalogType.TEXT),
                                                            around))
                                            .toList())
                            + "]";
            default -> text(Texts.write(value, type, around));
        };
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
        return quoted.append('"').toString();
    }
}
