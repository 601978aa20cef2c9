package telegraph.sql.introspect;

import java.util.List;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.QueryFrame;

/// An expression whose names are resolved: its type, and how to find its value.
///
/// @param fields of a record its columns, else none
/// @param constant whether it is a literal, so that its value can be found without a frame
record Bound(CatalogType type, Eval eval, List<Relation.Column> fields, boolean constant) {
    /// How a value is found.
    @FunctionalInterface
    interface Eval {
        Object in(QueryFrame frame);
    }

    static Bound of(CatalogType type, Eval eval) {
        return new Bound(type, eval, List.of(), false);
    }

    static Bound literal(CatalogType type, Object value) {
        return new Bound(type, _ -> value, List.of(), true);
    }

    Object in(QueryFrame frame) {
        return eval.in(frame);
    }

    Object value() {
        return eval.in(null);
    }

    Bound as(CatalogType other) {
        return new Bound(other, eval, fields, constant);
    }
}
