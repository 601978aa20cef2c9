package telegraph.tables.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import telegraph.ground.TelegraphException;
import telegraph.language.Parsed;
import telegraph.language.Statements;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.Statement;
import telegraph.language.lexer.Quotes;

/// Writes the statement that creates an entry, and reads it back.
final class CreateStatements {
    private static final Pattern PLAIN_KEY =
            Pattern.compile("[a-z_][a-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");
    private static final Pattern PLAIN_VALUE =
            Pattern.compile("-?\\d{1,15}(\\.\\d{1,15})?|true|false");

    private CreateStatements() {}

    /// @param snapshot what a table's foreign keys refer to
    static String write(Entry entry, Snapshot snapshot) {
        return switch (entry) {
            case Entry.TableEntry table -> TableStatements.write(table.definition(), snapshot);
            case Entry.SourceEntry source -> source(source.create());
            case Entry.ViewEntry view -> view(view);
            case Entry.SequenceEntry sequence -> sequence(sequence, snapshot);
            case Entry.TypeEntry type -> type(type.type());
            case Entry.SchemaEntry schema ->
                    "CREATE SCHEMA " + Quotes.name(schema.name().schema()) + ";";
        };
    }

    private static String sequence(Entry.SequenceEntry entry, Snapshot snapshot) {
        Counting counting = entry.sequence().counting();
        String owned =
                entry.owner()
                        .flatMap(owner ->
                                snapshot.table(owner.table())
                                        .map(table ->
                                                " OWNED BY "
                                                        + table.name().quoted()
                                                        + "."
                                                        + Quotes.name(
                                                                table.column(owner.column())
                                                                        .name())))
                        .orElse("");
        return "CREATE SEQUENCE "
                + entry.name().quoted()
                + " AS "
                + SqlType.of(counting.type())
                + " "
                + counting.written()
                + owned
                + ";";
    }

    private static String type(UserType.Enumeration type) {
        return "CREATE TYPE "
                + type.name().quoted()
                + " AS ENUM ("
                + type.labels().stream()
                        .map(label -> Quotes.string(label.text()))
                        .collect(Collectors.joining(", "))
                + ");";
    }

    private static String view(Entry.ViewEntry view) {
        List<String> columns = view.columns().stream().map(Quotes::name).toList();
        return "CREATE VIEW "
                + view.name().quoted()
                + (columns.isEmpty() ? "" : " (" + String.join(", ", columns) + ")")
                + " AS\n"
                + view.query()
                + ";";
    }

    private static String source(Statement.CreateSource source) {
        List<String> keys =
                source.columns().stream()
                        .filter(ColumnDefinition::key)
                        .map(column -> Quotes.name(column.name()))
                        .toList();
        List<String> items = new ArrayList<>();
        for (ColumnDefinition column : source.columns()) {
            items.add(column(column, keys.size() == 1));
        }
        if (keys.size() > 1) {
            items.add("PRIMARY KEY (" + String.join(", ", keys) + ")");
        }
        List<String> options =
                source.options().entrySet().stream().map(CreateStatements::option).toList();
        return "CREATE SOURCE "
                + source.name().quoted()
                + block(" (", items)
                + block(items.isEmpty() ? "\nWITH (" : " WITH (", options)
                + ";";
    }

    private static String block(String opening, List<String> items) {
        return items.isEmpty() ? "" : opening + "\n    " + String.join(",\n    ", items) + "\n)";
    }

    private static String column(ColumnDefinition column, boolean onlyKey) {
        StringBuilder text = new StringBuilder(Quotes.name(column.name()));
        text.append(' ').append(Statements.typeName(column.type(), column.element()));
        switch (column.use()) {
            case PLAIN -> {}
            case REQUIRED -> text.append(" REQUIRED");
            case OPTIONAL -> text.append(" OPTIONAL");
        }
        if (!column.path().isEmpty()) {
            text.append(" PATH ").append(Quotes.string(column.path()));
        }
        if (column.key() && onlyKey) {
            text.append(" PRIMARY KEY");
        }
        return text.toString();
    }

    private static String option(Map.Entry<String, String> option) {
        String key = option.getKey();
        String value = option.getValue();
        return (PLAIN_KEY.matcher(key).matches() ? key : "\"" + key.replace("\"", "\"\"") + "\"")
                + " = "
                + (PLAIN_VALUE.matcher(value).matches() ? value : Quotes.string(value));
    }

    /// The entry that a statement creates.
    ///
    /// @throws telegraph.ground.TelegraphException if it is no statement that creates one
    static Entry read(String text) {
        List<Parsed> parsed = Statements.parse(text);
        if (parsed.size() == 1) {
            if (parsed.getFirst().statement() instanceof Statement.CreateSource create) {
                return new Entry.SourceEntry(create.named(create.name().kept()));
            }
            if (parsed.getFirst().statement() instanceof Statement.CreateView create) {
                return new Entry.ViewEntry(create.name().kept(), create.columns(), create.query());
            }
        }
        throw TelegraphException.input("expected one CREATE SOURCE or CREATE VIEW, found: " + text);
    }
}
