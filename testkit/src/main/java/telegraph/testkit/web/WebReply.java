package telegraph.testkit.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import telegraph.testkit.model.Bytes;
import telegraph.testkit.model.Mix;
import telegraph.testkit.model.National;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.PageText;
import telegraph.testkit.model.Paths;
import telegraph.testkit.model.Ref;
import telegraph.testkit.model.WebModel;
import telegraph.testkit.model.Wilds;

/// Makes answers, head and body in one piece, in buffers that are used again.
///
/// Threads: one at a time; who answers borrows it.
final class WebReply {
    static final long RETRY_AFTER_SECONDS = 1;

    private static final int HEAD_ROOM = 1_024;
    private static final byte[] SPACE = new byte[HEAD_ROOM];
    private static final byte[] HTML = Bytes.ascii("text/html; charset=utf-8");
    private static final byte[] PLAIN = Bytes.ascii("text/plain");
    private static final int ROBOTS_OCTETS = 700_000;
    private static final int HUGE_OCTETS = 5 << 20;
    private static final int HEADER_OCTETS = 1 << 20;
    private static final int BINARY_OCTETS = 10_000;
    private static final int KEPT_OCTETS_MAX = 1 << 18;

    /// What comes of the connection.
    enum Ending {
        KEPT,
        CLOSED,
        RESET
    }

    private final WebModel model;
    private final PageText text;
    private final long[] links;
    private final Bytes head = new Bytes(HEAD_ROOM);
    private final Bytes body;
    private final Bytes scratch = new Bytes(64);
    private int start;
    private Ending ending;
    private boolean isFinal;
    private boolean holds;

    WebReply(WebModel model, PageText text) {
        this.model = model;
        this.text = text;
        links = new long[model.linksMax()];
        body = new Bytes(HEAD_ROOM + 2 * model.shape.size().pageBytes());
    }

    /// The answer to a request; 404 for [Ref#NOTHING].
    ///
    /// @param isFirst whether this was not asked for before
    void make(long ref, WebRequest request, boolean isFirst) {
        body.clear().add(SPACE);
        ending = Ending.KEPT;
        isFinal = true;
        holds = false;
        if (ref == Ref.NOTHING) {
            notFound();
            return;
        }
        switch (Ref.what(ref)) {
            case Ref.ROBOTS -> robots(Ref.host(ref));
            case Ref.MOVED_ROBOTS -> {
                model.movedRules(Ref.host(ref), body);
                finish(200, PLAIN);
            }
            case Ref.SITEMAP -> sitemap(Ref.host(ref));
            case Ref.ORPHAN -> words(200, ref);
            case Ref.LOOP, Ref.CHAIN -> redirect(302, ref, model.redirect(ref));
            case Ref.TRAP -> {
                Wilds.trap(request.target(), body);
                finish(200, HTML);
            }
            case Ref.PAGE -> page(ref, request, isFirst);
            default -> notFound();
        }
    }

    private void robots(int host) {
        switch (model.robotsKind(host)) {
            case MISSING -> notFound();
            case FORBIDDEN -> finish(403, PLAIN);
            case BROKEN -> finish(503, PLAIN);
            case CUT -> {
                model.rules(host, body);
                start(200, PLAIN);
                cut();
            }
            case REDIRECTED ->
                    redirect(301, Ref.of(Ref.ROBOTS, host, 0), Ref.of(Ref.MOVED_ROBOTS, host, 0));
            case REDIRECTED_AWAY -> {
                int next = (host + 1) % model.hosts;
                redirect(301, Ref.of(Ref.ROBOTS, host, 0), Ref.of(Ref.MOVED_ROBOTS, next, 0));
            }
            case GARBAGE -> {
                text.words(host, body);
                finish(200, HTML);
            }
            case HUGE -> {
                model.rules(host, body);
                while (body.length < ROBOTS_OCTETS) {
                    body.add("# and what else is to be said of robots\n");
                }
                body.add("Disallow: /\n");
                finish(200, PLAIN);
            }
            case SITEMAP -> {
                model.rules(host, body);
                body.add("\nSitemap: ");
                text.url(Ref.of(Ref.SITEMAP, host, 0), body);
                body.add('\n');
                finish(200, PLAIN);
            }
            case ALLOWS, DISALLOWS, DISALLOWS_ALL, CRAWL_DELAY -> {
                model.rules(host, body);
                finish(200, PLAIN);
            }
        }
    }

    private void sitemap(int host) {
        body.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        body.add("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
        for (int orphan = 0; orphan < WebModel.ORPHANS; orphan++) {
            body.add("<url><loc>");
            text.url(Ref.of(Ref.ORPHAN, host, orphan), body);
            body.add("</loc></url>\n");
        }
        body.add("</urlset>\n");
        finish(200, Bytes.ascii("application/xml"));
    }

    private void page(long ref, WebRequest request, boolean isFirst) {
        PageKind kind = model.pageKind(Ref.host(ref), Ref.number(ref));
        switch (kind) {
            case HTML -> html(ref, request);
            case REDIRECT, REDIRECT_AWAY, REDIRECT_LOOP, REDIRECT_CHAIN ->
                    redirect(kind.status(), ref, model.redirect(ref));
            case NOT_FOUND, SERVER_ERROR -> words(kind.status(), ref);
            case BUSY, RATE_LIMITED, FLAKY -> {
                if (isFirst) {
                    refuse(kind);
                } else {
                    linked(ref, kind);
                }
            }
            case GZIP, DEFLATE, DEFLATE_RAW -> packed(ref, kind);
            case META_REFRESH -> {
                text.refresh(model.refresh(ref), body);
                finish(200, HTML);
            }
            case DUPLICATE -> words(200, kind.ordinal());
            case NEAR_DUPLICATE -> {
                text.words(PageKind.DUPLICATE.ordinal(), body);
                body.add("<p>Seen from page ").add(Ref.number(ref)).add("</p>\n");
                finish(200, HTML);
            }
            case TEXT -> {
                body.add("Write <a href=\"/decoy/7.html\">so</a> for a link.\n");
                finish(200, PLAIN);
            }
            case BINARY -> {
                for (int i = 0; i < BINARY_OCTETS; i++) {
                    body.add((char) (Mix.of(0, ref, i, 0) & 0xFF));
                }
                finish(200, Bytes.ascii("application/pdf"));
            }
            case EMPTY -> finish(200, HTML);
            case HUGE_HEADER, BOMB, BAD_GZIP, BAD_CHUNK, LENGTH_TOO_LONG -> broken(ref, kind);
            default -> linked(ref, kind);
        }
    }

    private void html(long ref, WebRequest request) {
        scratch.clear().add('"').add(Ref.host(ref)).add('-').add(Ref.number(ref)).add('"');
        if (request.hasEtag(scratch)) {
            head.clear().add("HTTP/1.1 304 Not Modified\r\n");
            etag();
            head.add("\r\n");
            join();
            return;
        }
        text.page(ref, PageKind.HTML, links, body);
        start(200, HTML);
        etag();
        length();
    }

    /// A page with links that differs from a plain one in its markup or its way of being sent.
    private void linked(long ref, PageKind kind) {
        text.page(ref, kind, links, body);
        Wilds.link(kind, Ref.number(ref), body);
        if (kind == PageKind.HUGE) {
            text.fill(HUGE_OCTETS, body);
        }
        if (National.is(kind)) {
            String html = new String(body.array, HEAD_ROOM, body.length - HEAD_ROOM, ISO_8859_1);
            byte[] encoded = National.encode(kind, PageText.title(model, ref), html);
            body.clear().add(SPACE).add(encoded);
            finish(200, National.type(kind));
            return;
        }
        if (kind == PageKind.HTTP_10) {
            head.clear().add("HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n");
            join();
            ending = Ending.CLOSED;
            return;
        }
        start(200, HTML);
        switch (kind) {
            case UNTIL_CLOSE -> {
                head.add("\r\n");
                join();
                ending = Ending.CLOSED;
            }
            case CHUNKED -> chunked();
            case HEADER_NOFOLLOW -> {
                head.add("X-Robots-Tag: nofollow\r\n");
                length();
            }
            case LENGTH_TOO_SHORT -> {
                length();
                body.add("<a href=\"/decoy/9.html\">behind the end</a>\n");
            }
            default -> length();
        }
    }

    private void packed(long ref, PageKind kind) {
        text.page(ref, kind, links, body);
        byte[] packed =
                kind == PageKind.GZIP
                        ? Packer.gzip(body.array, HEAD_ROOM, body.length)
                        : Packer.deflate(
                                body.array, HEAD_ROOM, body.length, kind == PageKind.DEFLATE_RAW);
        body.clear().add(SPACE).add(packed);
        start(200, HTML);
        head.add("Content-Encoding: ").add(kind == PageKind.GZIP ? "gzip\r\n" : "deflate\r\n");
        length();
    }

    private void chunked() {
        byte[] page = Arrays.copyOfRange(body.array, HEAD_ROOM, body.length);
        body.clear().add(SPACE);
        int third = page.length / 3;
        for (int at = 0; at < page.length; at += third) {
            int end = Math.min(page.length, at + third);
            body.add(Integer.toHexString(end - at)).add(";name=\"value\"\r\n");
            body.add(page, at, end).add("\r\n");
        }
        body.add("0\r\nX-Trailer: yes\r\n\r\n");
        head.add("Transfer-Encoding: chunked\r\n\r\n");
        join();
    }

    /// No whole response.
    private void broken(long ref, PageKind kind) {
        isFinal = false;
        start(200, HTML);
        switch (kind) {
            case HUGE_HEADER -> {
                head.add("X-Filler: ");
                while (head.length < HEADER_OCTETS) {
                    head.add("filler ");
                }
                head.add("\r\n");
                length();
            }
            case BOMB -> {
                body.add(Packer.bomb());
                head.add("Content-Encoding: gzip\r\n");
                length();
                ending = Ending.CLOSED;
            }
            case BAD_GZIP -> {
                text.words(ref, body);
                head.add("Content-Encoding: gzip\r\n");
                length();
            }
            case BAD_CHUNK -> {
                body.add("ok\r\n<a href=/decoy/24.html>\r\nnone\r\n");
                head.add("Transfer-Encoding: chunked\r\n\r\n");
                join();
            }
            default -> {
                text.words(ref, body);
                cut();
            }
        }
    }

    /// Announces more than there is.
    private void cut() {
        head.add("Content-Length: ").add(body.length + 1).add("\r\n\r\n");
        join();
        ending = Ending.CLOSED;
    }

    private void refuse(PageKind kind) {
        isFinal = false;
        if (kind == PageKind.FLAKY) {
            start = body.length;
            ending = Ending.RESET;
            return;
        }
        holds = true;
        start(kind == PageKind.BUSY ? 503 : 429, PLAIN);
        head.add("Retry-After: ").add(RETRY_AFTER_SECONDS).add("\r\n");
        length();
    }

    private void redirect(int status, long from, long to) {
        start(status, HTML);
        head.add("Location: ");
        if (Ref.host(to) == Ref.host(from) && (Ref.number(from) & 1) == 0) {
            Paths.write(to, head);
        } else {
            text.url(to, head);
        }
        head.add("\r\n");
        length();
    }

    private void words(int status, long variant) {
        text.words(variant, body);
        finish(status, HTML);
    }

    private void notFound() {
        body.add("not here\n");
        finish(404, PLAIN);
    }

    private void start(int status, byte[] type) {
        head.clear().add("HTTP/1.1 ").add(status).add(status == 200 ? " OK" : " Other");
        head.add("\r\nServer: synthetic\r\nContent-Type: ").add(type).add("\r\n");
    }

    private void etag() {
        head.add("ETag: ").add(scratch.array, 0, scratch.length).add("\r\n");
    }

    private void finish(int status, byte[] type) {
        start(status, type);
        length();
    }

    private void length() {
        head.add("Content-Length: ").add(body.length - HEAD_ROOM).add("\r\n\r\n");
        join();
    }

    /// Puts the head before the body.
    private void join() {
        if (head.length > HEAD_ROOM) {
            head.add(body.array, HEAD_ROOM, body.length);
            body.clear().add(head.array, 0, head.length);
            start = 0;
            return;
        }
        start = HEAD_ROOM - head.length;
        System.arraycopy(head.array, 0, body.array, start, head.length);
    }

    byte[] array() {
        return body.array;
    }

    int start() {
        return start;
    }

    int octets() {
        return body.length - start;
    }

    Ending ending() {
        return ending;
    }

    /// Whether it is what is to be had in the end.
    boolean isFinal() {
        return isFinal;
    }

    /// Whether the next request to the host has to wait.
    boolean holds() {
        return holds;
    }

    /// Whether its buffers are small enough to be kept.
    boolean isSmall() {
        return body.array.length <= KEPT_OCTETS_MAX && head.array.length <= KEPT_OCTETS_MAX;
    }
}
