package telegraph.query.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import telegraph.query.value.Allowance;
import telegraph.query.value.ArrayCode;

/// What values of `jsonb` are compared by: a text for each, such that texts are equal, and in order
/// as bytes, as PostgreSQL has it of the values. Of numbers it has no zeros at the end, so that no
/// value can be had from it again.
///
/// | value   | in the key                                                                    |
/// |---------|-------------------------------------------------------------------------------|
/// | `null`  | `2`                                                                           |
/// | string  | `3` and its characters as a text of an [ArrayCode]                            |
/// | number  | `4`, sign, place of its point, its digits; turned round where it is negative  |
/// | boolean | `5f` or `5t`                                                                  |
/// | array   | `6`, how many, its elements; `1` alone if it is empty and nothing is around it |
/// | object  | `7`, how many, each name and its value, the shorter names first               |
///
/// The order is that of `compareJsonbContainers`, with what it does to an array without elements.
///
/// Public because generated code calls it. Threads: any.
public final class JsonKey {
    private static final String EMPTY = "1";
    private static final char NULL = '2';
    private static final char STRING = '3';
    private static final char NUMBER = '4';
    private static final char BOOLEAN = '5';
    private static final char ARRAY = '6';
    private static final char OBJECT = '7';

    private static final int COUNT_DIGITS = 8;
    private static final int COUNT_RADIX = 16;

    /// Higher than any place of a point: a number of jsonb has fewer digits before it and behind.
    private static final int POINT_ZERO = 500_000;

    private static final char POSITIVE_END = ' ';
    private static final char NEGATIVE_END = '~';

    private final StringBuilder key = new StringBuilder();
    private final Allowance allowance;

    private JsonKey(Allowance allowance) {
        this.allowance = allowance;
    }

    public static String of(Allowance allowance, String json) {
        JsonValue value = JsonValue.of(json, allowance);
        if (value instanceof JsonValue.Elements array && array.elements().isEmpty()) {
            return EMPTY;
        }
        JsonKey key = new JsonKey(allowance);
        key.add(value);
        return key.key.toString();
    }

    private void add(JsonValue value) {
        int before = key.length();
        switch (value) {
            case JsonValue.Text text -> string(text.text());
            case JsonValue.Number number -> number(number.number());
            case JsonValue.Word word -> word(word);
            case JsonValue.Elements array -> array(array.elements());
            case JsonValue.Members object -> object(object.members());
        }
        if (value.isScalar()) {
            allowance.use(key.length() - before);
        }
    }

    private void word(JsonValue.Word word) {
        switch (word) {
            case NULL -> key.append(NULL);
            case FALSE -> key.append(BOOLEAN).append('f');
            case TRUE -> key.append(BOOLEAN).append('t');
        }
    }

    private void string(String text) {
        key.append(STRING);
        ArrayCode.text(text, key);
    }

    private void array(List<JsonValue> elements) {
        key.append(ARRAY);
        count(elements.size());
        elements.forEach(this::add);
    }

    private void object(Map<String, JsonValue> members) {
        key.append(OBJECT);
        count(members.size());
        for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            string(member.getKey());
            allowance.use(member.getKey().length());
            add(member.getValue());
        }
    }

    private void count(int count) {
        String digits = Integer.toString(count, COUNT_RADIX);
        key.repeat('0', COUNT_DIGITS - digits.length()).append(digits);
    }

    private void number(BigDecimal number) {
        int sign = number.signum();
        key.append(NUMBER).append((char) ('1' + sign));
        if (sign == 0) {
            return;
        }
        BigDecimal plain = number.stripTrailingZeros();
        String digits = plain.unscaledValue().abs().toString();
        int point = digits.length() - plain.scale() + POINT_ZERO;
        int start = key.length();
        key.append(point).append(digits);
        for (int i = start; i < key.length() && sign < 0; i++) {
            key.setCharAt(i, (char) ('0' + '9' - key.charAt(i)));
        }
        key.append(sign < 0 ? NEGATIVE_END : POSITIVE_END);
    }
}
