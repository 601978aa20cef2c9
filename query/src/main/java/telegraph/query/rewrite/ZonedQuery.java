package telegraph.query.rewrite;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.operator.Functions;

/// Writes a query whose session is in a zone with that zone in it, wherever a moment becomes a
/// local time or a local time becomes a moment.
///
/// ```
/// CAST(moment AS DATE)        →   CAST($LOCAL(moment, zone) AS DATE)
/// CAST(timestamp AS moment)   →   $MOMENT(timestamp, zone)
/// EXTRACT(HOUR FROM moment)   →   EXTRACT(HOUR FROM $LOCAL(moment, zone))
/// DATE_TRUNC('day', moment)   →   $MOMENT(DATE_TRUNC('day', $LOCAL(moment, zone)), zone)
/// ```
///
/// All that is left of moments is the same in every zone. Plans of a session in UTC stay as they
/// are, since there a moment and what a clock shows are the same number.
///
/// Threads: one, once.
public final class ZonedQuery extends RelHomogeneousShuttle {
    private final RexBuilder rex;
    private final RexNode zone;
    private final RelDataType local;

    private ZonedQuery(ZoneId zone, RexBuilder rex) {
        RelDataTypeFactory types = rex.getTypeFactory();
        this.rex = rex;
        this.zone = rex.makeLiteral(zone.getId());
        this.local = types.createSqlType(SqlTypeName.TIMESTAMP);
    }

    /// Whether a moment and what a clock shows are one number in a zone.
    public static boolean areOne(ZoneId zone) {
        return zone.normalized().equals(ZoneOffset.UTC);
    }

    /// Whether a query gives other rows in another zone.
    public static boolean isZoned(RelNode plan) {
        try {
            return !written(plan, ZoneOffset.ofHours(1)).deepEquals(plan);
        } catch (TelegraphException e) {
            return true; // it has none in some
        }
    }

    public static RelNode written(RelNode plan, ZoneId zone) {
        return areOne(zone)
                ? plan
                : plan.accept(new ZonedQuery(zone, plan.getCluster().getRexBuilder()));
    }

    @Override
    public RelNode visit(RelNode node) {
        return super.visit(node).accept(new Writing());
    }

    private static boolean isMoment(RexNode node) {
        return node.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }

    private static boolean isLocal(RexNode node) {
        return node.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                || node.getType().getSqlTypeName() == SqlTypeName.DATE;
    }

    private final class Writing extends RexShuttle {
        @Override
        public RexNode visitSubQuery(RexSubQuery query) {
            return super.visitSubQuery(query.clone(query.rel.accept(ZonedQuery.this)));
        }

        @Override
        public RexNode visitCall(RexCall original) {
            RexCall call = (RexCall) super.visitCall(original);
            return switch (call.getKind()) {
                case CAST, SAFE_CAST -> cast(call);
                case EXTRACT -> extract(call);
                case EQUALS,
                        NOT_EQUALS,
                        LESS_THAN,
                        LESS_THAN_OR_EQUAL,
                        GREATER_THAN,
                        GREATER_THAN_OR_EQUAL,
                        IS_DISTINCT_FROM,
                        IS_NOT_DISTINCT_FROM ->
                        compared(call);
                case FLOOR, CEIL -> there(call, true);
                case PLUS, MINUS -> moved(call);
                default ->
                        switch (call.getOperator().getName()) {
                            case "DATE_TRUNC" -> there(call, true);
                            case "AGE" -> there(call, false);
                            case "$SECONDS", "$SECONDS_REAL" -> extract(call);
                            case "TO_CHAR" -> patterned(call);
                            case "TO_TIMESTAMP" ->
                                    SqlTypeUtil.inCharFamily(
                                                    call.getOperands().getFirst().getType())
                                            ? moment(call)
                                            : call;
                            case "DATETIME_PLUS", "DATETIME_MINUS" -> moved(call);
                            case "$SPAN" -> compared(call);
                            default -> call;
                        };
            };
        }

        private RexNode cast(RexCall call) {
            RexNode from = call.getOperands().getFirst();
            demandNoMoments(from.getType(), call.getType());
            demandNoMoments(call.getType(), from.getType());
            SqlTypeName to = call.getType().getSqlTypeName();
            if (isMoment(from)) {
                return switch (to) {
                    case TIMESTAMP, DATE, TIME ->
                            rex.makeCast(call.getType(), local(from), true, false);
                    case CHAR, VARCHAR ->
                            rex.makeCast(
                                    call.getType(),
                                    make(call.getType(), "$TEXT_OF_MOMENT", from),
                                    true,
                                    false);
                    default -> call;
                };
            }
            if (to != SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
                return call;
            }
            if (isLocal(from)) {
                return moment(from);
            }
            return SqlTypeUtil.inCharFamily(from.getType())
                    ? make(call.getType(), "$MOMENT_OF_TEXT", from)
                    : call;
        }

        /// What a clock shows of the moments of an array is not told.
        private static void demandNoMoments(RelDataType one, RelDataType other) {
            RelDataType element = one.getComponentType();
            if (element != null
                    && element.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                    && !SqlTypeUtil.equalSansNullability(one, other)) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported: a cast of an array of timestamp with time zone in a session"
                                + " that is not in UTC");
            }
        }

        private RexNode extract(RexCall call) {
            RexNode unit = call.getOperands().getFirst();
            boolean epoch =
                    unit instanceof RexLiteral literal
                            && String.valueOf(literal.getValue2()).equalsIgnoreCase("epoch");
            return epoch ? call : there(call, false);
        }

        /// A call over what a clock shows.
        ///
        /// @param back whether it gives a moment again
        private RexNode there(RexCall call, boolean back) {
            if (call.getOperands().stream().noneMatch(ZonedQuery::isMoment)) {
                return call;
            }
            List<RexNode> operands = new ArrayList<>();
            call.getOperands().forEach(o -> operands.add(isMoment(o) ? local(o) : o));
            RelDataType type =
                    back
                            ? rex.getTypeFactory()
                                    .createTypeWithNullability(local, call.getType().isNullable())
                            : call.getType();
            RexNode made = call.clone(type, operands);
            return back ? moment(made) : made;
        }

        private RexNode patterned(RexCall call) {
            if (!isMoment(call.getOperands().getFirst())) {
                return call;
            }
            RexNode pattern = call.getOperands().get(1);
            String text = pattern instanceof RexLiteral l ? l.getValueAs(String.class) : "TZ";
            if (text != null
                    && (text.toUpperCase(Locale.ROOT).contains("TZ") || text.contains("OF"))) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "to_char writes no zone where the session is in one: TimeZone="
                                + RexLiteral.stringValue(zone)
                                + ". Write a pattern without TZ and OF, or SET TIME ZONE 'UTC'");
            }
            return there(call, false);
        }

        /// A moment and a local time are compared, and taken from one another, as moments.
        private RexNode compared(RexCall call) {
            List<RexNode> operands = call.getOperands();
            if (operands.stream().noneMatch(ZonedQuery::isMoment)
                    || operands.stream().noneMatch(ZonedQuery::isLocal)) {
                return call;
            }
            return call.clone(
                    call.getType(),
                    operands.stream().map(o -> isLocal(o) ? moment(o) : o).toList());
        }

        /// A moment and an interval, whose days and months are those of the zone's calendar.
        private RexNode moved(RexCall call) {
            List<RexNode> operands = call.getOperands();
            boolean ofMoment =
                    operands.size() == 2
                            && operands.stream().anyMatch(ZonedQuery::isMoment)
                            && operands.stream().anyMatch(o -> SqlTypeUtil.isInterval(o.getType()));
            if (!ofMoment) {
                return call;
            }
            List<RexNode> ordered = isMoment(operands.getFirst()) ? operands : operands.reversed();
            return rex.makeCall(
                    call.getType(),
                    Functions.own(call.getKind() == SqlKind.PLUS ? "$LATER_IN" : "$EARLIER_IN"),
                    List.of(ordered.get(0), ordered.get(1), zone));
        }

        private RexNode local(RexNode moment) {
            return make(
                    rex.getTypeFactory()
                            .createTypeWithNullability(local, moment.getType().isNullable()),
                    "$LOCAL",
                    moment);
        }

        private RexNode moment(RexNode time) {
            RelDataType type =
                    rex.getTypeFactory()
                            .createTypeWithNullability(
                                    rex.getTypeFactory()
                                            .createSqlType(
                                                    SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
                                    time.getType().isNullable());
            RexNode stamp =
                    time.getType().getSqlTypeName() == SqlTypeName.DATE
                            ? rex.makeCast(local, time, true, false)
                            : time;
            return make(type, "$MOMENT", stamp);
        }

        private RexNode make(RelDataType type, String function, RexNode operand) {
            return rex.makeCall(type, Functions.own(function), List.of(operand, zone));
        }
    }
}
