package telegraph.testkit.web;

/// Makes answers, head and body in one piece, in buffers that are used again.
///
/// Threads: one at a time; who answers borrows it.
final class WebReply {
    private static final int HEAD_ROOM = 1_024;
    private static final byte[] SPACE = new byte[HEAD_ROOM];
    private static final byte[] HTML = Bytes.ascii("text/html; charset=utf-8");
    private static final byte[] PLAIN = Bytes.ascii("text/plain");

    private final WebModel model;
    private final PageText text;
    private final long[] links;
    private final Bytes head = new Bytes(HEAD_ROOM);
    private final Bytes body;
    private final Bytes scratch = new Bytes(64);

    WebReply(WebModel model, PageText text) {
        this.model = model;
        this.text = text;
        links = new long[model.linksMax()];
        body = new Bytes(HEAD_ROOM + 2 * model.shape.size().pageBytes());
    }

    /// The answer to a request; 404 for [Ref#NOTHING].
    void make(long ref, WebRequest request) {
        body.clear().add(SPACE);
        if (ref == Ref.NOTHING) {
            notFound();
            return;
        }
        int host = Ref.host(ref);
        int number = Ref.number(ref);
        switch (Ref.what(ref)) {
            case Ref.ROBOTS -> {
                if (model.robotsKind(host) == RobotsKind.MISSING) {
                    notFound();
                } else {
                    model.robots(host, body);
                    start(200, "OK", PLAIN);
                    finish();
                }
            }
            case Ref.DECOY -> notFound();
            default -> page(ref, host, number, request);
        }
    }

    private void page(long ref, int host, int number, WebRequest request) {
        PageKind kind = model.pageKind(host, number);
        int status = Search.status(kind);
        switch (kind) {
            case HTML -> {
                scratch.clear().add('"').add(host).add('-').add(number).add('"');
                if (request.hasEtag(scratch)) {
                    head.clear().add("HTTP/1.1 304 Not Modified\r\n");
                    etag();
                    head.add("\r\n");
                    join();
                    return;
                }
                text.page(host, number, links, body);
                start(status, "OK", HTML);
                etag();
                finish();
            }
            case REDIRECT, REDIRECT_AWAY -> {
                start(status, "Moved", HTML);
                head.add("Location: ");
                long to = model.redirect(host, number, kind);
                if (Ref.host(to) == host && (number & 1) == 0) {
                    model.path(to, head);
                } else {
                    text.url(to, head);
                }
                head.add("\r\n");
                finish();
            }
            case NOT_FOUND, SERVER_ERROR -> {
                text.words(ref, body);
                start(status, kind == PageKind.NOT_FOUND ? "Not Found" : "Sorry", HTML);
                finish();
            }
        }
    }

    private void notFound() {
        body.clear().add(SPACE).add("not here\n");
        start(404, "Not Found", PLAIN);
        finish();
    }

    private void start(int status, String reason, byte[] type) {
        head.clear().add("HTTP/1.1 ").add(status).add(' ').add(reason);
        head.add("\r\nServer: synthetic\r\nContent-Type: ").add(type).add("\r\n");
    }

    private void etag() {
        head.add("ETag: ").add(scratch.array, 0, scratch.length).add("\r\n");
    }

    private void finish() {
        head.add("Content-Length: ").add(body.length - HEAD_ROOM).add("\r\n\r\n");
        join();
    }

    private void join() {
        System.arraycopy(head.array, 0, body.array, start(), head.length);
    }

    byte[] array() {
        return body.array;
    }

    int start() {
        return HEAD_ROOM - head.length;
    }

    int end() {
        return body.length;
    }
}
