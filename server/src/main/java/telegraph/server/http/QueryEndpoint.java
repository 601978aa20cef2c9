package telegraph.server.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import telegraph.ground.TelegraphException;
import telegraph.server.admission.Asked;
import telegraph.server.admission.Queries;
import telegraph.server.http.answer.EventFrames;
import telegraph.server.http.answer.EventRendition;
import telegraph.server.http.answer.Form;
import telegraph.server.http.answer.Rendition;
import telegraph.server.http.answer.TableRendition;
import telegraph.server.http.wire.Endpoint;
import telegraph.server.http.wire.Exchange;
import telegraph.server.http.wire.Problem;
import telegraph.server.http.wire.Reply;
import telegraph.server.http.wire.Request;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;

/// Carries out the statements of a request, one after the other, and sends what comes of them as it
/// comes.
///
/// Threads: a virtual one for each request, which begins statements and ends the response. Between
/// the two the thread of a statement writes, and waits while the client does not read.
final class QueryEndpoint implements Endpoint {
    static final List<Form> FORMS = List.of(Form.EVENTS, Form.LINES, Form.CSV, Form.JSON);

    private static final int APPLICATION_CHARS_MAX = 100;

    private final Queries queries;
    private final KeptSessions sessions;

    QueryEndpoint(Queries queries, KeptSessions sessions) {
        this.queries = queries;
        this.sessions = sessions;
    }

    @Override
    public void answer(Exchange exchange) throws InterruptedException {
        Request request = exchange.request();
        Form form =
                Form.wanted(request.header("accept"), FORMS)
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

    static Problem unacceptable(String accept, List<Form> forms) {
        return new Problem(
                406,
                "no form of the answer is one that the request accepts: accept="
                        + accept
                        + ". There are "
                        + String.join(", ", forms.stream().map(Form::type).toList()));
    }

    private record Script(List<String> statements, boolean live) {}

    private static Rendition rendition(Exchange exchange, Form form) {
        return switch (form) {
            case EVENTS, LINES ->
                    new EventRendition(
                            () -> new EventFrames(exchange.stream(Reply.head(form.type())), form),
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

    private void carryOut(Exchange exchange, Session session, Script script, Rendition rendition)
            throws InterruptedException {
        Asked.Client client = client(exchange);
        int last = script.statements().size() - 1;
        for (int i = 0; i <= last && !exchange.isGone(); i++) {
            Listening listening = new Listening(rendition, i == last);
            Asked asked = new Asked(script.statements().get(i), script.live(), client);
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

    static Asked.Client client(Exchange exchange) {
        String agent = exchange.request().header("user-agent");
        return new Asked.Client(
                exchange.user(),
                "http",
                exchange.request().address().getHostAddress(),
                agent.substring(0, Math.min(agent.length(), APPLICATION_CHARS_MAX)));
    }
}
