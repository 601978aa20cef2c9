package telegraph.tables.row;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.memory.ArrayText;
import telegraph.memory.Micros;
import telegraph.memory.MomentText;
import telegraph.query.value.Bytea;
import telegraph.query.value.ValueTexts;

/// Arrays as rows have them: as PostgreSQL writes them, each element as a column of its type would
/// have it, so that equal arrays are written alike. Moments are written in UTC.
///
/// Threads: any.
public final class ArrayValues {
    private ArrayValues() {}

    /// @param value a text, or a list of values
    /// @param column its name, for messages
    /// @throws TelegraphException of kind INPUT if it is none, or if an element does not fit
    static String fit(Object value, SqlType type, String column, ZoneId zone) {
        List<?> elements =
                switch (value) {
                    case List<?> list -> list;
                    case String text -> ArrayText.read(text);
                    default ->
                            throw TelegraphException.of(
                                    SqlState.DATATYPE_MISMATCH,
                                    "a value fits the type of its column: column="
                                            + column
                                            + " type="
                                            + type
                                            + " value="
                                            + value
                                            + ". Write ARRAY[…]");
                };
        SqlType element = type.element().orElseThrow();
        List<Object> fitting = new ArrayList<>(elements.size());
        for (Object one : elements) {
            if (one instanceof List<?>) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported: an array of several dimensions in a table: column="
                                + column
                                + ". Keep it as json");
            }
            fitting.add(shown(AssignmentCast.fit(one, element, column, zone)));
        }
        return ArrayText.of(fitting);
    }

    /// An array as rows have it, of the values that a query gives.
    public static String text(List<?> array) {
        return ArrayText.of(all(array));
    }

    private static List<Object> all(List<?> array) {
        List<Object> texts = new ArrayList<>(array.size());
        array.forEach(one -> texts.add(one instanceof List<?> inner ? all(inner) : shown(one)));
        return texts;
    }

    private static String shown(Object value) {
        return switch (value) {
            case null -> null;
            case Boolean truth -> truth ? "t" : "f";
            case Double number -> ValueTexts.of(number == 0 ? 0.0 : number);
            case byte[] bytes -> Bytea.of(bytes);
            case BigDecimal number -> number.toPlainString();
            case LocalDate day -> MomentText.date(day.toEpochDay());
            case LocalTime time -> MomentText.time(Micros.of(time));
            case LocalDateTime time -> MomentText.timestamp(Micros.of(time));
            case Instant moment -> MomentText.instant(Micros.of(moment));
            default -> value.toString();
        };
    }
}
