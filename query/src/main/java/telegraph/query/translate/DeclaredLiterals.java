package telegraph.query.translate;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.validate.SqlValidator;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.operator.Functions;
import telegraph.query.validate.JsonKeys;
import telegraph.query.value.Uuids;

/// Reads bare literals as PostgreSQL does beside what is a text here and has a type of its own
/// there.
///
/// | beside           | a literal        |
/// |------------------|------------------|
/// | `UUID`           | in its usual form |
/// | `JSONB`          | in its normal form, by its key ([JsonKeys]) |
/// | `CHAR(n)`        | without blanks at its end; a `VARCHAR` too |
///
/// Threads: one.
final class DeclaredLiterals {
    private final Declarations declarations;

    DeclaredLiterals(SqlValidator validator) {
        this.declarations = new Declarations(validator);
    }

    /// Rewrites the literals of a comparison, or of the list of an IN.
    ///
    /// @throws telegraph.ground.TelegraphException of 22P02 if one cannot be read
    void read(SqlCallBinding binding) {
        JsonKeys keys = new JsonKeys(binding.getValidator(), declarations);
        if (keys.compare(binding.getCall(), binding.getScope())) {
            return;
        }
        List<String> types =
                binding.operands().stream()
                        .flatMap(operand ->
                                operand instanceof SqlNodeList list
                                        ? list.stream()
                                        : Stream.of(operand))
                        .filter(operand -> !(operand instanceof SqlLiteral))
                        .map(operand -> declarations.item(operand, binding.getScope()))
                        .toList();
        demandNoJson(types);
        Optional<String> type =
                types.stream().filter(declared -> reading(declared) != null).findFirst();
        if (type.isEmpty()) {
            return;
        }
        UnaryOperator<String> reading = reading(type.get());
        for (int i = 0; i < binding.getOperandCount(); i++) {
            switch (binding.operand(i)) {
                case SqlNodeList list -> list.replaceAll(item -> read(item, reading));
                case SqlCharStringLiteral literal ->
                        binding.getCall().setOperand(i, read(literal, reading));
                case SqlNode other -> {
                    if (BlankCasts.isBlankPadded(type.get()) && isVarying(other, binding)) {
                        binding.getCall().setOperand(i, cut(other, binding));
                    }
                }
            }
        }
    }

    private static void demandNoJson(List<String> types) {
        if (types.contains("json")) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "values of json are not compared. Cast them to jsonb to have them compared by"
                            + " what they mean, or to text");
        }
    }

    private boolean isVarying(SqlNode node, SqlCallBinding binding) {
        return declarations.item(node, binding.getScope()).startsWith("character varying");
    }

    private static SqlNode cut(SqlNode node, SqlCallBinding binding) {
        SqlNode cut = Functions.own("RTRIM").createCall(node.getParserPosition(), node);
        binding.getValidator().deriveType(binding.getScope(), cut);
        return cut;
    }

    private static UnaryOperator<String> reading(String declared) {
        if (declared.equals("uuid")) {
            return Uuids::canonical;
        }
        return BlankCasts.isBlankPadded(declared) ? text -> text.replaceFirst(" +$", "") : null;
    }

    private static SqlNode read(SqlNode node, UnaryOperator<String> reading) {
        return node instanceof SqlCharStringLiteral literal
                ? SqlLiteral.createCharString(
                        reading.apply(literal.getValueAs(String.class)), node.getParserPosition())
                : node;
    }
}
