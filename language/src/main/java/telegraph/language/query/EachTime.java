package telegraph.language.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import telegraph.language.ast.Query;
import telegraph.language.ast.Term;

/// Knows what gives another value each time, and finds queries of a WITH that so give other rows
/// each time: what names one reads it anew, so that two would not read the same.
///
/// Threads: any.
public final class EachTime {
    /// Functions without arguments that give another value each time, in lower case.
    private static final Set<String> PLAIN =
            Set.of(
                    "random",
                    "gen_random_uuid",
                    "clock_timestamp",
                    "statement_timestamp",
                    "timeofday");

    /// Those that wait, and the type of their argument.
    private static final Map<String, String> WAITING =
            Map.of(
                    "pg_sleep", "double precision",
                    "pg_sleep_for", "interval",
                    "pg_sleep_until", "timestamptz");

    /// Those about locks that programs agree on, and what each does.
    private static final Map<String, String> LOCKING =
            Map.ofEntries(
                    Map.entry("pg_advisory_lock", "advisory_lock"),
                    Map.entry("pg_advisory_lock_shared", "advisory_lock"),
                    Map.entry("pg_advisory_xact_lock", "advisory_lock"),
                    Map.entry("pg_advisory_xact_lock_shared", "advisory_lock"),
                    Map.entry("pg_try_advisory_lock", "advisory_try"),
                    Map.entry("pg_try_advisory_lock_shared", "advisory_try"),
                    Map.entry("pg_try_advisory_xact_lock", "advisory_try"),
                    Map.entry("pg_try_advisory_xact_lock_shared", "advisory_try"),
                    Map.entry("pg_advisory_unlock", "advisory_unlock"),
                    Map.entry("pg_advisory_unlock_shared", "advisory_unlock"),
                    Map.entry("pg_advisory_unlock_all", "advisory_unlock_all"));

    /// The operators that stand for these and for those about sequences.
    public static final Set<String> OPERATORS =
            Stream.of(PLAIN, WAITING.keySet(), LOCKING.values(), SequenceCalls.FUNCTIONS.keySet())
                    .flatMap(Collection::stream)
                    .map(EachTime::operator)
                    .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> WAITERS =
            Stream.concat(WAITING.keySet().stream(), Stream.of("pg_advisory_lock"))
                    .map(EachTime::operator)
                    .collect(Collectors.toUnmodifiableSet());

    private EachTime() {}

    /// Whether a call is of one of these, but those about sequences.
    public static boolean isCalled(Term.Call call) {
        String name = key(call.bare());
        return call.name().size() == 1
                && !call.star()
                && (PLAIN.contains(name) && call.arguments().isEmpty()
                        || WAITING.containsKey(name) && call.arguments().size() == 1
                        || LOCKING.containsKey(name) && call.arguments().size() <= 2);
    }

    /// The operator that stands for a function of that name.
    public static String operator(String name) {
        String key = key(name);
        return "$" + LOCKING.getOrDefault(key, key).toUpperCase(Locale.ROOT);
    }

    /// Whether an operator waits.
    public static boolean waits(String operator) {
        return WAITERS.contains(operator);
    }

    /// The arguments of such a call; a bare text is read as what the function takes, and whatever a
    /// moment is made of is made one.
    public static List<Term> read(Term.Call call) {
        if (LOCKING.containsKey(key(call.bare()))) {
            return locking(call);
        }
        String type = WAITING.get(key(call.bare()));
        if (type == null) {
            return call.arguments();
        }
        Term argument = call.arguments().getFirst();
        return List.of(
                type.equals("timestamptz")
                        ? BareTexts.cast(argument, type)
                        : BareTexts.read(argument, type));
    }

    /// The function, and its numbers: two are short.
    private static List<Term> locking(Term.Call call) {
        List<Term> arguments = new ArrayList<>();
        arguments.add(Term.Literal.text(key(call.bare()), call.at()));
        String type = call.arguments().size() == 1 ? "bigint" : "integer";
        call.arguments().forEach(argument -> arguments.add(BareTexts.read(argument, type)));
        return arguments;
    }

    /// The first of these that is named more than once in a query, or empty.
    public static Optional<Query.With> namedTwice(Query query) {
        Set<String> changing = names(query.with());
        if (changing.isEmpty()) {
            return Optional.empty();
        }
        List<String> named =
                QueryWalk.tables(query).stream()
                        .filter(table -> table.name().size() == 1)
                        .map(table -> key(table.name().getFirst().name()))
                        .toList();
        return query.with().stream()
                .filter(with -> changing.contains(key(with.name().name())))
                .filter(with -> named.stream().filter(key(with.name().name())::equals).count() > 1)
                .findFirst();
    }

    /// The first of these, or empty.
    public static Optional<Query.With> first(List<Query.With> with) {
        Set<String> changing = names(with);
        return with.stream().filter(one -> changing.contains(key(one.name().name()))).findFirst();
    }

    private static Set<String> names(List<Query.With> with) {
        Set<String> changing = new HashSet<>();
        for (Query.With one : with) {
            boolean reads =
                    QueryWalk.tables(one.query()).stream()
                            .anyMatch(table ->
                                    table.name().size() == 1
                                            && changing.contains(
                                                    key(table.name().getFirst().name())));
            if (reads || calls(one.query())) {
                changing.add(key(one.name().name()));
            }
        }
        return changing;
    }

    private static boolean calls(Query query) {
        boolean[] found = new boolean[1];
        QueryWalk.walk(
                query,
                part ->
                        found[0] |=
                                part instanceof Term.Call call
                                        && (SequenceCalls.function(call).isPresent()
                                                || isCalled(call)));
        return found[0];
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
