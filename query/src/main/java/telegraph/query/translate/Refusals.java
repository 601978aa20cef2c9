package telegraph.query.translate;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Position;
import telegraph.query.syntax.Places;

/// Refuses by name what the parser reads and nothing behind it can do.
///
/// Threads: one, once.
final class Refusals extends SqlBasicVisitor<Void> {
    private static final Set<String> TIMES_WITH_ZONE =
            Set.of("timetz", "time_with_local_time_zone", "time_tz");

    /// Types of arrays whose elements have a form, or a length, that a cast brings them into.
    private static final Pattern FORMED =
            Pattern.compile("(uuid|jsonb?|character.*|time.*\\(\\d\\).*)\\[\\]");

    /// The query, if all of it can be done.
    static SqlNode demandKnown(SqlNode parsed) {
        parsed.accept(new Refusals());
        return parsed;
    }

    @Override
    public Void visit(SqlCall call) {
        switch (call.getKind()) {
            case WITH -> {
                Set<String> names = new HashSet<>();
                ((SqlWith) call).withList.forEach(item -> with((SqlWithItem) item, names));
            }
            case CAST, SAFE_CAST -> cast(call);
            default -> {} // is known
        }
        return super.visit(call);
    }

    private void with(SqlWithItem item, Set<String> before) {
        String own = item.name.getSimple().toLowerCase(Locale.ROOT);
        if (!before.add(own)) {
            throw mistake(
                    SqlState.DUPLICATE_ALIAS, item.name, "a WITH has each name once: name=" + own);
        }
    }

    private void cast(SqlCall cast) {
        if (!Declarations.isCast(cast) || !(cast.operand(1) instanceof SqlDataTypeSpec type)) {
            return;
        }
        if (type.getTypeNameSpec() instanceof SqlCollectionTypeNameSpec
                && cast.operand(0).getKind() != SqlKind.ARRAY_VALUE_CONSTRUCTOR
                && !(cast.operand(0) instanceof SqlDynamicParam)
                && FORMED.matcher(Declarations.written(type)).matches()) {
            throw refused(
                    cast,
                    "a cast to "
                            + Declarations.written(type)
                            + " of an array whose elements are not listed");
        }
    }

    @Override
    public Void visit(SqlDataTypeSpec type) {
        SqlIdentifier name = type.getTypeName();
        if (name.isSimple()
                && TIMES_WITH_ZONE.contains(name.getSimple().toLowerCase(Locale.ROOT))) {
            throw refused(name, "a time with time zone. Use a timestamp with time zone");
        }
        if (type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
                && basic.getPrecision() == 0
                && SqlTypeName.CHAR_TYPES.contains(SqlTypeName.get(name.getSimple()))) {
            throw mistake(
                    SqlState.INVALID_PARAMETER_VALUE,
                    name,
                    "a text has room for at least 1 character: length=0");
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

    private TelegraphException refused(SqlNode where, String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED, "not supported at " + place(where) + ": " + what);
    }

    private TelegraphException mistake(SqlState state, SqlNode where, String rule) {
        return TelegraphException.of(state, rule + " at " + place(where));
    }

    private static Position place(SqlNode node) {
        return Places.position(node.getParserPosition());
    }
}
