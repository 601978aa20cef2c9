package telegraph.server.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import telegraph.ground.TelegraphException;
import telegraph.server.admission.Admission;
import telegraph.server.admission.Queries;
import telegraph.server.http.answer.AnswerForm;
import telegraph.server.http.answer.EventFrames;
import telegraph.server.http.answer.EventRendition;
import telegraph.server.http.answer.Rendition;
import telegraph.server.http.answer.TableRendition;
import telegraph.server.http.wire.Endpoint;
import telegraph.server.http.wire.HttpExchange;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.Problem;
import telegraph.server.http.wire.WholeRequest;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;

/// Carries out the statements of a request, one after the other, and sends what comes of them as it
/// comes.
///
/// Threads: a virtual one for each request, which begins statements and ends the response. Between
/// the two the thread of a statement writes, and waits while the client does not read.
final class QueryEndpoint implements Endpoint {
    static final List<AnswerForm> FORMS =
            List.of(AnswerForm.EVENTS, AnswerForm.LINES, AnswerForm.CSV, AnswerForm.JSON);

    private static final int APPLICATION_CHARS_MAX = 100;

    private final Queries queries;
    private final KeptSessions sessions;

    QueryEndpoint(Queries queries, KeptSessions sessions) {
        this.queries = queries;
        this.sessions = sessions;
    }

    @Override
    public void answer(HttpExchange exchange) throws InterruptedException {
        WholeRequest request = exchange.request();
        AnswerForm form =
                AnswerForm.wanted(request.header("accept"), FORMS)
                        .orElseThrow(() -> unacceptable(request.header("accept"), FORMS));
        if (!request.header("last-event-id").isEmpty()) {
            throw new Problem(
                    400,
                    "a statement is carried out once, so its events cannot be asked for again. GET"
                            + " /v1/queries lists its id, and GET /v1/queries/{id}/events tells how it"
                            + " stands");
        }
        QueryBody body = QueryBody.of(request);
        String name = request.header("telegraph-session");
        try (KeptSessions.Lease lease = sessions.lease(exchange.user(), name)) {
            Session session = lease.session();
            List<String> statements = body.statements(session);
            set(session, body.settings());
            Rendition rendition = rendition(exchange, form);
            boolean live = body.live().orElse(true) && rendition.isLive();
            carryOut(exchange, session, new Script(statements, live), rendition);
        }
    }

    static Problem unacceptable(String accept, List<AnswerForm> forms) {
        return new Problem(
                406,
                "no form of the answer is one that the request accepts: accept="
                        + accept
                        + ". There are "
                        + String.join(", ", forms.stream().map(AnswerForm::type).toList()));
    }

    private record Script(List<String> statements, boolean live) {}

    private static Rendition rendition(HttpExchange exchange, AnswerForm form) {
        return switch (form) {
            case EVENTS, LINES ->
                    new EventRendition(
                            () ->
                                    new EventFrames(
                                            exchange.stream(HttpReply.head(form.type())), form),
                            false);
            case CSV, JSON -> new TableRendition(exchange, form);
        };
    }

    /// Sets settings of a session.
    static void set(Session session, Map<String, String> settings) throws InterruptedException {
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            String statement =
                    "SET "
                            + setting.getKey()
                            + " = '"
                            + setting.getValue().replace("'", "''")
                            + "'";
            BlockingQueue<Event> told = new LinkedBlockingQueue<>();
            session.start(statement, told::add).join();
            if (told.take() instanceof Event.Failed failed) {
                throw failed.cause();
            }
        }
    }

    private void carryOut(
            HttpExchange exchange, Session session, Script script, Rendition rendition)
            throws InterruptedException {
        Admission.Client client = client(exchange);
        int last = script.statements().size() - 1;
        for (int i = 0; i <= last && !exchange.isGone(); i++) {
            EventRelay listening = new EventRelay(rendition, i == last);
            Admission asked = new Admission(script.statements().get(i), script.live(), client);
            Query query;
            try {
                query = queries.start(session, asked, listening);
            } catch (TelegraphException e) {
                rendition.failed(e); // there is no room for it
                break;
            }
            listening.begun(query);
            exchange.onGone(() -> Thread.ofVirtual().start(query::abandon));
            query.join();
            exchange.onGone(() -> {});
            Optional<Event.Failed> failed = listening.ended();
            if (failed.isPresent()) {
                rendition.failed(failed.get().cause());
                break;
            }
        }
        rendition.close();
    }

    static Admission.Client client(HttpExchange exchange) {
        String agent = exchange.request().header("user-agent");
        return new Admission.Client(
                exchange.user(),
                "http",
                exchange.request().address().getHostAddress(),
                agent.substring(0, Math.min(agent.length(), APPLICATION_CHARS_MAX)));
    }
}
