package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.language.Statements;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;

/// A declared source as tools list it, without opening it.
///
/// @param connector such as `http`
/// @param location the address or path it reads; secrets in it are references
/// @param columns as declared; none where they are found in a file
public record SourceShape(
        String schema, String name, String connector, String location, List<Column> columns) {
    /// A column of a source.
    ///
    /// @param use `plain`, or how it is an input: `required` or `optional`
    public record Column(String name, String type, String use) {}

    static List<SourceShape> of(Snapshot snapshot) {
        List<SourceShape> shapes = new ArrayList<>();
        for (Entry entry : snapshot.entries()) {
            if (entry instanceof Entry.SourceEntry source) {
                shapes.add(of(source));
            }
        }
        return shapes;
    }

    private static SourceShape of(Entry.SourceEntry source) {
        Map<String, String> options = source.create().options();
        return new SourceShape(
                source.name().schema(),
                source.name().name(),
                options.getOrDefault("connector", "http").toLowerCase(Locale.ROOT),
                options.getOrDefault("url", options.getOrDefault("path", "")),
                source.create().columns().stream()
                        .map(column ->
                                new Column(
                                        column.name(),
                                        Statements.typeName(column.type(), column.element()),
                                        column.use().name().toLowerCase(Locale.ROOT)))
                        .toList());
    }
}
