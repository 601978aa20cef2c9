package telegraph.language;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableLiteral;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Quotes;
import telegraph.language.query.QueryWalk;

/// The text of a query that is kept, when a table that it names gets another name.
///
/// Each mention becomes the new name with its schema, so that nothing in the query can stand before
/// it, under the old name as an alias, which columns may be qualified by.
///
/// Threads: any.
public final class TableMentions {
    private TableMentions() {}

    /// The text with the new name, or empty if it cannot be told which of its names are the
    /// table's.
    public static Optional<String> renamed(String text, TableName before, TableName after) {
        TableName folded = before.folded();
        return named(
                text,
                said ->
                        said.kept().folded().equals(folded)
                                ? Optional.of(after)
                                : Optional.empty());
    }

    /// The text with other names, or empty if it cannot be told which of its names are of tables.
    ///
    /// @param other what is to stand for a name as it is said, or empty to leave it
    public static Optional<String> named(
            String text, Function<TableName, Optional<TableName>> other) {
        Statement.Select select = Statements.query(text);
        Set<String> others = given(select);
        List<Query.Table> mentions = new ArrayList<>(QueryWalk.tables(select.query()));
        mentions.sort((one, two) -> Integer.compare(one.at().start(), two.at().start()));
        StringBuilder named = new StringBuilder();
        int copied = 0;
        for (Query.Table mention : mentions) {
            TableName said = said(Identifier.names(mention.name()));
            Optional<TableName> name = other.apply(said);
            if (name.isEmpty()) {
                continue;
            }
            if (said.isBare() && others.contains(lower(said.name()))) {
                return Optional.empty();
            }
            Span at = mention.at();
            named.append(text, copied, at.start()).append(name.get().qualified());
            if (mention.alias().isEmpty()) {
                named.append(" AS ").append(Quotes.name(mention.name().getLast().name()));
            }
            copied = at.end();
        }
        return Optional.of(named.append(text.substring(copied)).toString());
    }

    /// The tables that a text names, each with its schema.
    public static Set<TableName> of(String text) {
        Statement.Select select = Statements.query(text);
        Set<String> others = given(select);
        Set<TableName> names = new LinkedHashSet<>();
        for (Query.Table table : QueryWalk.tables(select.query())) {
            List<String> parts = Identifier.names(table.name());
            if (parts.size() > 1 || !others.contains(lower(parts.getFirst()))) {
                names.add(said(parts).kept());
            }
        }
        return names;
    }

    private static TableName said(List<String> parts) {
        return parts.size() == 1
                ? TableName.of(parts.getFirst())
                : new TableName(parts.getFirst(), parts.getLast());
    }

    /// What bare names stand for in the query beside tables, in lower case.
    private static Set<String> given(Statement.Select select) {
        Set<String> given = new HashSet<>();
        for (TableLiteral literal : select.tables()) {
            given.add(lower(literal.identifier()));
        }
        QueryWalk.walk(
                select.query(),
                part -> {
                    if (part instanceof Query query) {
                        query.with().forEach(with -> given.add(lower(with.name().name())));
                    }
                });
        return given;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
