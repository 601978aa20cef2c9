package telegraph.server.http;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import telegraph.server.admission.QueryLine;
import telegraph.server.http.answer.EventJson;
import tools.jackson.core.JsonGenerator;

/// Statements of the list as JSON.
final class QueryLines {
    private QueryLines() {}

    static void list(JsonGenerator json, List<QueryLine> lines) {
        json.writeArrayPropertyStart("queries");
        for (QueryLine line : lines) {
            json.writeStartObject();
            members(json, line);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void members(JsonGenerator json, QueryLine line) {
        json.writeStringProperty("id", line.id());
        json.writeStringProperty("state", line.state().name().toLowerCase(Locale.ROOT));
        json.writeNumberProperty("place", line.place());
        EventJson.text(json, "user", line.client().user());
        json.writeStringProperty("door", line.client().door());
        EventJson.text(json, "address", line.client().address());
        EventJson.text(json, "application", line.client().application());
        EventJson.text(json, "sql", line.text());
        json.writeStringProperty("asked", line.asked().toString());
        json.writeNumberProperty("millis", TimeUnit.NANOSECONDS.toMillis(line.nanos()));
        json.writeNumberProperty("rows", line.rows());
        json.writeNumberProperty("requests", line.requests());
        json.writeNumberProperty("memory", line.memory());
        json.writeNumberProperty("memoryPeak", line.memoryPeak());
        EventJson.text(json, "tag", line.tag());
        EventJson.text(json, "error", line.error());
        json.writeStringProperty("sqlstate", line.sqlState());
    }
}
