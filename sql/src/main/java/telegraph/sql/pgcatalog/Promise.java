package telegraph.sql.pgcatalog;

import java.util.List;
import telegraph.language.ast.Constraint;

/// A constraint, as `pg_constraint` lists it.
///
/// @param kind `p` primary key, `u` unique, `c` check, `f` foreign key
/// @param columns numbers of columns of the table
/// @param index the oid of the index it stands on, of a foreign key that of the other table; or 0
/// @param text of a check its expression
/// @param other the table that a foreign key refers to, else null
/// @param referenced numbers of its columns
record Promise(
        long oid,
        String name,
        char kind,
        Listed table,
        List<Long> columns,
        long index,
        String text,
        Listed other,
        List<Long> referenced,
        Constraint.Action onDelete,
        Constraint.Action onUpdate,
        Constraint.Deferral deferral) {
    /// A constraint on one table alone.
    static Promise local(
            long oid, String name, char kind, Listed table, List<Long> columns, long index) {
        return new Promise(
                oid,
                name,
                kind,
                table,
                columns,
                index,
                "",
                null,
                List.of(),
                Constraint.Action.NO_ACTION,
                Constraint.Action.NO_ACTION,
                Constraint.Deferral.NEVER);
    }

    Promise withText(String expression) {
        return new Promise(
                oid,
                name,
                kind,
                table,
                columns,
                index,
                expression,
                other,
                referenced,
                onDelete,
                onUpdate,
                deferral);
    }

    String schema() {
        return table.schema();
    }
}
