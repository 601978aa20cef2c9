package telegraph.sources.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import telegraph.ground.TelegraphException;
import telegraph.memory.ArrayText;
import telegraph.memory.Decimals;
import telegraph.memory.Micros;
import telegraph.memory.MomentText;
import telegraph.memory.Type;

/// Makes the text of an array of the texts of its elements, each of which must be one of the
/// element's type.
///
/// The result is as PostgreSQL writes it: whatever a format has, there is one text for it.
///
/// Threads: one.
public final class ArrayElements {
    private final Type type;
    private final FieldParser parser;
    private final List<String> elements = new ArrayList<>();

    public ArrayElements(Type type, TimeScanner times) {
        this.type = type;
        this.parser = FieldParser.of(type, times);
    }

    /// The text of an array of values as a batch gives them.
    public static String of(List<?> values) {
        return ArrayText.of(values.stream().map(ArrayElements::shown).toList());
    }

    public void clear() {
        elements.clear();
    }

    public void addNull() {
        elements.add(null);
    }

    /// Adds an element, or returns false if the text is none of its type's.
    public boolean add(byte[] bytes, int length) {
        if (!parser.read(bytes, 0, length)) {
            return false;
        }
        elements.add(shown(bytes, length));
        return true;
    }

    private boolean add(String element) {
        byte[] bytes = element.getBytes(StandardCharsets.UTF_8);
        return add(bytes, bytes.length);
    }

    /// Adds the elements that a text of PostgreSQL lists, or returns false if it is none or lists
    /// arrays.
    public boolean addAll(String array) {
        List<Object> all;
        try {
            all = ArrayText.read(array);
        } catch (TelegraphException _) {
            return false; // whoever asked says which value of which row it is
        }
        for (Object one : all) {
            if (one == null) {
                addNull();
            } else if (!(one instanceof String text && add(text))) {
                return false;
            }
        }
        return true;
    }

    /// The array of what was added.
    public String text() {
        return ArrayText.of(elements);
    }

    private String shown(byte[] bytes, int length) {
        return switch (type.kind()) {
            case BOOLEAN -> shown(parser.value != 0);
            case INTEGER, BIGINT -> Long.toString(parser.value);
            case DOUBLE -> shown(parser.real);
            case DECIMAL -> decimal();
            case DATE -> MomentText.date(parser.value);
            case TIME -> MomentText.time(parser.value);
            case TIMESTAMP -> MomentText.timestamp(parser.value);
            case INSTANT -> MomentText.instant(parser.value);
            case TEXT -> new String(bytes, 0, length, StandardCharsets.UTF_8);
        };
    }

    private static String shown(Object value) {
        return switch (value) {
            case null -> null;
            case Boolean truth -> truth ? "t" : "f";
            case Double number -> Double.toString(number == 0 ? 0.0 : number);
            case BigDecimal number -> number.toPlainString();
            case LocalDate day -> MomentText.date(day.toEpochDay());
            case LocalTime time -> MomentText.time(Micros.of(time));
            case LocalDateTime time -> MomentText.timestamp(Micros.of(time));
            case Instant moment -> MomentText.instant(Micros.of(moment));
            default -> value.toString();
        };
    }

    private String decimal() {
        if (Decimals.isNaN(parser.high, parser.value)) {
            return "NaN";
        }
        BigInteger unscaled =
                BigInteger.valueOf(parser.high)
                        .shiftLeft(Long.SIZE)
                        .add(new BigInteger(Long.toUnsignedString(parser.value)));
        return new BigDecimal(unscaled, type.scale()).toPlainString();
    }
}
