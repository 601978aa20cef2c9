package telegraph.language.lexer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// How deep a statement can nest, counted in its tokens before anything recurses over it.
///
/// The tree of an expression is at most as deep as there are brackets open and operators before, in
/// each of them, that are not over: those of an expression are over at a comma or at the word that
/// begins the next clause, those of comparisons and sums also at AND and OR. Joins, set operations
/// and the queries of a WITH stand on one another as well. What passes here fits on the stack of a
/// [DeepThread].
///
/// Threads: one; an instance counts one statement.
public final class NestingDepth {
    /// Brackets and CASEs in one another.
    static final int BRACKETS_MAX = 500;

    /// Operators, joins and queries on one another.
    static final int OPERATORS_MAX = 20_000;

    private static final Set<String> LOGICAL = Set.of("and", "or");
    private static final Set<String> SETS = Set.of("union", "except", "intersect", "minus", "join");
    private static final Set<String> CLAUSES =
            Set.of(
                    "select",
                    "from",
                    "where",
                    "group",
                    "having",
                    "order",
                    "on",
                    "when",
                    "then",
                    "else",
                    "limit",
                    "offset",
                    "window",
                    "values",
                    "set",
                    "returning");

    /// An open bracket or CASE, or the statement itself.
    private static final class Frame {
        final boolean isCase;
        int relations;
        int logical;
        int operators;
        boolean from;

        Frame(boolean isCase) {
            this.isCase = isCase;
        }

        int depth() {
            return relations + logical + operators;
        }
    }

    private final Deque<Frame> frames = new ArrayDeque<>();
    private int below;
    private boolean afterAs;

    private NestingDepth() {
        frames.push(new Frame(false));
    }

    /// How many brackets and CASEs stand in one another where it is deepest.
    ///
    /// @throws TelegraphException that says where it is too deep
    public static int demandShallow(List<Token> statement, Lines lines) {
        NestingDepth nesting = new NestingDepth();
        int deepest = 0;
        for (Token token : statement) {
            nesting.read(token);
            deepest = Math.max(deepest, nesting.frames.size() - 1);
            if (nesting.frames.size() - 1 > BRACKETS_MAX
                    || nesting.below + nesting.frames.peek().depth() > OPERATORS_MAX) {
                throw tooDeep(lines.position(token.start()));
            }
        }
        return deepest;
    }

    private static TelegraphException tooDeep(Position place) {
        return TelegraphException.of(
                SqlState.TOO_COMPLEX,
                String.format(
                        Locale.ROOT,
                        "the statement is nested too deep at %s: at most %,d brackets stand in one"
                                + " another, and at most %,d operators, joins or queries on one"
                                + " another. Split it, or put its values into a table",
                        place,
                        BRACKETS_MAX,
                        OPERATORS_MAX));
    }

    private void read(Token token) {
        if (afterAs && token.isSign("(")) {
            // A query of a WITH may stand on the one before.
            frames.peek().relations++;
        }
        afterAs = token.is("as") || token.is("materialized");
        switch (token.kind()) {
            case SIGN -> sign(token.value());
            case WORD -> word(token.value().toLowerCase(Locale.ROOT));
            default -> {}
        }
    }

    private void sign(String sign) {
        switch (sign) {
            case "(", "[" -> open(false);
            case ")", "]" -> close(false);
            case "," -> {
                Frame frame = frames.peek();
                over(frame);
                frame.relations += frame.from ? 1 : 0;
            }
            case ".", ";" -> {}
            default -> frames.peek().operators++;
        }
    }

    private void word(String word) {
        Frame frame = frames.peek();
        if (word.equals("case")) {
            open(true);
        } else if (word.equals("end")) {
            close(true);
        } else if (LOGICAL.contains(word)) {
            frame.operators = 0;
            frame.logical++;
        } else if (SETS.contains(word)) {
            over(frame);
            frame.relations++;
            frame.from &= word.equals("join");
        } else if (CLAUSES.contains(word)) {
            over(frame);
            frame.from = word.equals("from") || frame.from && word.equals("on");
        } else if (word.equals("not")) {
            frame.operators++;
        }
    }

    private static void over(Frame frame) {
        frame.operators = 0;
        frame.logical = 0;
    }

    private void open(boolean isCase) {
        below += frames.peek().depth();
        frames.push(new Frame(isCase));
    }

    /// Brackets that do not fit are left to whoever reads the statement.
    private void close(boolean isCase) {
        if (frames.size() > 1 && frames.peek().isCase == isCase) {
            frames.pop();
            below -= frames.peek().depth();
        }
    }
}
