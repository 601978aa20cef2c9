package telegraph.sql.pgcatalog;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import telegraph.language.ast.Constraint;
import telegraph.language.lexer.Quotes;
import telegraph.sql.value.CatalogType;
import telegraph.tables.catalog.TableDefinition;

/// Things of the catalog as SQL that would make them, as PostgreSQL writes it.
///
/// Threads: any.
final class Definitions {
    private static final Pattern NAME = Pattern.compile("\\w+");

    private final Listing listing;

    Definitions(Listing listing) {
        this.listing = listing;
    }

    /// A relation's name, with its schema where the name alone does not reach it.
    String name(Listed listed) {
        String bare = quoted(listed.name());
        return listing.isVisible(listed) ? bare : quoted(listed.schema()) + "." + bare;
    }

    static String quoted(String name) {
        return Quotes.name(name);
    }

    /// @param pretty whether to do without parentheses that say nothing
    String constraint(Promise promise, boolean pretty) {
        return switch (promise.kind()) {
            case 'p' -> "PRIMARY KEY (" + columns(promise.table(), promise.columns()) + ")";
            case 'u' -> "UNIQUE (" + columns(promise.table(), promise.columns()) + ")";
            case 'c' ->
                    pretty ? "CHECK (" + promise.text() + ")" : "CHECK ((" + promise.text() + "))";
            default -> foreignKey(promise);
        };
    }

    private String foreignKey(Promise promise) {
        return "FOREIGN KEY ("
                + columns(promise.table(), promise.columns())
                + ") REFERENCES "
                + name(promise.other())
                + "("
                + columns(promise.other(), promise.referenced())
                + ")"
                + action(" ON UPDATE ", promise.onUpdate())
                + action(" ON DELETE ", promise.onDelete())
                + promise.deferral().clause();
    }

    private static String action(String when, Constraint.Action action) {
        return action == Constraint.Action.NO_ACTION ? "" : when + action.title();
    }

    private static String columns(Listed table, List<Long> numbers) {
        return String.join(
                ", ",
                numbers.stream()
                        .map(number ->
                                table.columns().stream()
                                        .filter(column -> column.number() == number)
                                        .map(column -> quoted(column.name()))
                                        .findFirst()
                                        .orElse("?"))
                        .toList());
    }

    /// @param pretty whether to do without parentheses that say nothing
    String index(Listed index, boolean pretty) {
        Optional<Listed> table = listing.owner(index);
        return "CREATE "
                + (isUnique(index) ? "UNIQUE " : "")
                + "INDEX "
                + quoted(index.name())
                + " ON "
                + table.map(t -> quoted(t.schema()) + "." + quoted(t.name())).orElse("?")
                + " USING btree ("
                + names(index.columns().subList(0, keys(index)))
                + ")"
                + (keys(index) < index.columns().size()
                        ? " INCLUDE ("
                                + names(
                                        index.columns()
                                                .subList(keys(index), index.columns().size()))
                                + ")"
                        : "")
                + condition(index)
                        .map(text ->
                                " WHERE "
                                        + (pretty || NAME.matcher(text).matches()
                                                ? text
                                                : "(" + text + ")"))
                        .orElse("");
    }

    /// What holds of the rows of an index of some.
    static Optional<String> condition(Listed index) {
        return of(index).flatMap(TableDefinition.Index::condition);
    }

    private static String names(List<Listed.Column> columns) {
        return String.join(", ", columns.stream().map(column -> quoted(column.name())).toList());
    }

    /// How many of an index's columns are its key.
    static int keys(Listed index) {
        return index.columns().size()
                - of(index).map(TableDefinition.Index::included).orElse(List.of()).size();
    }

    static boolean isUnique(Listed index) {
        return isPrimary(index) || of(index).map(TableDefinition.Index::unique).orElse(false);
    }

    static boolean isPrimary(Listed index) {
        return index.definition()
                .flatMap(TableDefinition::primaryKey)
                .filter(key -> key.name().equals(index.name()))
                .isPresent();
    }

    static Optional<TableDefinition.Index> of(Listed index) {
        return index.definition()
                .flatMap(table ->
                        table.indexes().stream()
                                .filter(i -> i.name().equals(index.name()))
                                .findFirst());
    }

    /// The container of a table or index; empty if it has none of its own.
    static Optional<Integer> container(Listed listed) {
        return switch (listed.kind()) {
            case 'r', 'm' -> listed.definition().map(TableDefinition::container);
            case 'i' -> of(listed).map(TableDefinition.Index::container);
            default -> Optional.empty();
        };
    }

    /// The ids of an index's columns.
    static List<Integer> ids(Listed index) {
        return of(index)
                .map(found -> Stream.of(found.columns(), found.included()))
                .map(parts -> parts.flatMap(List::stream).toList())
                .or(() ->
                        index.definition()
                                .flatMap(TableDefinition::primaryKey)
                                .map(TableDefinition.Key::columns))
                .orElse(List.of());
    }

    /// A type's name with its length, as `format_type` gives it.
    static String type(CatalogType type, long modifier) {
        Optional<CatalogType> element = type.elementType();
        if (element.isPresent()) {
            return type(element.get(), modifier) + "[]";
        }
        if (type.name().startsWith("time") && modifier >= 0) {
            return type.sql().replaceFirst("^(time\\w*)", "$1(" + modifier + ")");
        }
        if (modifier < 4) {
            return type.sql();
        }
        long length = modifier - 4;
        return switch (type.name()) {
            case "varchar", "bpchar" -> type.sql() + "(" + length + ")";
            case "numeric" -> type.sql() + "(" + (length >> 16) + "," + (length & 0xffff) + ")";
            default -> type.sql();
        };
    }

    /// The statement that made a relation, in lines.
    String view(Listed view) {
        return view.text().strip().replaceFirst(";$", "") + ";";
    }
}
