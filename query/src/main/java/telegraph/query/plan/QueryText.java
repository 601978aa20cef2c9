package telegraph.query.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Lines;
import telegraph.language.lexer.Token;
import telegraph.query.translate.OpenLiterals;

/// The text of a query, and the constants in it that might be others without its plan being
/// another.
///
/// ```
/// text     SELECT name FROM t WHERE id = 17 AND city = 'Bonn' LIMIT 10
/// shape    SELECT name FROM t WHERE id = □i AND city = □t LIMIT □i
/// keyed    SELECT name FROM t WHERE id = □i AND city = □t LIMIT 10     if a plan leaves two open
/// ```
///
/// What stands in the place of a constant tells its type: whole numbers of up to nine digits are of
/// one, decimals have their digits in theirs. Blanks at the end of a text may count or not; such
/// texts stay.
///
/// Threads: any; it never changes.
final class QueryText {
    private static final int DECIMAL_DIGITS_MAX = 18;

    /// Begins what stands in the place of a constant. A text that has one itself has no constants.
    private static final char PLACE = '\0';

    private final String text;
    private final boolean values;
    private final List<Constant> constants;

    /// @param type what its values have in common
    private record Constant(int start, int end, Object value, String type) {}

    private QueryText(String text, boolean values, List<Constant> constants) {
        this.text = text;
        this.values = values;
        this.constants = List.copyOf(constants);
    }

    /// Finds the constants of a text.
    static QueryText of(String text) {
        List<Constant> constants = new ArrayList<>();
        List<Token> tokens = Lexer.cut(text).tokens();
        if (text.indexOf(PLACE) < 0) {
            for (Token token : tokens) {
                if (token.kind() == Token.Kind.NUMBER) {
                    number(token, constants);
                } else if (token.kind() == Token.Kind.STRING
                        && text.charAt(token.start()) == '\'') {
                    text(token, constants);
                }
            }
        }
        return new QueryText(text, tokens.getFirst().is("VALUES"), constants);
    }

    private static void number(Token token, List<Constant> constants) {
        String digits = token.value();
        int point = digits.indexOf('.');
        boolean plain =
                digits.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.')
                        && digits.length()
                                <= (point < 0 ? OpenLiterals.WHOLE_DIGITS_MAX : DECIMAL_DIGITS_MAX)
                        && point != 0
                        && point != digits.length() - 1;
        if (plain) {
            BigDecimal value = new BigDecimal(digits);
            String type = point < 0 ? "i" : "d" + value.precision() + '.' + value.scale();
            constants.add(new Constant(token.start(), token.end(), value, type));
        }
    }

    private static void text(Token token, List<Constant> constants) {
        String value = token.value();
        if (!value.isEmpty() && !value.endsWith(" ")) {
            constants.add(new Constant(token.start(), token.end(), value, "t"));
        }
    }

    /// Whether it is nothing but rows that are written out.
    boolean isValues() {
        return values;
    }

    boolean hasConstants() {
        return !constants.isEmpty();
    }

    /// The text without any of its constants: what all texts have in common that differ in nothing
    /// but these.
    String shape() {
        BitSet all = new BitSet();
        all.set(0, constants.size());
        return keyed(all);
    }

    /// The text without those of its constants that are left open.
    String keyed(BitSet open) {
        if (open.isEmpty()) {
            return text;
        }
        StringBuilder keyed = new StringBuilder(text.length());
        int copied = 0;
        for (int i = open.nextSetBit(0); i >= 0; i = open.nextSetBit(i + 1)) {
            Constant constant = constants.get(i);
            keyed.append(text, copied, constant.start).append(PLACE).append(constant.type);
            copied = constant.end;
        }
        return keyed.append(text, copied, text.length()).toString();
    }

    /// The value of a constant: a `String`, or a `BigDecimal`.
    Object value(int constant) {
        return constants.get(constant).value;
    }

    /// What a translator is offered to leave open.
    OpenLiterals literals() {
        Lines lines = new Lines(text);
        OpenLiterals literals = new OpenLiterals();
        for (int i = 0; i < constants.size(); i++) {
            Constant constant = constants.get(i);
            literals.offer(i, lines.position(constant.start), constant.value);
        }
        return literals;
    }
}
