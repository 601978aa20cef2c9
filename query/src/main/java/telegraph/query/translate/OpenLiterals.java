package telegraph.query.translate;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.util.NlsString;
import telegraph.language.lexer.Position;

/// The literals of a query that its plan leaves open, as parameters, so that it is the plan for
/// others in their places too.
///
/// They are those that a conjunct of a WHERE or an ON compares with something, or an OR of nothing
/// but comparisons there, and the LIMIT and OFFSET of the whole query: whatever their values, the
/// plan is right. Elsewhere it may depend on them: a grouping is recognised by them, the length of
/// a result's text is theirs, a LIMIT 1 makes a subquery one of a single row. The validator sees
/// the literals that are compared as they are written, so that types and messages are what they
/// would be; only then, if one is still what was written, it becomes a parameter of its type. A
/// text must have come to be a `VARCHAR`, whose type bears on nothing; that of a `CHAR(n)` may.
///
/// ```
/// WHERE id = 17 AND round(x, 2) < 0.5 LIMIT 10     →     id = ?0 AND round(x, 2) < ?2 LIMIT ?3
/// ```
///
/// Threads: one; for one query.
public final class OpenLiterals {
    /// How many digits a whole number has at most that is offered.
    public static final int WHOLE_DIGITS_MAX = 9;

    /// A query that compares more constants is planned with all of them: a program made it, which
    /// will hardly ask it again with others, and conditions that are simplified when they have
    /// their constants would take the square of their number.
    private static final int COMPARED_MAX = 64;

    private final Map<Position, Offer> offers = new HashMap<>();

    /// Those that are compared, by the nodes that were read: what the validator puts in the place
    /// of one is another, even if it says the same.
    private final Map<SqlNode, Offer> compared = new IdentityHashMap<>();

    private final Map<Integer, RexLiteral> open = new TreeMap<>();

    /// @param value a `String`, or a `BigDecimal`
    private record Offer(int index, Object value) {}

    /// Offers a literal to be left open.
    ///
    /// @param index the index of its parameter
    public void offer(int index, Position place, Object value) {
        offers.put(place, new Offer(index, value));
    }

    /// Those that were left open, by their indexes, as they are written.
    public Map<Integer, RexLiteral> open() {
        return open;
    }

    /// Another literal of the same type, or if that tells the length of a text, of one that tells
    /// the length of this.
    public static RexLiteral of(RexLiteral one, Object value, RexBuilder rex) {
        return switch (value) {
            case BigDecimal number -> rex.makeExactLiteral(number, one.getType());
            case String text -> {
                NlsString written = one.getValueAs(NlsString.class);
                NlsString other =
                        new NlsString(text, written.getCharsetName(), written.getCollation());
                RexNode literal = rex.makeCharLiteral(other);
                RelDataType type = isOpen(one.getType()) ? one.getType() : varying(literal, rex);
                yield (RexLiteral) rex.ensureType(type, literal, true);
            }
            default -> throw new IllegalStateException("no literal: " + value.getClass());
        };
    }

    private static RelDataType varying(RexNode text, RexBuilder rex) {
        RelDataTypeFactory types = rex.getTypeFactory();
        RelDataType type = text.getType();
        return types.createTypeWithCharsetAndCollation(
                types.createSqlType(SqlTypeName.VARCHAR, type.getPrecision()),
                type.getCharset(),
                type.getCollation());
    }

    /// The query with parameters in the places of how many rows are wanted and how many are passed
    /// over; where it compares literals is noted.
    SqlNode opened(SqlNode query, RexBuilder rex) {
        if (offers.isEmpty()) {
            return query;
        }
        query.accept(new Comparisons());
        if (compared.size() > COMPARED_MAX) {
            compared.clear();
        }
        return query instanceof SqlOrderBy ordered
                ? new SqlOrderBy(
                        ordered.getParserPosition(),
                        ordered.query,
                        ordered.orderList,
                        counted(ordered.offset, rex),
                        counted(ordered.fetch, rex))
                : query;
    }

    private SqlNode counted(SqlNode count, RexBuilder rex) {
        Offer offer = count instanceof SqlLiteral ? offers.get(place(count)) : null;
        if (offer == null || !(offer.value instanceof BigDecimal number) || number.scale() != 0) {
            return count;
        }
        open.put(offer.index, rex.makeExactLiteral(number));
        return new SqlDynamicParam(offer.index, count.getParserPosition());
    }

    /// What converts a call, with parameters in the places of literals that it compares.
    ///
    /// @param standard what converts it as it is, or null
    SqlRexConvertlet of(SqlCall call, SqlRexConvertlet standard) {
        return standard != null
                        && isComparison(call)
                        && call.getOperandList().stream()
                                .anyMatch(operand -> offer(operand) != null)
                ? (context, one) ->
                        converted(
                                standard.convertCall(context, one),
                                one.getOperandList(),
                                context.getRexBuilder())
                : standard;
    }

    private static boolean isComparison(SqlNode node) {
        return switch (node.getKind()) {
            case EQUALS,
                    NOT_EQUALS,
                    LESS_THAN,
                    LESS_THAN_OR_EQUAL,
                    GREATER_THAN,
                    GREATER_THAN_OR_EQUAL,
                    BETWEEN ->
                    true;
            default -> false;
        };
    }

    private static Position place(SqlNode node) {
        SqlParserPos at = node.getParserPosition();
        return new Position(at.getLineNum(), at.getColumnNum());
    }

    /// @param written what is compared, as it is written: two things, or a range's ends after one
    private RexNode converted(RexNode node, List<SqlNode> written, RexBuilder rex) {
        if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
            return node;
        }
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (written.size() == 2) {
            return call.clone(
                    call.getType(),
                    List.of(opened(left, written.get(0), rex), opened(right, written.get(1), rex)));
        }
        return call.getKind() == SqlKind.AND
                ? call.clone(
                        call.getType(),
                        List.of(end(left, written.get(1), rex), end(right, written.get(2), rex)))
                : call;
    }

    /// A comparison with the end of a range.
    private RexNode end(RexNode node, SqlNode written, RexBuilder rex) {
        return node instanceof RexCall call && isComparison(call)
                ? call.clone(
                        call.getType(),
                        List.of(
                                call.getOperands().get(0),
                                opened(call.getOperands().get(1), written, rex)))
                : node;
    }

    private static boolean isComparison(RexCall call) {
        return call.getKind() == SqlKind.GREATER_THAN_OR_EQUAL
                || call.getKind() == SqlKind.LESS_THAN_OR_EQUAL;
    }

    /// What a literal that is compared offers, also if the validator has put a cast around it.
    private Offer offer(SqlNode written) {
        boolean cast = written instanceof SqlCall call && Declarations.isCast(call);
        return compared.get(cast ? ((SqlCall) written).operand(0) : written);
    }

    private RexNode opened(RexNode node, SqlNode written, RexBuilder rex) {
        Offer offer = offer(written);
        if (offer == null) {
            return node;
        }
        if (node instanceof RexLiteral literal && isAsOffered(literal, offer.value)) {
            return open(literal, offer, rex);
        }
        return node instanceof RexCall cast
                        && cast.getKind() == SqlKind.CAST
                        && cast.getOperands().getFirst() instanceof RexLiteral literal
                        && offer.value instanceof BigDecimal number
                        && isAsOffered(literal, number)
                        && takes(cast.getType(), number)
                ? cast.clone(cast.getType(), List.of(open(literal, offer, rex)))
                : node;
    }

    private RexNode open(RexLiteral literal, Offer offer, RexBuilder rex) {
        open.put(offer.index, literal);
        return rex.makeDynamicParam(literal.getType(), offer.index);
    }

    private static boolean isAsOffered(RexLiteral literal, Object offered) {
        RelDataType type = literal.getType();
        return switch (offered) {
            case BigDecimal number ->
                    SqlTypeUtil.isExactNumeric(type)
                            && takes(type, number)
                            && number.compareTo(literal.getValueAs(BigDecimal.class)) == 0;
            case String text ->
                    type.getSqlTypeName() == SqlTypeName.VARCHAR
                            && (isOpen(type) || type.getPrecision() == text.length())
                            && text.equals(literal.getValueAs(NlsString.class).getValue());
            default -> false;
        };
    }

    /// Whether all numbers of as many digits can be cast to a type.
    private static boolean takes(RelDataType type, BigDecimal number) {
        int whole = number.scale() == 0 ? WHOLE_DIGITS_MAX : number.precision() - number.scale();
        return switch (type.getSqlTypeName()) {
            case INTEGER, BIGINT -> number.scale() == 0;
            case REAL, FLOAT, DOUBLE -> true;
            case DECIMAL ->
                    type.getScale() >= number.scale()
                            && type.getPrecision() - type.getScale() >= whole;
            default -> false;
        };
    }

    private static boolean isOpen(RelDataType text) {
        return text.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED;
    }

    /// Finds the literals that conjuncts compare.
    private final class Comparisons extends SqlBasicVisitor<Void> {
        @Override
        public Void visit(SqlCall call) {
            if (call instanceof SqlSelect select && select.getWhere() != null) {
                conjunct(select.getWhere());
            } else if (call instanceof SqlJoin join && join.getCondition() != null) {
                conjunct(join.getCondition());
            }
            return super.visit(call);
        }

        /// Without a column it is true or false for good, as `1 = 0` is.
        private static boolean hasColumn(SqlCall comparison) {
            boolean[] found = new boolean[1];
            SqlBasicVisitor<Void> names =
                    new SqlBasicVisitor<>() {
                        @Override
                        public Void visit(SqlIdentifier name) {
                            found[0] = true;
                            return null;
                        }
                    };
            comparison.getOperandList().forEach(operand -> operand.accept(names));
            return found[0];
        }

        /// Whether comparisons alone stand at the ORs of a condition. What all of several ANDs have
        /// in common is drawn out of an OR of these, which depends on constants.
        private static boolean isAnyOf(SqlNode node) {
            return node.getKind() == SqlKind.OR
                    && ((SqlCall) node)
                            .getOperandList().stream()
                                    .allMatch(side -> isComparison(side) || isAnyOf(side));
        }

        private void conjunct(SqlNode node) {
            if (!(node instanceof SqlCall call)) {
                return;
            }
            if (call.getKind() == SqlKind.AND || isAnyOf(call)) {
                call.getOperandList().forEach(this::conjunct);
            } else if (isComparison(call) && hasColumn(call)) {
                for (SqlNode operand : call.getOperandList()) {
                    Offer offer = offers.get(place(operand));
                    if (operand instanceof SqlLiteral && offer != null) {
                        compared.put(operand, offer);
                    }
                }
            }
        }
    }
}
