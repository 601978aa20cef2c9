package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import telegraph.engine.source.Source;
import telegraph.language.ast.DeclaredColumns;

/// Adds to a GROUP BY that has a table's primary key what else is read of that table: it is the
/// same in all rows of a group.
///
/// ```
/// SELECT s.name, count(*) FROM s JOIN t ON t.s = s.id GROUP BY s.id
///   → … GROUP BY s.id, s.name
/// ```
///
/// As in PostgreSQL the table is one that is kept, and no view; a WITH of its name hides it.
///
/// Threads: one, once.
public final class KeyedGroupings extends SqlShuttle {
    private final Function<String, Source> tables;
    private final Set<String> hidden = new HashSet<>();

    private KeyedGroupings(Function<String, Source> tables) {
        this.tables = tables;
    }

    /// @param tables the source that a name stands for that is no WITH, or null
    public static SqlNode rewritten(SqlNode query, Function<String, Source> tables) {
        KeyedGroupings groupings = new KeyedGroupings(tables);
        boolean[] grouped = new boolean[1];
        query.accept(
                new SqlBasicVisitor<Void>() {
                    @Override
                    public Void visit(SqlCall call) {
                        if (call instanceof SqlWithItem item) {
                            groupings.hidden.add(folded(item.name.getSimple()));
                        }
                        grouped[0] |= call instanceof SqlSelect select && select.getGroup() != null;
                        return super.visit(call);
                    }
                });
        return grouped[0] ? query.accept(groupings) : query;
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlSelect select) {
            group(select, SqlNodeList.EMPTY);
        } else if (visited instanceof SqlOrderBy ordered
                && body(ordered.query) instanceof SqlSelect select) {
            group(select, ordered.orderList);
        }
        return visited;
    }

    /// A query without its WITH.
    private static SqlNode body(SqlNode query) {
        return query instanceof SqlWith with ? with.body : query;
    }

    /// A table that is read.
    ///
    /// @param columns in lower case
    private record Read(String alias, List<String> columns, List<Integer> key) {}

    private void group(SqlSelect select, SqlNodeList order) {
        if (select.getGroup() == null || select.getFrom() == null) {
            return;
        }
        List<Read> reads = new ArrayList<>();
        add(select.getFrom(), reads);
        reads.removeIf(
                read -> !read.key.stream().allMatch(column -> isGrouped(select, read, column)));
        if (reads.isEmpty()) {
            return;
        }
        SqlParserPos at = select.getGroup().getParserPosition();
        List<SqlNode> keys = new ArrayList<>(select.getGroup().getList());
        for (Read read : reads) {
            for (String column : named(select, order, read)) {
                if (!isGrouped(select, read, read.columns.indexOf(column))) {
                    keys.add(new SqlIdentifier(List.of(read.alias, column), at));
                }
            }
        }
        select.setGroupBy(new SqlNodeList(keys, at));
    }

    private void add(SqlNode from, List<Read> reads) {
        switch (from) {
            case SqlJoin join -> {
                add(join.getLeft(), reads);
                add(join.getRight(), reads);
            }
            case SqlIdentifier name when name.isSimple() ->
                    add(name.getSimple(), name.getSimple(), reads);
            case SqlCall as
                    when as.getKind() == SqlKind.AS
                            && as.operandCount() == 2
                            && as.operand(0) instanceof SqlIdentifier name
                            && name.isSimple()
                            && as.operand(1) instanceof SqlIdentifier alias ->
                    add(name.getSimple(), alias.getSimple(), reads);
            default -> {}
        }
    }

    private void add(String name, String alias, List<Read> reads) {
        Source source = hidden.contains(folded(name)) ? null : tables.apply(name);
        if (source instanceof DeclaredColumns declared && !declared.primaryKey().isEmpty()) {
            List<String> columns =
                    source.schema().columns().stream()
                            .map(column -> folded(column.name()))
                            .toList();
            reads.add(new Read(folded(alias), columns, declared.primaryKey()));
        }
    }

    private static boolean isGrouped(SqlSelect select, Read read, int column) {
        return select.getGroup().stream()
                .anyMatch(key ->
                        plain(key, select) instanceof SqlIdentifier name
                                && is(name, read, read.columns.get(column)));
    }

    /// A key, or the output that a number counts to.
    private static SqlNode plain(SqlNode key, SqlSelect select) {
        if (!(key instanceof SqlNumericLiteral number && number.isInteger())) {
            return key;
        }
        int index = number.intValue(false) - 1;
        if (index < 0 || index >= select.getSelectList().size()) {
            return key;
        }
        SqlNode item = select.getSelectList().get(index);
        return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    }

    private static boolean is(SqlIdentifier name, Read read, String column) {
        int parts = name.names.size();
        return !name.isStar()
                && folded(name.names.get(parts - 1)).equals(column)
                && (parts == 1 || parts == 2 && folded(name.names.get(0)).equals(read.alias));
    }

    /// The columns of a table that a query names where it has groups.
    private static Set<String> named(SqlSelect select, SqlNodeList order, Read read) {
        Set<String> named = new LinkedHashSet<>();
        SqlBasicVisitor<Void> names =
                new SqlBasicVisitor<>() {
                    @Override
                    public Void visit(SqlIdentifier name) {
                        boolean all =
                                name.isStar()
                                        && (name.names.size() == 1
                                                || folded(name.names.get(0)).equals(read.alias));
                        read.columns.stream()
                                .filter(column -> all || is(name, read, column))
                                .forEach(named::add);
                        return null;
                    }
                };
        select.getSelectList().accept(names);
        order.accept(names);
        if (select.getHaving() != null) {
            select.getHaving().accept(names);
        }
        return named;
    }
}
