package telegraph.language.lexer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// A list of whole numbers, or of texts, after IN that is so long that it is read as a table of
/// them: a condition of hundreds of thousands of comparisons takes minutes to plan, a join with a
/// table of as many rows takes none.
///
/// @param values all Long, or all String
/// @param end how many tokens of the statement are read with its closing bracket
public record LongList(List<Object> values, int end) {
    /// Shorter ones are conditions, which a source may be asked by.
    static final int NUMBERS_MIN = 4_097;

    /// Texts may stand for values of other types, which a table of them does not; so they stay
    /// conditions for longer.
    static final int TEXTS_MIN = 20_001;

    /// Lists of other values are conditions however long they are, up to here.
    static final int OTHERS_MAX = 50_000;

    /// More digits may not fit in 64 bits.
    private static final int DIGITS_MAX = 18;

    /// The list that is next, IN before it; empty if it is short or has something else in it.
    ///
    /// @throws TelegraphException if it is long and has something else in it
    public static Optional<LongList> next(Tokens tokens) {
        if (!tokens.peek().is("in") || !tokens.peek(1).isSign("(")) {
            return Optional.empty();
        }
        boolean texts = tokens.peek(2).isString();
        List<Object> values = new ArrayList<>();
        int ahead = 1;
        do {
            ahead++;
            boolean negative = !texts && tokens.peek(ahead).isSign("-");
            Token value = tokens.peek(negative ? ++ahead : ahead);
            if (texts ? !value.isString() : !isWhole(value)) {
                break;
            }
            values.add(texts ? value.value() : whole(value, negative));
            ahead++;
        } while (tokens.peek(ahead).isSign(","));
        if (!tokens.peek(ahead).isSign(")")) {
            demandFew(tokens, ahead, values.size());
            return Optional.empty();
        }
        return values.size() >= (texts ? TEXTS_MIN : NUMBERS_MIN)
                ? Optional.of(new LongList(values, tokens.index() + ahead + 1))
                : Optional.empty();
    }

    private static Long whole(Token token, boolean negative) {
        long value = Long.parseLong(token.value());
        return negative ? -value : value;
    }

    /// Counts on to the end of the list.
    private static void demandFew(Tokens tokens, int from, int before) {
        int count = before + 1;
        int depth = 0;
        for (int ahead = from; depth >= 0 && tokens.peek(ahead).kind() != Token.Kind.END; ahead++) {
            Token token = tokens.peek(ahead);
            depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
            count += depth == 0 && token.isSign(",") ? 1 : 0;
            if (count > OTHERS_MAX) {
                throw TelegraphException.of(
                        SqlState.TOO_COMPLEX,
                        "a list after IN is too long at "
                                + tokens.position()
                                + String.format(
                                        Locale.ROOT,
                                        ": at most %,d values, unless all are whole numbers or all texts. Put"
                                                + " them into a table, and ask for those in it",
                                        OTHERS_MAX));
            }
        }
    }

    private static boolean isWhole(Token token) {
        return token.kind() == Token.Kind.NUMBER
                && token.value().length() <= DIGITS_MAX
                && token.value().chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
