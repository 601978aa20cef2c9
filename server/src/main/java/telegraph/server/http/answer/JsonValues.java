package telegraph.server.http.answer;

import java.math.BigDecimal;
import java.util.List;
import telegraph.server.http.wire.JsonOutput;
import telegraph.sql.CellText;
import tools.jackson.core.JsonGenerator;

/// Values of rows as JSON, so that none of them loses a digit in a reader whose numbers are
/// doubles.
///
/// | SQL                                  | JSON                                            |
/// |--------------------------------------|-------------------------------------------------|
/// | NULL                                 | null                                            |
/// | boolean                              | true, false                                     |
/// | smallint, integer                    | number                                          |
/// | bigint                               | number; beyond 2^53 a string                    |
/// | real, double precision               | number; `"NaN"`, `"Infinity"`, `"-Infinity"`    |
/// | numeric                              | string                                          |
/// | array                                | array                                           |
/// | all others                           | string, as PostgreSQL writes them               |
public final class JsonValues {
    private static final long EXACT_MAX = 1L << 53;

    private JsonValues() {}

    public static void row(JsonGenerator json, Object[] row) {
        json.writeStartArray();
        for (Object value : row) {
            value(json, value);
        }
        json.writeEndArray();
    }

    public static void value(JsonGenerator json, Object value) {
        switch (value) {
            case null -> json.writeNull();
            case Boolean truth -> json.writeBoolean(truth);
            case Integer number -> json.writeNumber(number);
            case Long number when Math.abs(number) <= EXACT_MAX && number != Long.MIN_VALUE ->
                    json.writeNumber(number);
            case Double number when Double.isFinite(number) -> json.writeNumber(number);
            case BigDecimal number -> json.writeString(number.toPlainString());
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(element -> value(json, element));
                json.writeEndArray();
            }
            default -> json.writeString(JsonOutput.text(CellText.of(value)));
        }
    }

    /// About how many bytes a row takes.
    public static long about(Object[] row) {
        long bytes = 2;
        for (Object value : row) {
            bytes += value instanceof String text ? text.length() + 3L : 10;
        }
        return bytes;
    }

    /// A number, or null if it is none.
    public static void measure(JsonGenerator json, double number) {
        if (Double.isFinite(number)) {
            json.writeNumber(number);
        } else {
            json.writeNull();
        }
    }

    public static void measures(JsonGenerator json, String name, double[] numbers) {
        json.writeArrayPropertyStart(name);
        for (double number : numbers) {
            measure(json, number);
        }
        json.writeEndArray();
    }
}
