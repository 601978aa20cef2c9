package telegraph.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import telegraph.server.http.answer.EventJson;
import telegraph.server.http.wire.Endpoint;
import telegraph.server.http.wire.HttpExchange;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.JsonOutput;
import telegraph.sql.ResultColumn;
import telegraph.sql.Session;
import telegraph.sql.Settings;
import telegraph.sql.SourceShape;
import telegraph.sql.TableShape;
import telegraph.sql.Telegraph;
import tools.jackson.core.JsonGenerator;

/// Lists what statements can name: schemas with their tables, views and sources, functions, words
/// and settings.
///
/// Nothing is opened for it but what [ViewColumns] looks at.
///
/// Threads: many at once.
final class CatalogEndpoint implements Endpoint {
    private final Telegraph telegraph;
    private final ViewColumns columns;

    CatalogEndpoint(Telegraph telegraph, ViewColumns columns) {
        this.telegraph = telegraph;
        this.columns = columns;
    }

    /// What one schema has.
    private record Listed(
            List<TableShape> tables, List<TableShape> views, List<SourceShape> sources) {
        Listed() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    @Override
    public void answer(HttpExchange exchange) throws InterruptedException {
        byte[] body;
        try (Session session = telegraph.session()) {
            Map<String, Listed> schemas = listed(session);
            Map<ViewColumns.Name, List<ResultColumn>> found =
                    columns.of(telegraph, undeclared(schemas));
            body =
                    JsonOutput.bytes(json -> {
                        json.writeStartObject();
                        json.writeArrayPropertyStart("schemas");
                        schemas.forEach((name, schema) -> schema(json, name, schema, found));
                        json.writeEndArray();
                        EventJson.texts(json, "functions", session.functions());
                        EventJson.texts(json, "keywords", session.keywords());
                        settings(json, telegraph.settings());
                        json.writeEndObject();
                    });
        }
        exchange.reply(HttpReply.json(body));
    }

    private static Map<String, Listed> listed(Session session) {
        Map<String, Listed> schemas = new TreeMap<>();
        session.schemas().forEach(name -> schemas.put(name, new Listed()));
        for (TableShape shape : session.shapes()) {
            Listed schema = schemas.computeIfAbsent(shape.schema(), _ -> new Listed());
            switch (shape.kind()) {
                case TABLE -> schema.tables.add(shape);
                case VIEW -> schema.views.add(shape);
                case SOURCE -> {} // listed with more of it below
            }
        }
        for (SourceShape source : session.sources()) {
            schemas.computeIfAbsent(source.schema(), _ -> new Listed()).sources.add(source);
        }
        for (TableShape table : session.systemTables()) {
            schemas.computeIfAbsent(table.schema(), _ -> new Listed()).tables.add(table);
        }
        return schemas;
    }

    /// Those whose columns no declaration tells.
    private static List<ViewColumns.Name> undeclared(Map<String, Listed> schemas) {
        List<ViewColumns.Name> names = new ArrayList<>();
        for (Listed schema : schemas.values()) {
            schema.views.forEach(
                    view -> names.add(new ViewColumns.Name(view.schema(), view.name())));
            schema.sources.stream()
                    .filter(source -> source.columns().isEmpty())
                    .forEach(source ->
                            names.add(new ViewColumns.Name(source.schema(), source.name())));
        }
        return names;
    }

    private static void schema(
            JsonGenerator json,
            String name,
            Listed schema,
            Map<ViewColumns.Name, List<ResultColumn>> found) {
        json.writeStartObject();
        EventJson.text(json, "name", name);
        json.writeArrayPropertyStart("tables");
        schema.tables.forEach(table -> table(json, table));
        json.writeEndArray();
        json.writeArrayPropertyStart("views");
        for (TableShape view : schema.views) {
            json.writeStartObject();
            EventJson.text(json, "name", view.name());
            EventJson.columns(json, of(found, view.schema(), view.name()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("sources");
        schema.sources.forEach(
                source -> source(json, source, of(found, source.schema(), source.name())));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static List<ResultColumn> of(
            Map<ViewColumns.Name, List<ResultColumn>> found, String schema, String name) {
        return found.getOrDefault(new ViewColumns.Name(schema, name), List.of());
    }

    private static void table(JsonGenerator json, TableShape table) {
        List<String> key = table.primaryKey().map(TableShape.Key::columns).orElse(List.of());
        json.writeStartObject();
        EventJson.text(json, "name", table.name());
        json.writeArrayPropertyStart("columns");
        for (TableShape.Column column : table.columns()) {
            json.writeStartObject();
            EventJson.text(json, "name", column.name());
            json.writeStringProperty("type", column.type());
            json.writeBooleanProperty("notNull", column.notNull());
            EventJson.text(json, "default", column.byDefault());
            EventJson.text(json, "generated", column.generated());
            json.writeBooleanProperty("identity", column.identity());
            json.writeBooleanProperty("key", key.contains(column.name()));
            json.writeEndObject();
        }
        json.writeEndArray();
        EventJson.texts(json, "primaryKey", key);
        json.writeArrayPropertyStart("indexes");
        for (TableShape.Index index : table.indexes()) {
            json.writeStartObject();
            EventJson.text(json, "name", index.name());
            EventJson.texts(json, "columns", index.columns());
            json.writeBooleanProperty("unique", index.unique());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void source(
            JsonGenerator json, SourceShape source, List<ResultColumn> undeclared) {
        json.writeStartObject();
        EventJson.text(json, "name", source.name());
        EventJson.text(json, "connector", source.connector());
        EventJson.text(json, "location", source.location());
        Map<String, SourceShape.Column> columns = new LinkedHashMap<>();
        undeclared.forEach(column ->
                columns.put(
                        column.name(),
                        new SourceShape.Column(column.name(), column.type(), "plain")));
        source.columns().forEach(column -> columns.put(column.name(), column));
        json.writeArrayPropertyStart("columns");
        for (SourceShape.Column column : columns.values()) {
            json.writeStartObject();
            EventJson.text(json, "name", column.name());
            json.writeStringProperty("type", column.type());
            json.writeStringProperty("use", column.use());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void settings(JsonGenerator json, Settings settings) {
        json.writeArrayPropertyStart("settings");
        for (Settings.Shown setting : settings.all()) {
            json.writeStartObject();
            EventJson.text(json, "name", setting.name());
            EventJson.text(json, "value", setting.value());
            EventJson.text(json, "origin", setting.origin());
            EventJson.text(json, "purpose", setting.purpose());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
