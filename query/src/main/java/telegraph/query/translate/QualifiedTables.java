package telegraph.query.translate;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/// Makes one name of a table's schema and name, so that the validator finds tables by names alone:
/// it would take any first part of a name for a schema, ask for that, and then not see a table of
/// the same name.
///
/// | written                      | read                                |
/// |------------------------------|-------------------------------------|
/// | `FROM s.t`                   | `FROM "s␁t" AS t`                   |
/// | `FROM s.t AS x`              | `FROM "s␁t" AS x`                   |
/// | `s.t.a`, where `s.t` is read | `t.a`                               |
final class QualifiedTables extends SqlShuttle {
    private static final char SEPARATOR = '\u0001';

    private final Set<String> read = new HashSet<>();

    /// The query with names of one part.
    static SqlNode rewritten(SqlNode query) {
        QualifiedTables tables = new QualifiedTables();
        SqlNode changed = query.accept(tables);
        return tables.read.isEmpty() ? changed : changed.accept(tables.new Columns());
    }

    /// A schema and a name in it.
    record Parts(String schema, String name) {}

    /// The parts of a name that was made one.
    static Optional<Parts> parts(String name) {
        int at = name.indexOf(SEPARATOR);
        return at < 0
                ? Optional.empty()
                : Optional.of(new Parts(name.substring(0, at), name.substring(at + 1)));
    }

    @Override
    public SqlNode visit(SqlCall call) {
        if (call instanceof SqlSelect select && select.getFrom() != null) {
            select.setFrom(table(select.getFrom()));
        } else if (call instanceof SqlJoin join) {
            join.setLeft(table(join.getLeft()));
            join.setRight(table(join.getRight()));
        } else if (call.getKind() == SqlKind.EXPLICIT_TABLE
                && call.operand(0) instanceof SqlIdentifier name
                && name.names.size() == 2) {
            call.setOperand(0, one(name));
        }
        return super.visit(call);
    }

    private SqlNode table(SqlNode node) {
        if (node instanceof SqlIdentifier name && name.names.size() == 2) {
            return SqlStdOperatorTable.AS.createCall(
                    name.getParserPosition(), one(name), name.getComponent(1));
        }
        if (node.getKind() == SqlKind.AS
                && node instanceof SqlCall as
                && as.operand(0) instanceof SqlIdentifier name
                && name.names.size() == 2) {
            as.setOperand(0, one(name));
        }
        return node;
    }

    private SqlIdentifier one(SqlIdentifier name) {
        read.add(key(name));
        return new SqlIdentifier(
                name.names.get(0) + SEPARATOR + name.names.get(1), name.getParserPosition());
    }

    private static String key(SqlIdentifier name) {
        return (name.names.get(0) + SEPARATOR + name.names.get(1)).toLowerCase(Locale.ROOT);
    }

    /// Takes the schema from names of columns.
    private final class Columns extends SqlShuttle {
        @Override
        public SqlNode visit(SqlIdentifier name) {
            if (name.names.size() != 3 || !read.contains(key(name))) {
                return name;
            }
            List<SqlParserPos> places =
                    List.of(name.getComponentParserPosition(1), name.getComponentParserPosition(2));
            return new SqlIdentifier(
                    name.names.subList(1, 3), null, name.getParserPosition(), places);
        }
    }
}
