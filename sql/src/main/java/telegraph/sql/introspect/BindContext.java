package telegraph.sql.introspect;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Given;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Lines;
import telegraph.language.lexer.Position;
import telegraph.language.query.ValueTerms;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.Table;
import telegraph.sql.value.ValueRoom;

/// What all parts of one query share: its words, what is around it, the types its parameters turn
/// out to have, and what was read or computed once.
///
/// Threads: that of the statement.
final class BindContext {
    private final Lines lines;
    private final List<Given> values;
    private final Surroundings around;
    private final ValueRoom room = new ValueRoom();
    private final TypeConversions conversions;
    private final ValueOperators operators;
    private final Map<Integer, CatalogType> parameters = new TreeMap<>();
    private final Map<String, Table> relations = new HashMap<>();
    private final Map<Object, Table> kept = new IdentityHashMap<>();

    /// @param values those of parameters, from the first; none if they are open
    BindContext(Lines lines, List<Given> values, Surroundings around) {
        this.lines = lines;
        this.values = values;
        this.around = around;
        this.conversions = new TypeConversions(around, room);
        this.operators = new ValueOperators(conversions, room);
    }

    /// A place for a value, which is asked for its type and not for its value.
    record Parameter(int number, BindContext binding) implements Bound.Eval {
        Bound as(CatalogType type) {
            binding.parameters.merge(number, type, (a, b) -> a.isUnknown() ? b : a);
            return new Bound(type, this, List.of(), false);
        }

        @Override
        public Object in(QueryFrame frame) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER, "there is no value for parameter $" + number);
        }
    }

    /// What stands for a parameter, if it has a value.
    Optional<Term> given(Term.Parameter parameter) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        Given given = values.get(parameter.number() - 1);
        return Optional.of(ValueTerms.of(given.value(), given.type(), parameter.at()));
    }

    Bound parameter(int number) {
        parameters.putIfAbsent(number, CatalogType.UNKNOWN);
        return new Bound(CatalogType.UNKNOWN, new Parameter(number, this), List.of(), false);
    }

    /// The types of the parameters, from the first; text where nothing says it.
    List<CatalogType> parameters() {
        int count = parameters.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
        return java.util.stream.IntStream.rangeClosed(1, count)
                .mapToObj(number -> parameters.getOrDefault(number, CatalogType.UNKNOWN))
                .map(type -> type.isUnknown() ? CatalogType.TEXT : type)
                .toList();
    }

    Surroundings around() {
        return around;
    }

    /// How large what it makes may become.
    ValueRoom room() {
        return room;
    }

    TypeConversions conversions() {
        return conversions;
    }

    ValueOperators operators() {
        return operators;
    }

    String place(Span at) {
        return position(at).toString();
    }

    Position position(Span at) {
        return lines.position(at.start());
    }

    /// The rows of a relation, listed when they are first read.
    Table rows(Relation relation) {
        return relations.computeIfAbsent(
                relation.schema() + "." + relation.name(), _ -> relation.rows().get());
    }

    /// What a part of the query gives that is the same wherever it is asked.
    Table kept(Object part, Supplier<List<Object[]>> rows) {
        Table table = kept.get(part);
        if (table == null) {
            table = new Table(rows.get());
            kept.put(part, table);
        }
        return table;
    }
}
