package telegraph.sql.introspect;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Term;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.ValueOrder;

/// Resolves calls: of functions, aggregates, window functions, and types called as functions.
///
/// Threads: one.
final class CallBinder {
    /// What is called as a function and is read apart.
    static final Set<String> FORMS =
            Set.of("coalesce", "nullif", "greatest", "least", "extract", "position");

    private final BindContext binding;
    private final QueryNames names;
    private final Optional<Slots> slots;
    private final TermBinder terms;

    CallBinder(BindContext binding, QueryNames names, Optional<Slots> slots, TermBinder terms) {
        this.binding = binding;
        this.names = names;
        this.slots = slots;
        this.terms = terms;
    }

    Bound bind(Term.Call written) {
        Term.Call call = named(written);
        if (call.over().isPresent()) {
            return window(call, call.over().get());
        }
        Optional<ListAggregate> aggregate = ListAggregate.find(call.bare());
        if (aggregate.isPresent()) {
            return aggregate(call, aggregate.get());
        }
        return switch (call.bare()) {
            case "coalesce" -> coalesce(call);
            case "nullif" -> nullIf(call);
            case "greatest" -> extreme(call, 1);
            case "least" -> extreme(call, -1);
            default -> function(call);
        };
    }

    /// A call with words between its arguments by the function that is there for it.
    private static Term.Call named(Term.Call call) {
        String name =
                switch (call.bare()) {
                    case "extract" -> "date_part";
                    case "position" -> "strpos";
                    default -> "";
                };
        return call.form() == Term.Form.WORDS && !name.isEmpty()
                ? Term.Call.plain(name, call.arguments(), call.at())
                : call;
    }

    private Slots slots(Term.Call call) {
        return slots.orElseThrow(() ->
                TelegraphException.of(
                        SqlState.GROUPING_ERROR,
                        "an aggregate or a set stands among what is selected: function="
                                + call.bare()
                                + " at "
                                + binding.place(call.at())));
    }

    private Bound aggregate(Term.Call call, ListAggregate aggregate) {
        Slots free = slots(call);
        TermBinder inner = terms.inner();
        List<Bound> arguments = call.star() ? List.of() : inner.all(call.arguments());
        List<CatalogType> types = arguments.stream().map(Bound::type).toList();
        if (aggregate == ListAggregate.STRING_AGG && arguments.size() == 2) {
            arguments =
                    List.of(
                            arguments.get(0),
                            binding.conversions().cast(arguments.get(1), CatalogType.TEXT));
        }
        List<Term.SortKey> keys = call.gathering().order();
        List<Bound> order = inner.all(keys.stream().map(Term.SortKey::term).toList());
        Bound filter =
                call.gathering()
                        .filter()
                        .map(written -> inner.truth(written.condition()))
                        .orElse(Bound.literal(CatalogType.BOOL, true));
        int slot = free.next();
        boolean distinct = call.gathering().distinct();
        free.aggregates()
                .add(new Slots.Gathered(slot, aggregate, arguments, distinct, order, keys, filter));
        return Bound.of(aggregate.type(types), frame -> frame.extras[slot]);
    }

    private Bound window(Term.Call call, Term.Window window) {
        Slots free = slots(call);
        TermBinder inner = terms.inner();
        int slot = free.next();
        List<Bound> arguments = call.star() ? List.of() : inner.all(call.arguments());
        free.windows()
                .add(
                        new Slots.Windowed(
                                slot,
                                call.bare(),
                                arguments,
                                inner.all(window.partition()),
                                inner.all(window.order().stream().map(Term.SortKey::term).toList()),
                                window.order()));
        CatalogType type =
                ListAggregate.find(call.bare())
                        .map(aggregate ->
                                aggregate.type(arguments.stream().map(Bound::type).toList()))
                        .orElse(
                                switch (call.bare()) {
                                    case "lag", "lead", "first_value", "last_value" ->
                                            arguments.getFirst().type();
                                    default -> CatalogType.INT8;
                                });
        return Bound.of(type, frame -> frame.extras[slot]);
    }

    private Bound coalesce(Term.Call call) {
        List<Bound> arguments = alike(terms.all(call.arguments()));
        return Bound.of(
                arguments.getFirst().type(),
                frame -> {
                    for (Bound argument : arguments) {
                        Object value = argument.in(frame);
                        if (value != null) {
                            return value;
                        }
                    }
                    return null;
                });
    }

    private List<Bound> alike(List<Bound> arguments) {
        CatalogType type = CatalogType.UNKNOWN;
        for (Bound argument : arguments) {
            type = TypeConversions.common(type, argument.type());
        }
        CatalogType common = type.isUnknown() ? CatalogType.TEXT : type;
        return arguments.stream()
                .map(argument -> binding.conversions().cast(argument, common))
                .toList();
    }

    private Bound nullIf(Term.Call call) {
        Bound first = terms.bind(call.arguments().get(0));
        Bound second = terms.bind(call.arguments().get(1));
        Bound equal = binding.operators().bind("=", first, second, binding.place(call.at()));
        CatalogType type = compared(first.type(), second.type());
        Bound value = type.isUnknown() ? first : binding.conversions().cast(first, type);
        return Bound.of(
                type.isUnknown() ? CatalogType.TEXT : type,
                frame -> Boolean.TRUE.equals(equal.in(frame)) ? null : value.in(frame));
    }

    /// The type in which `=` compares the first of two values.
    private static CatalogType compared(CatalogType first, CatalogType second) {
        boolean wider =
                first.isNumber() && second.isNumber() && !(first.isWhole() && second.isWhole());
        return wider || first.isUnknown() ? TypeConversions.common(first, second) : first;
    }

    private Bound extreme(Term.Call call, int sign) {
        List<Bound> arguments = alike(terms.all(call.arguments()));
        return Bound.of(
                arguments.getFirst().type(),
                frame -> {
                    Object best = null;
                    for (Bound argument : arguments) {
                        Object value = argument.in(frame);
                        if (value != null
                                && (best == null || sign * ValueOrder.compare(value, best) > 0)) {
                            best = value;
                        }
                    }
                    return best;
                });
    }

    private Bound function(Term.Call call) {
        Optional<CatalogFunction> known =
                GeneralFunctions.find(call.bare()).or(() -> binding.around().function(call.bare()));
        if (known.isEmpty()) {
            Optional<CatalogType> type = CatalogType.find(call.bare());
            if (type.isPresent() && call.arguments().size() == 1) {
                return binding.conversions()
                        .cast(terms.bind(call.arguments().getFirst()), type.get());
            }
            throw unknown(call);
        }
        if (!known.get().set()) {
            return value(call, known.get());
        }
        Slots free = slots(call);
        int before = free.sets().size();
        Bound value = value(call, known.get());
        if (free.sets().size() > before) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "in queries about the catalog a set has no other set as an argument: function="
                            + call.bare());
        }
        int slot = free.next();
        free.sets().add(new Slots.Expanded(slot, value));
        return new Bound(value.type(), frame -> frame.extras[slot], value.fields(), false);
    }

    /// The function's value; of a set all of it as a List.
    Bound value(Term.Call call, CatalogFunction function) {
        List<Bound> arguments = new ArrayList<>();
        int max = function.repeats() ? Integer.MAX_VALUE : function.arguments().size();
        if (call.arguments().size() < function.required() || call.arguments().size() > max) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "the function takes other arguments: function="
                            + call.bare()
                            + " arguments="
                            + call.arguments().size()
                            + " at "
                            + binding.place(call.at()));
        }
        for (int i = 0; i < call.arguments().size(); i++) {
            Bound argument = terms.bind(call.arguments().get(i));
            int declared = Math.min(i, function.arguments().size() - 1);
            Optional<CatalogType> type = function.arguments().get(declared);
            arguments.add(
                    type.isEmpty()
                            ? call.bare().equals("pg_typeof") ? argument : known(argument)
                            : binding.conversions().cast(argument, type.get()));
        }
        List<CatalogType> types = arguments.stream().map(Bound::type).toList();
        CatalogFunction.Call about = new CatalogFunction.Call(types, binding.around());
        return new Bound(
                function.result().apply(types),
                frame -> {
                    Object[] values = new Object[arguments.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = arguments.get(i).in(frame);
                        if (values[i] == null && function.strict()) {
                            return null;
                        }
                    }
                    Object value = called(function, values, about);
                    return function.set() ? value : binding.room().take(value);
                },
                function.fields(),
                false);
    }

    /// A function of declared types is given values of these, so that a wrong class is a fault of
    /// ours; one that takes any type may have none for some.
    private static Object called(
            CatalogFunction function, Object[] values, CatalogFunction.Call about) {
        try {
            return function.body().call(values, about);
        } catch (ClassCastException e) {
            if (function.arguments().stream().allMatch(Optional::isPresent)) {
                throw e;
            }
            throw noValue(SqlState.UNDEFINED_FUNCTION, function, about, e);
        } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
            throw noValue(SqlState.INVALID_PARAMETER_VALUE, function, about, e);
        }
    }

    private static TelegraphException noValue(
            SqlState state,
            CatalogFunction function,
            CatalogFunction.Call about,
            RuntimeException cause) {
        return TelegraphException.of(
                state,
                "the function has no value for these arguments: function="
                        + function.name()
                        + " types="
                        + about.types(),
                cause);
    }

    /// A literal of which nothing says what it is is a text.
    private Bound known(Bound argument) {
        return argument.type().isUnknown()
                ? binding.conversions().cast(argument, CatalogType.TEXT)
                : argument;
    }

    private TelegraphException unknown(Term.Call call) {
        List<String> known = new ArrayList<>(GeneralFunctions.names());
        known.addAll(binding.around().names());
        return TelegraphException.of(
                SqlState.UNDEFINED_FUNCTION,
                "unknown function \""
                        + call.bare()
                        + "\" at "
                        + binding.place(call.at())
                        + Nearest.hint(call.bare(), known));
    }

    /// The function of a call in FROM.
    CatalogFunction inFrom(Term.Call call) {
        return GeneralFunctions.find(call.bare())
                .or(() -> binding.around().function(call.bare()))
                .orElseThrow(() -> unknown(call));
    }

    QueryNames names() {
        return names;
    }
}
