package telegraph.server.http.wire;

/// One request and the way to answer it: once, whole by [#reply] or piece by piece by [#stream].
///
/// Threads: any; whoever answers does it on one thread at a time.
public final class HttpExchange {
    private final WholeRequest request;
    private final HttpConversation conversation;
    private volatile String user = "";
    private volatile boolean begun;
    private boolean gone;
    private Runnable onGone = () -> {};
    private volatile Runnable onLeaving = () -> {};

    HttpExchange(WholeRequest request, HttpConversation conversation) {
        this.request = request;
        this.conversation = conversation;
    }

    public WholeRequest request() {
        return request;
    }

    /// Who asks.
    public String user() {
        return user;
    }

    /// Says who asks.
    void by(String name) {
        user = name;
    }

    public void reply(HttpReply reply) {
        begun = true;
        conversation.reply(reply, request);
    }

    /// Sends the head of a response and returns where its body goes.
    public Flow stream(HttpReply head) {
        begun = true;
        return conversation.stream(head, request);
    }

    /// Whether something of the answer is sent.
    public boolean isBegun() {
        return begun;
    }

    /// The answer stays incomplete, which the client sees by the connection's end.
    public void abort() {
        conversation.channel().close();
    }

    /// What to do when the client goes away before it has its answer; at once, if it has already.
    /// It may not wait.
    public void onGone(Runnable action) {
        synchronized (this) {
            if (!gone) {
                onGone = action;
                return;
            }
        }
        action.run();
    }

    public synchronized boolean isGone() {
        return gone;
    }

    /// What to do when the server stops, for an answer that has no end of its own.
    public void onLeaving(Runnable action) {
        onLeaving = action;
    }

    /// The server stops.
    void leave() {
        onLeaving.run();
    }

    /// The client has gone away, or has its answer.
    void left(boolean answered) {
        Runnable action;
        synchronized (this) {
            action = answered ? () -> {} : onGone;
            gone = true;
            onGone = () -> {};
        }
        action.run();
    }
}
