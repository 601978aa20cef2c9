package telegraph.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import telegraph.server.admission.Admission;
import telegraph.server.admission.Queries;
import telegraph.server.http.answer.EventJson;
import telegraph.server.http.answer.JsonValues;
import telegraph.server.http.wire.Endpoint;
import telegraph.server.http.wire.HttpExchange;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.JsonOutput;
import telegraph.server.http.wire.Problem;
import telegraph.server.http.wire.Site;
import telegraph.server.http.wire.WholeRequest;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.ResultColumn;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.sql.Trial;
import tools.jackson.databind.JsonNode;

/// Tries a source that somebody is about to declare: reads a few rows of it, and keeps nothing.
///
/// Threads: many at once.
final class TryEndpoint implements Endpoint {
    private static final int ROWS = 20;
    private static final int ROWS_MAX = 1_000;
    private static final String TIME_LIMIT = "20s";
    private static final Set<String> MEMBERS = Set.of("sql", "values", "rows");

    private final Telegraph telegraph;
    private final Queries queries;

    TryEndpoint(Telegraph telegraph, Queries queries) {
        this.telegraph = telegraph;
        this.queries = queries;
    }

    @Override
    public void answer(HttpExchange exchange) throws InterruptedException {
        WholeRequest request = exchange.request();
        if (!request.contentType().equals("application/json")) {
            throw new Problem(
                    415,
                    "what is to be tried comes as application/json, such as {\"sql\": \"CREATE"
                            + " SOURCE …\"}: content-type="
                            + request.contentType());
        }
        Trial trial = trial(QueryBody.object(request, MEMBERS));
        Sample sample = new Sample();
        try (Session session = telegraph.session()) {
            QueryEndpoint.set(session, Map.of("time_limit", TIME_LIMIT));
            Admission asked = new Admission(trial.create(), false, QueryEndpoint.client(exchange));
            Query query =
                    queries.start(
                            session,
                            asked,
                            (id, listener) -> session.tryOut(id, trial, listener),
                            sample::take);
            exchange.onGone(() -> Thread.ofVirtual().start(query::abandon));
            query.join();
            exchange.reply(sample.reply(query.id()));
        }
    }

    private static Trial trial(JsonNode body) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> value : body.path("values").properties()) {
            values.put(value.getKey(), value.getValue().asString());
        }
        int rows = body.path("rows").asInt(ROWS);
        if (rows < 1 || rows > ROWS_MAX) {
            throw new Problem(400, "rows to try are 1 to " + ROWS_MAX + ": rows=" + rows);
        }
        return new Trial(QueryBody.text(body, "sql"), values, rows);
    }

    /// What came of it; its rows are few.
    private static final class Sample {
        private final List<Object[]> rows = new ArrayList<>();
        private final List<String> notices = new ArrayList<>();
        private List<ResultColumn> columns = List.of();
        private volatile Event end;

        void take(Event event) {
            switch (event) {
                case Event.Columns shape -> columns = shape.columns();
                case Event.Rows more -> rows.addAll(more.rows());
                case Event.Notice notice -> notices.add(notice.text());
                case Event.End _, Event.Failed _ -> end = event;
                case Event.Snapshot _, Event.Sources _, Event.Routing _, Event.Copy _ -> {}
            }
        }

        HttpReply reply(String id) {
            if (end instanceof Event.Failed failed) {
                throw Site.problem(failed.cause()).member("id", id);
            }
            Event.End well = (Event.End) end;
            return HttpReply.json(
                    JsonOutput.bytes(json -> {
                        json.writeStartObject();
                        json.writeStringProperty("id", id);
                        EventJson.columns(json, columns);
                        json.writeArrayPropertyStart("rows");
                        rows.forEach(row -> JsonValues.row(json, row));
                        json.writeEndArray();
                        EventJson.texts(json, "notices", notices);
                        json.writeNumberProperty(
                                "requests",
                                well.progress().stream().mapToLong(it -> it.requests()).sum());
                        json.writeNumberProperty(
                                "millis", TimeUnit.NANOSECONDS.toMillis(well.nanos()));
                        EventJson.sources(json, "progress", well.progress());
                        json.writeEndObject();
                    }));
        }
    }
}
