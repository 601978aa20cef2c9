package telegraph.tables.define;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import telegraph.language.Mentions;
import telegraph.language.Statements;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.lexer.Quotes;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// A table, as far as a type of the catalog is in it.
record TypedTable(TableDefinition table, Enumeration type) {
    /// Its columns of the type.
    List<StoredColumn> columns() {
        return table.columns().stream().filter(column -> isOf(column.type())).toList();
    }

    private boolean isOf(SqlType one) {
        return one.name() == SqlType.Name.ENUM && one.enumeration().id() == type.id();
    }

    /// Whether a column, be it dropped, is of the type, or an expression names it.
    boolean isUser() {
        String name = type.name().name().toLowerCase(Locale.ROOT);
        return table.slots().stream().anyMatch(this::isOf)
                || texts().anyMatch(text -> Mentions.names(text).contains(name));
    }

    private Stream<String> texts() {
        return Stream.of(
                        table.columns().stream()
                                .map(StoredColumn::byDefault)
                                .flatMap(Optional::stream),
                        table.columns().stream()
                                .map(StoredColumn::generated)
                                .flatMap(Optional::stream),
                        table.checks().stream().map(TableDefinition.Check::text),
                        table.indexes().stream()
                                .map(TableDefinition.Index::condition)
                                .flatMap(Optional::stream))
                .flatMap(all -> all);
    }

    /// The table with the type as it is from now on.
    ///
    /// @param relabelled what a text is called from now on that was one of its values
    TableDefinition with(Enumeration after, UnaryOperator<String> relabelled) {
        SqlType now = SqlType.of(after);
        List<StoredColumn> columns = new ArrayList<>();
        for (StoredColumn column : table.columns()) {
            columns.add(isOf(column.type()) ? relabelled(column.retyped(now), relabelled) : column);
        }
        List<SqlType> slots = table.slots().stream().map(slot -> isOf(slot) ? now : slot).toList();
        return table.with(columns, slots);
    }

    /// The column, with what it has where a row has none called as it is from now on.
    private StoredColumn relabelled(StoredColumn column, UnaryOperator<String> relabelled) {
        return column.withMissing(column.missing().map(relabelled))
                .withDefault(column.byDefault().map(text -> byDefault(text, relabelled)));
    }

    /// A default that is a literal, be it cast, names a value.
    private static String byDefault(String text, UnaryOperator<String> relabelled) {
        Optional<String> literal = Statements.literal(text);
        if (literal.isEmpty() || relabelled.apply(literal.get()).equals(literal.get())) {
            return text;
        }
        String written = Quotes.string(literal.get());
        return text.startsWith(written)
                ? Quotes.string(relabelled.apply(literal.get())) + text.substring(written.length())
                : text;
    }
}
