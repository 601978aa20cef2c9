package telegraph.server.http;

import telegraph.sql.Telegraph;

/// Says whether the sandbox can carry out statements, for whoever restarts servers that cannot.
final class HealthEndpoint implements Endpoint {
    private final Telegraph telegraph;

    HealthEndpoint(Telegraph telegraph) {
        this.telegraph = telegraph;
    }

    @Override
    public void answer(Exchange exchange) {
        byte[] body =
                Json.bytes(json -> {
                    json.writeStartObject();
                    json.writeStringProperty("status", "ok");
                    json.writeNumberProperty("memoryUsed", telegraph.memoryUsed());
                    json.writeEndObject();
                });
        exchange.reply(Reply.json(body));
    }
}
