package telegraph.query.validate;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Position;
import telegraph.query.syntax.Places;

/// Refuses an aggregate of a subquery whose arguments name only columns of a query around it.
///
/// It belongs to that query, says the standard, and PostgreSQL does so; Calcite computes it over
/// the rows of the subquery:
///
/// ```
/// SELECT (SELECT sum(s.id)) FROM s                  one row, the sum of all
/// SELECT (SELECT sum(s.id + t.a) FROM t) FROM s     a row for each of s
/// SELECT (SELECT count(*) FROM t) FROM s            the same: it names no column
/// ```
///
/// Threads: one, once.
public final class OuterAggregates extends SqlBasicVisitor<Void> {
    private final SqlValidator validator;
    private final Deque<SqlSelect> around = new ArrayDeque<>();

    private OuterAggregates(SqlValidator validator) {
        this.validator = validator;
    }

    /// @throws TelegraphException of 0A000 if a query, which the validator has found valid, has one
    public static void demandNone(SqlNode valid, SqlValidator validator) {
        valid.accept(new OuterAggregates(validator));
    }

    @Override
    public Void visit(SqlCall call) {
        switch (call) {
            case SqlSelect select -> {
                around.push(select);
                super.visit(select);
                around.pop();
            }
            case SqlCall aggregate when isAggregate(aggregate) -> {
                demandOwn(aggregate);
                within(aggregate);
            }
            // A window belongs where it is written, and what it computes with it.
            case SqlCall over when over.getKind() == SqlKind.OVER -> within(over);
            default -> super.visit(call);
        }
        return null;
    }

    /// Looks through what an aggregate is of, however it is wrapped.
    private void within(SqlCall aggregate) {
        for (SqlNode operand : aggregate.getOperandList()) {
            if (operand instanceof SqlCall inner && isAggregate(inner)) {
                within(inner);
            } else if (operand != null) {
                operand.accept(this);
            }
        }
    }

    private static boolean isAggregate(SqlCall call) {
        return call.getOperator() instanceof SqlAggFunction
                || call.getKind() == SqlKind.FILTER
                || call.getKind() == SqlKind.WITHIN_GROUP
                || call.getKind() == SqlKind.WITHIN_DISTINCT;
    }

    private void demandOwn(SqlCall aggregate) {
        Named named = new Named(around.peek());
        aggregate.accept(named);
        if (named.outer && !named.own) {
            Position place = Places.position(aggregate.getParserPosition());
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported at "
                            + place
                            + ": an aggregate of columns of the query around a subquery, to which"
                            + " it belongs. Compute it there and name it here");
        }
    }

    /// Whose columns an aggregate names.
    private final class Named extends SqlBasicVisitor<Void> {
        private final SqlSelect select;
        private final Deque<SqlSelect> inner = new ArrayDeque<>();
        private boolean own;
        private boolean outer;

        Named(SqlSelect select) {
            this.select = select;
        }

        @Override
        public Void visit(SqlCall call) {
            if (!(call instanceof SqlSelect query)) {
                return super.visit(call);
            }
            inner.push(query);
            for (SqlNode part : query.getOperandList()) {
                if (part == query.getFrom()) {
                    tables(part);
                } else if (part != null) {
                    part.accept(this);
                }
            }
            inner.pop();
            return null;
        }

        /// Looks through a FROM, in which names of tables are no columns.
        private void tables(SqlNode from) {
            switch (from) {
                case null -> {}
                case SqlIdentifier _ -> {}
                case SqlJoin join -> {
                    tables(join.getLeft());
                    tables(join.getRight());
                    if (join.getCondition() != null) {
                        join.getCondition().accept(this);
                    }
                }
                case SqlCall as when as.getKind() == SqlKind.AS -> tables(as.operand(0));
                default -> from.accept(this);
            }
        }

        @Override
        public Void visit(SqlIdentifier name) {
            if (select == null || name.isStar() || validator.makeNullaryCall(name) != null) {
                return null;
            }
            SqlSelect from = inner.isEmpty() ? select : inner.peek();
            SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
            validator
                    .getSelectScope(from)
                    .resolve(
                            name.names.subList(0, 1),
                            validator.getCatalogReader().nameMatcher(),
                            false,
                            resolved);
            if (resolved.count() == 1) {
                SqlNode owner = resolved.only().scope.getNode();
                own |= owner == select;
                outer |= owner != select && !inner.contains(owner);
            }
            return null;
        }
    }
}
