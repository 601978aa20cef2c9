package telegraph.query.validate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.JoinScope;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/// Writes out, in the expressions of one scope, the names without a table that mean a column which
/// a join makes of two ([MergedJoins]), whether it is a join of this query or of one around it.
///
/// Queries within have scopes of their own.
///
/// Threads: one.
final class MergedNames extends SqlShuttle {
    private final MergedJoins joins;
    private final SqlValidatorScope scope;
    private final SqlNameMatcher matcher;

    MergedNames(MergedJoins joins, SqlValidatorScope scope) {
        this.joins = joins;
        this.scope = scope;
        this.matcher = scope.getValidator().getCatalogReader().nameMatcher();
    }

    /// Those of an expression, or of several.
    SqlNode writtenOut(SqlNode node) {
        return joins.isEmpty() ? node : node.accept(this);
    }

    /// Those of a SELECT, with what a star stands for, but for its ORDER BY, in which names of the
    /// result come first.
    void writeOut(SqlSelect select) {
        if (joins.isEmpty()) {
            return;
        }
        select.setSelectList(items(select.getSelectList(), select.getFrom()));
        if (select.getWhere() != null) {
            select.setWhere(select.getWhere().accept(this));
        }
        if (select.getGroup() != null) {
            select.setGroupBy((SqlNodeList) select.getGroup().accept(this));
        }
        if (select.getHaving() != null) {
            select.setHaving(select.getHaving().accept(this));
        }
        SqlNodeList windows = select.getWindowList();
        for (int i = 0; i < windows.size(); i++) {
            windows.set(i, windows.get(i).accept(this));
        }
        if (select.getQualify() != null) {
            select.setQualify(select.getQualify().accept(this));
        }
    }

    private SqlNodeList items(SqlNodeList items, SqlNode from) {
        List<SqlNode> all = new ArrayList<>();
        for (SqlNode item : items) {
            if (!(item instanceof SqlIdentifier name) || !name.isSimple() && !name.isStar()) {
                all.add(item.accept(this));
            } else if (!name.isStar()) {
                SqlNode value = name.accept(this);
                all.add(value == name ? name : as(value, name.getSimple()));
            } else if (name.names.size() == 1 && joins.isMerged(from)) {
                for (MergedJoins.Column column : joins.columns(from)) {
                    SqlNode value = column.at(name.getParserPosition());
                    all.add(column.isMerged() ? as(value, column.name()) : value);
                }
            } else {
                all.add(name);
            }
        }
        return new SqlNodeList(all, items.getParserPosition());
    }

    private static SqlNode as(SqlNode value, String name) {
        return SqlStdOperatorTable.AS.createCall(
                value.getParserPosition(),
                value,
                new SqlIdentifier(name, value.getParserPosition()));
    }

    @Override
    public SqlNode visit(SqlCall call) {
        if (call.isA(SqlKind.QUERY)) {
            return call;
        }
        CallCopyingArgHandler arguments = new CallCopyingArgHandler(call, false);
        call.getOperator().acceptCall(this, call, true, arguments);
        return arguments.result();
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
        if (!name.isSimple() || name.isStar()) {
            return name;
        }
        SqlValidatorScope at = scope;
        while (at instanceof DelegatingScope here) {
            List<MergedJoins.Column> meanings = joins.meanings(name.getSimple(), from(here));
            if (!meanings.isEmpty()) {
                return MergedJoins.merged(meanings)
                        .map(column -> column.at(name.getParserPosition()))
                        .orElse(name);
            }
            if (here instanceof ListScope list && isThere(name.getSimple(), list)) {
                return name;
            }
            at = here.getParent();
        }
        return name;
    }

    private static SqlNode from(SqlValidatorScope scope) {
        return switch (scope) {
            case SelectScope select -> select.getNode().getFrom();
            case JoinScope join -> join.getNode();
            default -> null;
        };
    }

    private boolean isThere(String name, ListScope scope) {
        return scope.getChildren().stream()
                .anyMatch(child -> matcher.field(child.getRowType(), name) != null);
    }
}
