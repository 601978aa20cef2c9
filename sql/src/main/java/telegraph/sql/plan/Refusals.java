package telegraph.sql.plan;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.sql.statement.Statement;

/// Refuses by name what the parser reads and nothing behind it can do.
///
/// Threads: one, once.
final class Refusals extends SqlBasicVisitor<Void> {
    private static final Set<String> TIMES_WITH_ZONE =
            Set.of("timetz", "time_with_local_time_zone", "time_tz");

    private final Statement.Select query;

    private Refusals(Statement.Select query) {
        this.query = query;
    }

    /// The query, if all of it can be done.
    static SqlNode demandKnown(SqlNode parsed, Statement.Select query) {
        parsed.accept(new Refusals(query));
        return parsed;
    }

    @Override
    public Void visit(SqlCall call) {
        switch (call.getKind()) {
            case WITH -> ((SqlWith) call).withList.forEach(item -> with((SqlWithItem) item));
            case UNNEST -> {
                if (call.operandCount() > 1
                        || call.getOperator() == SqlStdOperatorTable.UNNEST_WITH_ORDINALITY) {
                    throw refused(
                            call, "unnest of several arrays, or WITH ORDINALITY. Unnest one array");
                }
            }
            case CAST, SAFE_CAST -> cast(call);
            default -> {
                if (call.getOperator() instanceof SqlQuantifyOperator) {
                    quantified(call);
                }
                boolean byContent =
                        call.getKind().belongsTo(SqlKind.COMPARISON)
                                || call.getOperator() == SqlStdOperatorTable.CONCAT;
                if (byContent && call.getOperandList().stream().anyMatch(Refusals::isJsonb)) {
                    throw refused(
                            call,
                            "|| and comparisons of jsonb, which is kept as it is written. Cast it to"
                                    + " text to have it taken for one");
                }
            }
        }
        return super.visit(call);
    }

    private void with(SqlWithItem item) {
        if (!item.recursive.booleanValue()) {
            return;
        }
        Set<String> names = new HashSet<>();
        item.query.accept(
                new SqlBasicVisitor<Void>() {
                    @Override
                    public Void visit(SqlIdentifier name) {
                        if (name.isSimple()) {
                            names.add(name.getSimple().toLowerCase(Locale.ROOT));
                        }
                        return null;
                    }
                });
        if (names.contains(item.name.getSimple().toLowerCase(Locale.ROOT))) {
            throw refused(item.name, "a WITH RECURSIVE that names itself");
        }
    }

    private static boolean isJsonb(SqlNode node) {
        return node instanceof SqlCall cast
                && Declarations.isCast(cast)
                && cast.operand(1) instanceof SqlDataTypeSpec type
                && type.getTypeName().isSimple()
                && type.getTypeName().getSimple().equalsIgnoreCase("jsonb");
    }

    private void cast(SqlCall cast) {
        if (!Declarations.isCast(cast) || !(cast.operand(1) instanceof SqlDataTypeSpec type)) {
            return;
        }
        if (type.getTypeNameSpec() instanceof SqlCollectionTypeNameSpec
                && cast.operand(0) instanceof SqlCharStringLiteral) {
            throw refused(cast, "an array written as a text. Write ARRAY[…]");
        }
    }

    @Override
    public Void visit(SqlDataTypeSpec type) {
        SqlIdentifier name = type.getTypeName();
        if (name.isSimple()
                && TIMES_WITH_ZONE.contains(name.getSimple().toLowerCase(Locale.ROOT))) {
            throw refused(name, "a time with time zone. Use a timestamp with time zone");
        }
        return null;
    }

    @Override
    public Void visit(SqlLiteral literal) {
        if (literal instanceof SqlUnknownLiteral moment
                && moment.tag.toUpperCase(Locale.ROOT).matches("TIME WITH .*")) {
            throw refused(literal, "a time with time zone. Use a timestamp with time zone");
        }
        return null;
    }

    private void quantified(SqlCall call) {
        if (call.operand(1) instanceof SqlNodeList list
                && list.size() == 1
                && list.get(0) instanceof SqlCharStringLiteral) {
            throw refused(call, "an array written as a text. Write ARRAY[…]");
        }
    }

    private TelegraphException refused(SqlNode where, String what) {
        SqlParserPos at = where.getParserPosition();
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported at "
                        + query.place(at.getLineNum(), at.getColumnNum())
                        + ": "
                        + what);
    }
}
