package telegraph.language;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
        Statement.Select select = Statements.query(text);
        Set<String> others = given(select);
        List<Query.Table> mentions = new ArrayList<>();
        for (Query.Table table : QueryWalk.tables(select.query())) {
            List<String> parts = Identifier.names(table.name());
            if (lasting(parts).folded().equals(before.folded())) {
                if (parts.size() == 1 && others.contains(lower(parts.getFirst()))) {
                    return Optional.empty();
                }
                mentions.add(table);
            }
        }
        mentions.sort((one, other) -> Integer.compare(one.at().start(), other.at().start()));
        StringBuilder renamed = new StringBuilder();
        int copied = 0;
        for (Query.Table mention : mentions) {
            Span at = mention.at();
            renamed.append(text, copied, at.start()).append(after.qualified());
            if (mention.alias().isEmpty()) {
                renamed.append(" AS ").append(Quotes.name(mention.name().getLast().name()));
            }
            copied = at.end();
        }
        return Optional.of(renamed.append(text.substring(copied)).toString());
    }

    /// The tables that a text names, each with its schema.
    public static Set<TableName> of(String text) {
        Statement.Select select = Statements.query(text);
        Set<String> others = given(select);
        Set<TableName> names = new LinkedHashSet<>();
        for (Query.Table table : QueryWalk.tables(select.query())) {
            List<String> parts = Identifier.names(table.name());
            if (parts.size() > 1 || !others.contains(lower(parts.getFirst()))) {
                names.add(lasting(parts));
            }
        }
        return names;
    }

    private static TableName lasting(List<String> parts) {
        return parts.size() == 1
                ? new TableName(TableName.PUBLIC, parts.getFirst())
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
