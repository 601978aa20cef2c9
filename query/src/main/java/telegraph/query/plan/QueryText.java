package telegraph.query.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Lines;
import telegraph.language.query.QueryWriter;
import telegraph.query.translate.OpenLiterals;

/// The text of a query in the one form that [QueryWriter] gives it, and the constants in it that
/// might be others without its plan being another.
///
/// ```
/// text     SELECT "name" FROM "t" WHERE (("id" = 17) and ("city" = 'Bonn')) LIMIT 10
/// shape    SELECT "name" FROM "t" WHERE (("id" = □i) and ("city" = □t)) LIMIT □i
/// keyed    SELECT "name" FROM "t" WHERE (("id" = □i) and ("city" = □t)) LIMIT 10     if a plan leaves two open
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
    private final Lines lines;

    /// @param type what its values have in common
    /// @param at where it stands in the script
    private record Constant(int start, int end, Object value, String type, Span at) {}

    private QueryText(String text, boolean values, List<Constant> constants, Lines lines) {
        this.text = text;
        this.values = values;
        this.constants = List.copyOf(constants);
        this.lines = lines;
    }

    /// Finds the constants of a query.
    static QueryText of(Statement.Select query) {
        List<Constant> constants = new ArrayList<>();
        String text = QueryWriter.written(query, (literal, to) -> written(literal, to, constants));
        if (text.indexOf(PLACE) >= 0) {
            constants.clear();
        }
        boolean values = query.query().body() instanceof Query.Values;
        return new QueryText(text, values, constants, query.lines());
    }

    /// Writes what might be a constant, and notes where.
    private static boolean written(
            Term.Literal literal, StringBuilder to, List<Constant> constants) {
        int start = to.length();
        return switch (literal.value()) {
            case Number _ -> {
                String digits = literal.written();
                to.append(digits);
                number(digits, literal.at(), start, constants);
                yield true;
            }
            case String text when !text.isEmpty() && !text.endsWith(" ") -> {
                to.append('\'').append(text.replace("'", "''")).append('\'');
                constants.add(new Constant(start, to.length(), text, "t", literal.at()));
                yield true;
            }
            case null, default -> false;
        };
    }

    private static void number(String digits, Span at, int start, List<Constant> constants) {
        String unsigned = digits.startsWith("-") ? digits.substring(1) : digits;
        int point = unsigned.indexOf('.');
        boolean plain =
                unsigned.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.')
                        && unsigned.length()
                                <= (point < 0 ? OpenLiterals.WHOLE_DIGITS_MAX : DECIMAL_DIGITS_MAX)
                        && point != 0
                        && point != unsigned.length() - 1;
        if (plain) {
            BigDecimal value = new BigDecimal(digits);
            String type = point < 0 ? "i" : "d" + value.precision() + '.' + value.scale();
            constants.add(new Constant(start, start + digits.length(), value, type, at));
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
        OpenLiterals literals = new OpenLiterals();
        for (int i = 0; i < constants.size(); i++) {
            Constant constant = constants.get(i);
            literals.offer(i, lines.position(constant.at.start()), constant.value);
        }
        return literals;
    }
}
