package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import telegraph.language.Statements;
import telegraph.language.ast.SqlType;
import telegraph.query.operator.Functions;

/// Has blanks at the end of a `CHAR(n)` count where PostgreSQL counts them, and nowhere else.
///
/// Such a value has none of them here, and a column neither. So a cast to `CHAR(n)` drops them (and
/// [DeclaredLiterals] those of the literal that one is compared with); what PostgreSQL applies to
/// all n characters gets them back.
///
/// ```
/// 'ab '::char(4)              →   CAST(rtrim(CAST('ab ' AS VARCHAR(4))) AS CHAR(4))
/// c LIKE p, c ~ p             →   rpad(c, 4) LIKE p, rpad(c, 4) ~ p
/// concat(c, x)                →   concat(rpad(c, 4), x)
/// ```
///
/// Threads: one.
final class BlankCasts extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode node = super.visit(call);
        if (!(node instanceof SqlCall cast)
                || !Declarations.isCast(cast)
                || length(Declarations.written(cast.operand(1))).isEmpty()) {
            return node;
        }
        SqlParserPos at = cast.getParserPosition();
        SqlNode cut = cast.getOperator().createCall(at, cast.getOperandList());
        SqlNode bare = Functions.own("RTRIM").createCall(at, cut);
        return cast.getOperator().createCall(at, List.of(bare, cast.operand(1)));
    }

    /// Whether a type of that name is `CHAR(n)`.
    static boolean isBlankPadded(String declared) {
        return length(declared).isPresent();
    }

    /// The n of `character(n)`, or 0 of any number of characters; empty of another type.
    private static Optional<Integer> length(String declared) {
        return declared.startsWith("character") || declared.startsWith("bpchar")
                ? Statements.type(declared)
                        .filter(type -> type.name() == SqlType.Name.CHAR)
                        .map(SqlType::length)
                : Optional.empty();
    }

    /// What converts a call some of whose operands may be of that type, or empty if the call does
    /// not care.
    static Optional<SqlRexConvertlet> of(SqlCall call, SqlRexConvertlet otherwise) {
        return takesAll(call)
                ? Optional.of(
                        (context, one) -> otherwise.convertCall(context, padded(context, one)))
                : Optional.empty();
    }

    /// Whether PostgreSQL gives it the blanks too.
    private static boolean takesAll(SqlCall call) {
        return isMatch(call)
                || switch (call.getOperator().getName().toUpperCase(java.util.Locale.ROOT)) {
                    case "OCTET_LENGTH", "CONCAT", "CONCAT_WS", "FORMAT" -> true;
                    default -> false;
                };
    }

    /// Whether a value is held against a pattern, which is a text: of that no blanks are put back.
    private static boolean isMatch(SqlCall call) {
        return switch (call.getKind()) {
            case LIKE, SIMILAR, POSIX_REGEX_CASE_SENSITIVE, POSIX_REGEX_CASE_INSENSITIVE -> true;
            default -> false;
        };
    }

    private static Optional<Integer> length(SqlRexContext context, SqlNode operand) {
        return length(ConvertedTypes.declared(context, operand));
    }

    private static SqlCall padded(SqlRexContext context, SqlCall call) {
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        int count = isMatch(call) ? 1 : operands.size();
        operands.subList(0, count).replaceAll(operand -> padded(context, operand));
        return operands.equals(call.getOperandList())
                ? call
                : call.getOperator().createCall(call.getParserPosition(), operands);
    }

    private static SqlNode padded(SqlRexContext context, SqlNode operand) {
        SqlParserPos at = operand.getParserPosition();
        return length(context, operand)
                .filter(length -> length > 0)
                .<SqlNode>map(length ->
                        Functions.own("RPAD")
                                .createCall(
                                        at,
                                        operand,
                                        SqlLiteral.createExactNumeric(length.toString(), at)))
                .orElse(operand);
    }
}
