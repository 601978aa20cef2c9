package telegraph.server.http;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.server.http.wire.Problem;
import telegraph.server.http.wire.WholeRequest;
import telegraph.sql.Prepared;
import telegraph.sql.Session;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What `POST /v1/query` asks for.
///
/// @param sql statements
/// @param live whether running answers are wanted, or empty if it does not say
/// @param settings what to set before
/// @param parameters values for `$1` and the following, if it is one statement
record QueryBody(
        String sql, Optional<Boolean> live, Map<String, String> settings, List<Object> parameters) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> MEMBERS = Set.of("sql", "live", "settings", "parameters");
    private static final Set<String> TEXTS = Set.of("", "text/plain", "application/sql");

    /// Reads a body.
    ///
    /// @throws Problem if it is none
    static QueryBody of(WholeRequest request) {
        String type = request.contentType();
        if (TEXTS.contains(type)) {
            return new QueryBody(request.text(), Optional.empty(), Map.of(), List.of());
        }
        if (type.equals("application/json")) {
            return of(object(request, MEMBERS));
        }
        throw new Problem(
                415,
                "a statement comes as text/plain or as application/json: content-type="
                        + type
                        + ". With curl: -H 'Content-Type: text/plain' --data-binary 'SELECT 1'");
    }

    /// The object that a body is.
    ///
    /// @param known the members it may have
    static JsonNode object(WholeRequest request, Set<String> known) {
        JsonNode root;
        try {
            root = JSON.readTree(request.text());
        } catch (JacksonException e) {
            throw new Problem(
                    400, "a body is JSON, and this one is not: " + e.getOriginalMessage());
        }
        if (root == null || !root.isObject()) {
            throw new Problem(400, "a body is a JSON object, such as {\"sql\": \"SELECT 1\"}");
        }
        for (String name : root.propertyNames()) {
            if (!known.contains(name)) {
                throw new Problem(
                        400,
                        "unknown member \""
                                + name
                                + "\". There are "
                                + String.join(", ", known.stream().sorted().toList()));
            }
        }
        return root;
    }

    /// The text that a member is.
    static String text(JsonNode root, String name) {
        JsonNode text = root.path(name);
        if (!text.isString()) {
            throw new Problem(400, "member \"" + name + "\" is a text and has to be there");
        }
        return text.stringValue();
    }

    private static QueryBody of(JsonNode root) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> setting : root.path("settings").properties()) {
            settings.put(setting.getKey(), setting.getValue().asString());
        }
        List<Object> parameters = new ArrayList<>();
        for (JsonNode value : root.path("parameters")) {
            parameters.add(parameter(value));
        }
        JsonNode live = root.path("live");
        return new QueryBody(
                text(root, "sql"),
                live.isBoolean() ? Optional.of(live.booleanValue()) : Optional.empty(),
                settings,
                parameters);
    }

    private static Object parameter(JsonNode value) {
        if (value.isNull()) {
            return null;
        }
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        if (value.isIntegralNumber()) {
            BigInteger whole = value.bigIntegerValue();
            return whole.bitLength() < Long.SIZE
                    ? (Object) whole.longValue()
                    : new BigDecimal(whole);
        }
        if (value.isNumber()) {
            return value.decimalValue();
        }
        if (value.isString()) {
            return value.stringValue();
        }
        throw new Problem(400, "a parameter is a text, number, boolean or null: found=" + value);
    }

    /// The statements, in order, each ready to be carried out.
    ///
    /// @throws telegraph.ground.TelegraphException if there is none, or a quote is open
    List<String> statements(Session session) {
        List<String> statements = Session.split(sql);
        if (statements.isEmpty()) {
            throw new Problem(400, "there is at least one statement, and this text has none");
        }
        if (parameters.isEmpty()) {
            return statements;
        }
        if (statements.size() > 1) {
            throw new Problem(
                    400, "parameters belong to one statement: statements=" + statements.size());
        }
        Prepared prepared = session.prepare(statements.getFirst());
        if (prepared.parameters() != parameters.size()) {
            throw new Problem(
                    400,
                    "each place for a value gets one: places="
                            + prepared.parameters()
                            + " parameters="
                            + parameters.size());
        }
        for (int i = 0; i < parameters.size(); i++) {
            prepared.set(i + 1, parameters.get(i));
        }
        return List.of(prepared.statement());
    }
}
