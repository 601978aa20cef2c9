package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.value.CatalogType;

/// What names stand for inside one query: the items of its FROM, and around it the names of the
/// queries it is in. There is one frame for each.
///
/// It notes which items an expression looks at, so that a join knows when it can be evaluated, and
/// whether anything inside looks further out, so that what does not is evaluated once.
///
/// Threads: one.
final class QueryNames {
    private final QueryNames outer;
    private final List<Item> items = new ArrayList<>();
    private final Map<String, Integer> tables = new HashMap<>();
    private final List<List<Relation.Column>> shapes = new ArrayList<>();
    private BitSet used = new BitSet();
    private boolean hidden;
    private boolean reachesOut;

    /// An item of FROM.
    ///
    /// @param merged the columns that USING made one with those of an item before
    /// @param oid what `tableoid` is in it, 0 if it has none
    record Item(
            String schema,
            String name,
            List<Relation.Column> columns,
            Set<String> merged,
            long oid) {}

    /// Where something was found: how many frames out, and what there.
    ///
    /// @param column -1 for the whole row
    record Place(int depth, int item, int column, CatalogType type) {}

    /// The column that every relation has and no star shows.
    static final String TABLE_OID = "tableoid";

    /// A table that WITH names.
    record Table(int depth, int index, List<Relation.Column> columns) {}

    QueryNames(QueryNames outer) {
        this.outer = outer;
    }

    int add(String schema, String name, List<Relation.Column> columns) {
        return add(schema, name, columns, 0);
    }

    int add(String schema, String name, List<Relation.Column> columns, long oid) {
        items.add(new Item(schema, name, columns, new HashSet<>(), oid));
        return items.size() - 1;
    }

    /// The number of the relation that a name ending in `tableoid` asks for.
    Optional<Long> tableOid(List<String> parts) {
        if (!parts.getLast().equals(TABLE_OID)) {
            return Optional.empty();
        }
        for (QueryNames names = this; names != null; names = names.outer) {
            for (Item item : names.items) {
                if (item.oid() > 0 && isOf(item, parts, parts.size() - 1)) {
                    return Optional.of(item.oid());
                }
            }
        }
        return Optional.empty();
    }

    List<Item> items() {
        return items;
    }

    int addTable(String name, List<Relation.Column> columns) {
        tables.put(name, shapes.size());
        shapes.add(columns);
        return shapes.size() - 1;
    }

    int tables() {
        return shapes.size();
    }

    void setShape(int index, List<Relation.Column> columns) {
        shapes.set(index, columns);
    }

    /// Whether anything was found further out.
    boolean reachesOut() {
        return reachesOut;
    }

    /// The items looked at since it was last asked.
    BitSet takeUsed() {
        BitSet taken = used;
        used = new BitSet();
        return taken;
    }

    /// Hides the items from queries in FROM that are not LATERAL.
    void hide(boolean hide) {
        this.hidden = hide;
    }

    Optional<Table> table(String name) {
        int depth = 0;
        for (QueryNames names = this; names != null; names = names.outer) {
            Integer index = names.tables.get(name);
            if (index != null) {
                passed(depth);
                return Optional.of(new Table(depth, index, names.shapes.get(index)));
            }
            depth++;
        }
        return Optional.empty();
    }

    private void passed(int depth) {
        QueryNames names = this;
        for (int i = 0; i < depth; i++) {
            names.reachesOut = true;
            names = names.outer;
        }
    }

    /// A column by its name and those before it, or empty if there is none.
    Optional<Place> column(List<String> parts) {
        int depth = 0;
        for (QueryNames names = this; names != null; names = names.outer) {
            Optional<Place> found = names.here(parts, depth);
            if (found.isPresent()) {
                passed(depth);
                names.used.set(found.get().item());
                return found;
            }
            depth++;
        }
        return Optional.empty();
    }

    private Optional<Place> here(List<String> parts, int depth) {
        Place found = null;
        for (int i = 0; i < items.size() && !hidden; i++) {
            Item item = items.get(i);
            if (!isOf(item, parts, parts.size() - 1)) {
                continue;
            }
            for (int c = 0; c < item.columns().size(); c++) {
                String name = item.columns().get(c).name();
                boolean merged = parts.size() == 1 && item.merged().contains(name);
                if (name.equals(parts.getLast()) && !merged) {
                    if (found != null) {
                        throw TelegraphException.of(
                                SqlState.AMBIGUOUS_COLUMN,
                                "a column's name is in one table only, or has the table's before"
                                        + " it: column="
                                        + name);
                    }
                    found = new Place(depth, i, c, item.columns().get(c).type());
                }
            }
        }
        return Optional.ofNullable(found);
    }

    private static boolean isOf(Item item, List<String> parts, int before) {
        return switch (before) {
            case 0 -> true;
            case 1 -> item.name().equals(parts.get(0));
            default ->
                    item.name().equals(parts.get(before - 1))
                            && item.schema().equals(parts.get(before - 2));
        };
    }

    /// An item by its name, as its whole row.
    Optional<Place> row(List<String> parts) {
        int depth = 0;
        for (QueryNames names = this; names != null; names = names.outer) {
            for (int i = 0; i < names.items.size() && !names.hidden; i++) {
                if (isOf(names.items.get(i), parts, parts.size())) {
                    passed(depth);
                    names.used.set(i);
                    return Optional.of(new Place(depth, i, -1, CatalogType.RECORD));
                }
            }
            depth++;
        }
        return Optional.empty();
    }

    /// The columns of the item a place is in.
    List<Relation.Column> columns(Place place) {
        QueryNames names = this;
        for (int i = 0; i < place.depth(); i++) {
            names = names.outer;
        }
        return names.items.get(place.item()).columns();
    }

    TelegraphException unknown(List<String> parts, String place) {
        List<String> known = new ArrayList<>();
        for (QueryNames names = this; names != null; names = names.outer) {
            names.items.forEach(item -> item.columns().forEach(c -> known.add(c.name())));
        }
        return TelegraphException.of(
                SqlState.UNDEFINED_COLUMN,
                "unknown column \""
                        + String.join(".", parts)
                        + "\" at "
                        + place
                        + Nearest.hint(parts.getLast(), known));
    }
}
