package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import telegraph.ground.Ticker;
import telegraph.server.access.Accounts;
import telegraph.server.admission.Queries;
import telegraph.server.admission.QueryLimits;
import telegraph.server.admission.Witness;
import telegraph.server.door.DoorContext;
import telegraph.server.http.wire.Route;
import telegraph.server.net.ConnectionLimits;
import telegraph.server.net.Connections;
import telegraph.server.observe.Metrics;
import telegraph.server.observe.ServerLog;
import tools.jackson.databind.JsonNode;

/// What the description of the addresses says is how they are.
class DescriptionTest {
    private static HttpServer http;
    private static JsonNode description;

    @BeforeAll
    static void open() {
        http = new HttpServer();
        description = HttpServer.json(http.get("/v1/openapi.json"));
    }

    @AfterAll
    static void nothingIsHeld() {
        http.close();
    }

    private static JsonNode schema(String name) {
        return resolved(description.path("components").path("schemas").path(name));
    }

    private static JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").stringValue("");
        if (reference.isEmpty()) {
            return schema;
        }
        JsonNode found = description.at(reference.substring(1));
        assertFalse(found.isMissingNode(), reference);
        return found;
    }

    private static List<Route> routes() {
        QueryLimits limits = QueryLimits.of(http.telegraph.settings());
        try (ServerLog journal = new ServerLog(_ -> {}, InstantSource.system());
                Metrics metrics = new Metrics();
                Queries queries =
                        new Queries(
                                http.telegraph,
                                limits,
                                new Witness(journal, metrics, limits, "none"),
                                Ticker.SYSTEM,
                                InstantSource.system());
                HttpDoor door =
                        new HttpDoor(
                                new DoorContext(
                                        http.telegraph,
                                        Accounts.everybody(
                                                new SecureRandom(), Ticker.SYSTEM, journal),
                                        queries,
                                        new Connections(
                                                ConnectionLimits.of(http.telegraph.settings()),
                                                journal),
                                        Ticker.SYSTEM,
                                        journal,
                                        metrics,
                                        Optional.empty(),
                                        List.of()))) {
            return door.routes();
        }
    }

    @Test
    void everyAddressOfTheApiIsDescribedAndNoOther() {
        Set<String> there = new TreeSet<>();
        for (Route route : routes()) {
            boolean api = route.pattern().startsWith("/v1/") || route.access() == Route.Access.USER;
            if (api || route.pattern().equals("/healthz")) {
                there.add(
                        route.method()
                                + " "
                                + route.pattern()
                                + (route.access() == Route.Access.PUBLIC ? " public" : ""));
            }
        }
        Set<String> described = new TreeSet<>();
        for (Map.Entry<String, JsonNode> path : description.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                if (!method.getKey().equals("parameters")) {
                    boolean open = method.getValue().path("security").toString().equals("[{}]");
                    described.add(
                            method.getKey().toUpperCase(Locale.ROOT)
                                    + " "
                                    + path.getKey()
                                    + (open ? " public" : ""));
                }
            }
        }
        assertEquals(
                there.stream().collect(Collectors.joining("\n")),
                described.stream().collect(Collectors.joining("\n")));
    }

    @Test
    void allReferencesLeadSomewhere() {
        assertTrue(referencesIn(description) > 50);
    }

    private static int referencesIn(JsonNode node) {
        int count = node.path("$ref").isString() ? 1 : 0;
        resolved(node);
        for (JsonNode child : node) {
            count += referencesIn(child);
        }
        return count;
    }

    /// The members of `value` are those of the schema, all the way down.
    private static void assertFits(String what, JsonNode schema, JsonNode value) {
        JsonNode known = resolved(schema);
        if (value.isArray() && known.has("items")) {
            for (JsonNode element : value) {
                assertFits(what + "[]", known.path("items"), element);
            }
        }
        if (!value.isObject() || !known.has("properties")) {
            return;
        }
        Set<String> expected = new TreeSet<>(known.path("properties").propertyNames());
        Set<String> found = new TreeSet<>(value.propertyNames());
        found.removeAll(expected);
        assertEquals(Set.of(), found, what + " has members that are not described");
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            assertFits(
                    what + "." + member.getKey(),
                    known.path("properties").path(member.getKey()),
                    member.getValue());
        }
    }

    @Test
    void eventsHaveTheMembersThatAreDescribed() {
        Map<String, String> schemas =
                Map.of("started", "Started", "schema", "Schema", "rows", "Rows", "end", "End");
        int seen = 0;
        for (JsonNode event :
                http.events(
                        "SELECT name, count(*) FROM telegraph.settings WHERE name > 'm' GROUP BY"
                                + " name")) {
            String name = event.path("event").stringValue();
            if (schemas.containsKey(name)) {
                assertFits(name, schema(schemas.get(name)), event);
                seen++;
            }
        }
        assertTrue(seen >= 4);
        JsonNode error = http.events("SELECT nothing").getLast();
        assertEquals("error", error.path("event").stringValue());
        for (String member : error.propertyNames()) {
            assertTrue(
                    member.equals("event") || schema("Error").path("properties").has(member),
                    member);
        }
    }

    @Test
    void documentsHaveTheMembersThatAreDescribed() {
        http.events("SELECT 1");
        assertFits(
                "table",
                schema("Table"),
                HttpServer.json(http.query("application/json", "SELECT 1")));
        assertFits("queries", schema("Queries"), HttpServer.json(http.get("/v1/queries")));
        assertFits("catalog", schema("Catalog"), HttpServer.json(http.get("/v1/catalog")));
        assertFits("health", schema("Health"), HttpServer.json(http.get("/healthz")));
        assertFits(
                "problem", schema("Problem"), HttpServer.json(http.query("text/csv", "SELECT x")));
    }
}
