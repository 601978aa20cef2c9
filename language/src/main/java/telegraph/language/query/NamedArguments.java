package telegraph.language.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;

/// Puts the arguments of a call that are given by their names in their places, and zeros where some
/// are left out.
///
/// ```
/// make_interval(days => 10, hours => 2)   →   make_interval(0, 0, 0, 10, 2, 0, 0)
/// make_interval(1)                        →   make_interval(1, 0, 0, 0, 0, 0, 0)
/// ```
///
/// The functions that make moments of their parts have such names; others are refused by name.
///
/// Threads: any.
final class NamedArguments {
    private static final Map<String, List<String>> PARAMETERS =
            Map.of(
                    "make_interval",
                    List.of("years", "months", "weeks", "days", "hours", "mins", "secs"),
                    "make_date",
                    List.of("year", "month", "day"),
                    "make_time",
                    List.of("hour", "min", "sec"),
                    "make_timestamp",
                    List.of("year", "month", "mday", "hour", "min", "sec"));

    /// Those whose arguments may be left out.
    private static final Set<String> OPTIONAL = Set.of("make_interval");

    /// One as it is given.
    ///
    /// @param name empty if its place says which it is
    record Argument(Optional<String> name, Term term, Position position) {}

    private NamedArguments() {}

    /// @throws TelegraphException of 0A000 if the names of the function's arguments are not known,
    ///   of 42883 if it has none of that name, of 42601 if names and places contradict
    static List<Term> placed(String function, List<Argument> given, Span at) {
        String name = function.toLowerCase(Locale.ROOT);
        List<String> parameters = PARAMETERS.getOrDefault(name, List.of());
        boolean fills = OPTIONAL.contains(name) && given.size() < parameters.size();
        if (!fills && given.stream().allMatch(argument -> argument.name().isEmpty())) {
            return given.stream().map(Argument::term).toList();
        }
        List<Term> placed = new ArrayList<>(Collections.nCopies(parameters.size(), null));
        boolean named = false;
        for (int i = 0; i < given.size(); i++) {
            Argument argument = given.get(i);
            if (argument.name().isPresent() && parameters.isEmpty()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported at "
                                + argument.position()
                                + ": arguments by their names. Write them in their order");
            }
            if (named && argument.name().isEmpty()) {
                throw mistake(argument, "an argument by its place follows one by its name");
            }
            named = argument.name().isPresent();
            int place = named ? place(name, argument, parameters) : i;
            if (place >= placed.size()) {
                throw mistake(argument, "too many arguments of " + name);
            }
            if (placed.get(place) != null) {
                throw mistake(argument, "an argument is given twice");
            }
            placed.set(place, argument.term());
        }
        if (!OPTIONAL.contains(name)) {
            return placed.stream().filter(term -> term != null).toList();
        }
        placed.replaceAll(term -> term == null ? new Term.Literal(0L, "0", at) : term);
        return placed;
    }

    private static int place(String function, Argument argument, List<String> parameters) {
        String name = argument.name().orElseThrow().toLowerCase(Locale.ROOT);
        int place = parameters.indexOf(name);
        if (place < 0) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "function "
                            + function
                            + " has no argument \""
                            + name
                            + "\" at "
                            + argument.position()
                            + Nearest.hint(name, parameters));
        }
        return place;
    }

    private static TelegraphException mistake(Argument argument, String rule) {
        return TelegraphException.of(
                SqlState.SYNTAX_ERROR, "syntax error at " + argument.position() + ": " + rule);
    }
}
