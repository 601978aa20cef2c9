package telegraph.server.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import telegraph.server.door.DoorContext;
import telegraph.server.door.Example;
import telegraph.server.http.wire.Endpoint;
import telegraph.server.http.wire.HttpExchange;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.JsonOutput;
import telegraph.server.http.wire.Route;
import telegraph.server.observe.Metrics;
import telegraph.sql.Telegraph;

/// The addresses under `/v1`, and those by which a server is watched.
final class Api {
    private Api() {}

    static List<Route> routes(DoorContext context, KeptSessions sessions, QueryNews news) {
        QueriesEndpoints queries = new QueriesEndpoints(context.queries(), news);
        Telegraph telegraph = context.telegraph();
        return List.of(
                asked("POST", "/v1/query", new QueryEndpoint(context.queries(), sessions)),
                asked("GET", "/v1/queries", queries::list),
                asked("GET", "/v1/queries/events", queries::news),
                asked("GET", "/v1/queries/{id}", queries::one),
                asked("DELETE", "/v1/queries/{id}", queries::cancel),
                asked("GET", "/v1/queries/{id}/events", queries::watch),
                asked("GET", "/v1/catalog", new CatalogEndpoint(telegraph, new ViewColumns())),
                asked("POST", "/v1/catalog/try", new TryEndpoint(telegraph, context.queries())),
                asked("GET", "/v1/examples", exchange -> examples(exchange, context.examples())),
                asked("GET", "/metrics", exchange -> metrics(exchange, context.metrics())),
                open("/healthz", new HealthEndpoint(telegraph)));
    }

    private static Route asked(String method, String pattern, Endpoint endpoint) {
        return new Route(method, pattern, Route.Access.USER, true, endpoint);
    }

    private static Route open(String pattern, Endpoint endpoint) {
        return new Route("GET", pattern, Route.Access.PUBLIC, true, endpoint);
    }

    private static void examples(HttpExchange exchange, List<Example> examples) {
        exchange.reply(
                HttpReply.json(
                        JsonOutput.bytes(json -> {
                            json.writeStartObject();
                            json.writeArrayPropertyStart("examples");
                            for (Example example : examples) {
                                json.writeStartObject();
                                json.writeStringProperty("name", example.name());
                                json.writeStringProperty("title", example.title());
                                json.writeStringProperty("about", example.why());
                                json.writeStringProperty("sql", example.sql());
                                json.writeEndObject();
                            }
                            json.writeEndArray();
                            json.writeEndObject();
                        })));
    }

    private static void metrics(HttpExchange exchange, Metrics metrics) {
        exchange.reply(
                HttpReply.of(
                        200,
                        "text/plain; version=0.0.4; charset=utf-8",
                        metrics.scrape().getBytes(StandardCharsets.UTF_8)));
    }
}
