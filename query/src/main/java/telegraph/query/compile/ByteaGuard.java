package telegraph.query.compile;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.function.Routine;
import telegraph.query.value.ByteaLiterals;
import telegraph.query.value.Types;

/// Refuses by name what would take the text that stands for bytes for what it says.
final class ByteaGuard {
    private ByteaGuard() {}

    /// @throws TelegraphException of 42883 if the operator is one of Calcite's that would compute
    ///   with the text
    static void demandKnown(SqlOperator operator, List<RexNode> operands) {
        boolean computes =
                switch (operator.getKind()) {
                    case LIKE, SIMILAR, POSIX_REGEX_CASE_SENSITIVE, POSIX_REGEX_CASE_INSENSITIVE ->
                            true;
                    case CAST, COALESCE, NULLIF, GREATEST, LEAST, ITEM, REINTERPRET -> false;
                    default ->
                            operator instanceof SqlFunction
                                    && !operator.isAggregator()
                                    && !(operator instanceof Routine);
                };
        if (!computes) {
            return;
        }
        String types =
                operands.stream()
                        .map(operand -> Types.declared(operand.getType()))
                        .collect(Collectors.joining(", "));
        throw TelegraphException.of(
                SqlState.UNDEFINED_FUNCTION,
                operator.getName().toLowerCase(Locale.ROOT)
                        + " does not take these: "
                        + types
                        + ". encode and convert_from make text of bytea");
    }

    /// @throws TelegraphException of 42846 if bytes are cast to what is neither bytes nor text, or
    ///   made from it
    static void demandCast(RelDataType from, RelDataType to) {
        boolean bytea = ByteaLiterals.isBytea(from) || ByteaLiterals.isBytea(to);
        if (bytea && !(isReadable(from) && isReadable(to))) {
            throw TelegraphException.of(
                    SqlState.CANNOT_COERCE,
                    "cannot cast type " + Types.declared(from) + " to " + Types.declared(to));
        }
    }

    private static boolean isReadable(RelDataType type) {
        return ByteaLiterals.isBytea(type)
                || SqlTypeUtil.inCharFamily(type)
                || type.getSqlTypeName() == SqlTypeName.NULL;
    }
}
