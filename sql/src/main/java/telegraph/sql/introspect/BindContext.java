package telegraph.sql.introspect;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.querytree.CatalogType;
import telegraph.sql.querytree.QueryFrame;
import telegraph.sql.querytree.QueryWords;
import telegraph.sql.querytree.Table;
import telegraph.sql.querytree.ValueRoom;

/// What all parts of one query share: its words, what is around it, the types its parameters turn
/// out to have, and what was read or computed once.
///
/// Threads: that of the statement.
final class BindContext {
    private final QueryWords words;
    private final Surroundings around;
    private final ValueRoom room = new ValueRoom();
    private final TypeConversions conversions;
    private final ValueOperators operators;
    private final Map<Integer, CatalogType> parameters = new TreeMap<>();
    private final Map<String, Table> relations = new HashMap<>();
    private final Map<Object, Table> kept = new IdentityHashMap<>();

    BindContext(QueryWords words, Surroundings around) {
        this.words = words;
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

    String place(int at) {
        return words.place(at);
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
