package telegraph.server.http.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/// Why a request is not answered, which becomes a problem document (RFC 9457): the rule, the facts,
/// and what to do.
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Map<String, String> headers = new LinkedHashMap<>();
    private final transient Map<String, Object> members = new LinkedHashMap<>();

    public Problem(int status, String detail) {
        super(detail, null, false, false);
        this.status = status;
    }

    /// With a header of the response.
    public Problem header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /// With a member of the document: a text or a whole number.
    public Problem member(String name, Object value) {
        members.put(name, value);
        return this;
    }

    public int status() {
        return status;
    }

    /// The response that says so.
    public HttpReply reply() {
        byte[] body =
                JsonOutput.bytes(json -> {
                    json.writeStartObject();
                    json.writeStringProperty("type", "about:blank");
                    json.writeStringProperty("title", HttpReply.phrase(status));
                    json.writeNumberProperty("status", status);
                    json.writeStringProperty("detail", JsonOutput.text(getMessage()));
                    members.forEach((name, value) -> member(json, name, value));
                    json.writeEndObject();
                });
        HttpReply reply = HttpReply.of(status, "application/problem+json", body);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply = reply.with(header.getKey(), header.getValue());
        }
        return reply;
    }

    private static void member(JsonGenerator json, String name, Object value) {
        switch (value) {
            case Integer number -> json.writeNumberProperty(name, number);
            default -> json.writeStringProperty(name, JsonOutput.text(value.toString()));
        }
    }
}
