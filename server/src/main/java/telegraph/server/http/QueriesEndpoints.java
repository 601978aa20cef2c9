package telegraph.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.server.admission.Queries;
import telegraph.server.admission.QueryLine;
import telegraph.server.admission.StatementWatch;
import telegraph.server.http.answer.AnswerForm;
import telegraph.server.http.answer.EventFrames;
import telegraph.server.http.wire.HttpExchange;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.JsonOutput;
import telegraph.server.http.wire.Problem;

/// The statements of all doors, for who wants to see or stop them: those that run, those that wait,
/// and the last ones that ended.
///
/// Threads: many at once.
final class QueriesEndpoints {
    private static final String ITEM = "/v1/queries/";
    private static final List<AnswerForm> STREAMS = List.of(AnswerForm.EVENTS, AnswerForm.LINES);

    private final Queries queries;
    private final QueryNews news;

    QueriesEndpoints(Queries queries, QueryNews news) {
        this.queries = queries;
        this.news = news;
    }

    /// Lists them; the parameter `state` picks.
    void list(HttpExchange exchange) {
        Optional<String> state = exchange.request().parameter("state");
        List<QueryLine> lines =
                queries.list().stream()
                        .filter(line ->
                                state.isEmpty()
                                        || line.state()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .equals(state.get()))
                        .toList();
        exchange.reply(
                HttpReply.json(
                        JsonOutput.bytes(json -> {
                            json.writeStartObject();
                            QueryLines.list(json, lines);
                            json.writeEndObject();
                        })));
    }

    /// Tells of one.
    void one(HttpExchange exchange) {
        exchange.reply(reply(200, find(id(exchange, ""))));
    }

    private static HttpReply reply(int status, QueryLine line) {
        byte[] body =
                JsonOutput.bytes(json -> {
                    json.writeStartObject();
                    QueryLines.members(json, line);
                    json.writeEndObject();
                });
        return HttpReply.of(status, "application/json", body);
    }

    private static String id(HttpExchange exchange, String after) {
        String path = exchange.request().path();
        return path.substring(ITEM.length(), path.length() - after.length());
    }

    private QueryLine find(String id) {
        return queries.find(id).orElseThrow(() -> unknown(id));
    }

    private static Problem unknown(String id) {
        return new Problem(
                404,
                "no statement has this id, or it ended too long ago: id="
                        + id
                        + ". GET /v1/queries lists those that are known");
    }

    /// Cancels one; whoever asked for it keeps what has come of it. One that has ended stays so.
    void cancel(HttpExchange exchange) {
        String id = id(exchange, "");
        boolean stopped = queries.cancel(id, "the query was stopped by " + exchange.user());
        exchange.reply(reply(stopped ? 202 : 200, find(id)));
    }

    /// Sends the list as it changes.
    void news(HttpExchange exchange) {
        AnswerForm form = form(exchange);
        if (exchange.request().isHead()) {
            exchange.reply(HttpReply.head(form.type()));
            return;
        }
        news.add(exchange, form);
    }

    private static AnswerForm form(HttpExchange exchange) {
        String accept = exchange.request().header("accept");
        return AnswerForm.wanted(accept, STREAMS)
                .orElseThrow(() -> QueryEndpoint.unacceptable(accept, STREAMS));
    }

    /// Sends the events of one, from how it stands now on. A browser that comes back by itself
    /// after the last event is told that there are no more.
    void watch(HttpExchange exchange) throws InterruptedException {
        AnswerForm form = form(exchange);
        String id = id(exchange, "/events");
        QueryLine line = find(id);
        boolean again = !exchange.request().header("last-event-id").isEmpty();
        if (again && line.state().isOver()) {
            exchange.reply(HttpReply.empty(204));
            return;
        }
        if (exchange.request().isHead()) {
            exchange.reply(HttpReply.head(form.type()));
            return;
        }
        EventFrames frames = new EventFrames(exchange.stream(HttpReply.head(form.type())), form);
        Onlooker watching = new Onlooker(line, frames);
        StatementWatch watch = queries.watch(id, watching::changed).orElse(null);
        if (watch == null) {
            exchange.abort(); // forgotten between the two looks
            return;
        }
        exchange.onGone(watch::close);
        watching.begin(watch);
    }
}
