package telegraph.query.function;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;
import telegraph.query.value.GrowingText;
import telegraph.query.value.ValueTexts;

/// PostgreSQL's `format`: a pattern with places for arguments.
///
/// ```
/// %[n$][-][width]s     width is a number, * for the next argument, or *n$ for the n-th
/// ```
///
/// `s` is the argument as text, `I` as a name, `L` as a literal, and `%%` is `%`. What is shorter
/// than the width gets blanks before it, with `-` or a negative width behind it.
///
/// Threads: one.
final class FormatFunction {
    private final String pattern;
    private final String[] arguments;
    private final GrowingText result;
    private int at;

    /// The number of the last argument taken, from 1.
    private int taken;

    private FormatFunction(Allowance allowance, String pattern, String[] arguments) {
        this.pattern = pattern;
        this.arguments = arguments;
        this.result = new GrowingText("format", allowance);
    }

    static String of(Allowance allowance, String pattern, String[] arguments) {
        return new FormatFunction(allowance, pattern, arguments).text();
    }

    private String text() {
        while (at < pattern.length()) {
            int place = pattern.indexOf('%', at);
            if (place < 0) {
                result.append(pattern, at, pattern.length());
                break;
            }
            result.append(pattern, at, place);
            at = place + 1;
            if (peek() == '%') {
                result.append('%');
                at++;
            } else {
                place();
            }
        }
        return result.toString();
    }

    private void place() {
        int number = 0;
        int width = 0;
        boolean left = false;
        boolean any = Character.isDigit(peek());
        int first = digits();
        if (any && peek() == '$') {
            number = first;
            demandFromOne(number);
            at++;
            any = false;
        } else {
            width = first;
        }
        if (!any) {
            while (peek() == '-') {
                left = true;
                at++;
            }
            if (peek() == '*') {
                at++;
                width = widthOfArgument();
                left |= width < 0;
                width = Math.abs(width);
            } else {
                width = digits();
            }
        }
        char letter = peek();
        if (letter == 0) {
            throw invalid("unterminated format() type specifier");
        }
        at++;
        if ("sIL".indexOf(letter) < 0) {
            throw invalid("unrecognized format() type specifier \"" + letter + "\"");
        }
        padded(shown(letter, number == 0 ? next() : argument(number)), width, left);
    }

    private int widthOfArgument() {
        boolean numbered = Character.isDigit(peek());
        int number = digits();
        if (numbered) {
            if (peek() != '$') {
                throw invalid("width argument position must be ended by \"$\"");
            }
            demandFromOne(number);
            at++;
        }
        String width = numbered ? argument(number) : next();
        return width == null ? 0 : ValueTexts.toInteger(width);
    }

    private char peek() {
        return at < pattern.length() ? pattern.charAt(at) : 0;
    }

    private int digits() {
        long number = 0;
        for (; peek() >= '0' && peek() <= '9'; at++) {
            number = number * 10 + peek() - '0';
            if (number > Integer.MAX_VALUE) {
                throw TelegraphException.of(SqlState.NUMBER_OUT_OF_RANGE, "number is out of range");
            }
        }
        return (int) number;
    }

    private String next() {
        return argument(taken + 1);
    }

    private String argument(int number) {
        if (number > arguments.length) {
            throw invalid("too few arguments for format()");
        }
        taken = number;
        return arguments[number - 1];
    }

    private static void demandFromOne(int number) {
        if (number == 0) {
            throw invalid("format specifies argument 0, but arguments are numbered from 1");
        }
    }

    private static String shown(char letter, String argument) {
        return switch (letter) {
            case 's' -> argument == null ? "" : argument;
            case 'L' -> argument == null ? "NULL" : TextFunctions.literal(argument);
            default -> {
                if (argument == null) {
                    throw TelegraphException.of(
                            SqlState.NULL_NOT_ALLOWED,
                            "null values cannot be formatted as an SQL identifier");
                }
                yield TextFunctions.identifier(argument);
            }
        };
    }

    private void padded(String text, int width, boolean left) {
        int blanks = width - text.codePointCount(0, text.length());
        if (left) {
            result.append(text);
        }
        for (int i = 0; i < blanks; i++) {
            result.append(' ');
        }
        if (!left) {
            result.append(text);
        }
    }

    private static TelegraphException invalid(String message) {
        return TelegraphException.of(SqlState.INVALID_PARAMETER_VALUE, message);
    }
}
