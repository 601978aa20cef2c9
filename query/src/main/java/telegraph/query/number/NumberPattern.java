package telegraph.query.number;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import telegraph.ground.TelegraphException;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.ValueTexts;

/// A pattern of `to_char` and `to_number`: `9 0 . , D G S MI PR FM`.
///
/// The whole part prints right-aligned, blanks before it, the sign next to the first digit; a
/// number too long for it prints `#` for each digit.
public record NumberPattern(String digits, boolean fill, Sign sign) {
    /// Where the sign goes.
    enum Sign {
        PLAIN,
        LEADING,
        TRAILING,
        MINUS_AFTER,
        BRACKETS
    }

    public static NumberPattern parse(String pattern) {
        String rest = pattern.toUpperCase(Locale.ROOT);
        boolean fill = !rest.contains("FM");
        rest = rest.replace("FM", "");
        Sign sign = Sign.PLAIN;
        if (rest.endsWith("PR")) {
            sign = Sign.BRACKETS;
            rest = rest.substring(0, rest.length() - 2);
        } else if (rest.endsWith("MI")) {
            sign = Sign.MINUS_AFTER;
            rest = rest.substring(0, rest.length() - 2);
        } else if (rest.startsWith("S")) {
            sign = Sign.LEADING;
            rest = rest.substring(1);
        } else if (rest.endsWith("S")) {
            sign = Sign.TRAILING;
            rest = rest.substring(0, rest.length() - 1);
        }
        rest = rest.replace('D', '.').replace('G', ',');
        if (!rest.matches("[90,]*\\.?[90]*")) {
            throw TelegraphException.input(
                    "a number pattern has 9 0 . , D G, one of S MI PR, and FM: pattern=\""
                            + pattern
                            + "\"");
        }
        return new NumberPattern(rest, fill, sign);
    }

    public String format(BigDecimal value) {
        int point = digits.indexOf('.');
        String whole = point < 0 ? digits : digits.substring(0, point);
        String fraction = point < 0 ? "" : digits.substring(point + 1);
        BigDecimal rounded = value.abs().setScale(fraction.length(), RoundingMode.HALF_UP);
        String[] parts = rounded.toPlainString().split("\\.");
        String left = parts[0].equals("0") ? "" : parts[0];
        String places = whole.replace(",", "");
        StringBuilder text = new StringBuilder();
        boolean overflow = left.length() > places.length();
        if (overflow) {
            text.append(whole.replaceAll("[90]", "#"));
        } else {
            whole(text, whole, left, point < 0);
        }
        if (point >= 0) {
            text.append('.')
                    .append(
                            overflow
                                    ? fraction.replaceAll(".", "#")
                                    : fraction(fraction, parts[1]));
        }
        return signed(text.toString(), value.signum() < 0 && (rounded.signum() != 0 || overflow));
    }

    private void whole(StringBuilder text, String pattern, String number, boolean alone) {
        int missing = pattern.replace(",", "").length() - number.length();
        boolean zeros = false;
        int place = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean started = zeros || place > missing;
            if (c == ',') {
                text.append(started ? "," : fill ? " " : "");
                continue;
            }
            zeros |= c == '0';
            boolean last = alone && place == missing + number.length() - 1 && number.isEmpty();
            if (place >= missing) {
                text.append(number.charAt(place - missing));
            } else {
                text.append(zeros || last ? "0" : fill ? " " : "");
            }
            place++;
        }
    }

    private String fraction(String pattern, String number) {
        if (fill) {
            return number;
        }
        int end = number.length();
        while (end > 0 && number.charAt(end - 1) == '0' && pattern.charAt(end - 1) == '9') {
            end--;
        }
        return number.substring(0, end);
    }

    private String signed(String text, boolean negative) {
        int start = 0;
        while (start < text.length() && text.charAt(start) == ' ') {
            start++;
        }
        String blanks = text.substring(0, start);
        String number = text.substring(start);
        return switch (sign) {
            case PLAIN -> blanks + (negative ? "-" : fill ? " " : "") + number;
            case LEADING -> blanks + (negative ? "-" : "+") + number;
            case TRAILING -> text + (negative ? "-" : "+");
            case MINUS_AFTER -> text + (negative ? "-" : fill ? " " : "");
            case BRACKETS ->
                    negative ? blanks + "<" + number + ">" : fill ? " " + text + " " : number;
        };
    }

    /// The number that a text in this pattern stands for.
    public BigDecimal read(String text) {
        StringBuilder number = new StringBuilder();
        boolean negative = text.contains("-") || text.contains("<");
        for (char c : text.toCharArray()) {
            if (Character.isDigit(c) || c == '.') {
                number.append(c);
            } else if (" ,+-<>$".indexOf(c) < 0) {
                throw ValueFailures.invalid("numeric", text);
            }
        }
        BigDecimal value = ValueTexts.toDecimal(number.toString());
        return negative ? value.negate() : value;
    }
}
