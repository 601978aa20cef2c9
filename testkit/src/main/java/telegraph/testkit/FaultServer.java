package telegraph.testkit;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// A small HTTP/1.1 server on the loopback address that is slow, wrong or gone as a test demands.
///
/// ```java
/// try (FaultServer server = new FaultServer()) {
///     server.on("/flaky", Answer.first(2, Reply.status(503), Reply.json("[]")));
///     server.on("/cut", Answer.always(Reply.json(page).cutAfter(10)));
///     fetch(server.url("/flaky"));
///     assertEquals(3, server.requests("/flaky"));
/// }
/// ```
///
/// A path nobody set answers 404. The counters let a test see what the client did: requests by
/// path, connections open now, requests being answered at once at most.
///
/// Threads: any may set and ask; each connection has a virtual thread of its own.
public final class FaultServer implements AutoCloseable {
    private final ServerSocket listener;
    private final String scheme;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final List<Request> log = new CopyOnWriteArrayList<>();
    private final List<Throwable> faults = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger busyMax = new AtomicInteger();

    public FaultServer() {
        this("http", plain());
    }

    FaultServer(String scheme, ServerSocket listener) {
        this.scheme = scheme;
        this.listener = listener;
        Thread.ofVirtual().name("fault-server").start(this::accept);
    }

    private static ServerSocket plain() {
        try {
            return new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// From now on `answer` decides about requests for exactly this path.
    public FaultServer on(String path, Answer answer) {
        answers.put(path, answer);
        return this;
    }

    /// From now on requests for exactly this path get `reply`.
    public FaultServer on(String path, Reply reply) {
        return on(path, Answer.always(reply));
    }

    public int port() {
        return listener.getLocalPort();
    }

    /// The address of a path; `path` may carry a query.
    public String url(String path) {
        return scheme + "://127.0.0.1:" + port() + path;
    }

    /// Requests read so far, all paths.
    public int requests() {
        return log.size();
    }

    /// Requests read so far for one path.
    public int requests(String path) {
        AtomicInteger count = counts.get(path);
        return count == null ? 0 : count.get();
    }

    /// All requests read so far, in order.
    public List<Request> log() {
        return List.copyOf(log);
    }

    /// Connections the client holds open now.
    public int openConnections() {
        return open.size();
    }

    /// Connections ever accepted.
    public int connections() {
        return accepted.get();
    }

    /// Requests being answered now, waits included.
    public int inProgress() {
        return busy.get();
    }

    /// The most requests that were being answered at once.
    public int inProgressMax() {
        return busyMax.get();
    }

    /// What an [Answer] of the test threw, so that a mistake in a test is not taken for a fault
    /// asked for.
    public List<Throwable> faults() {
        return List.copyOf(faults);
    }

    /// Stops listening and resets every connection.
    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                accepted.incrementAndGet();
                Thread.ofVirtual().name("fault-connection").start(() -> serve(socket));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    faults.add(e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            if (listener.isClosed()) {
                return;
            }
            socket.setTcpNoDelay(true);
            PushbackInputStream in = new PushbackInputStream(socket.getInputStream(), 1);
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
            for (Request request = read(in); request != null; request = read(in)) {
                busyMax.accumulateAndGet(busy.incrementAndGet(), Math::max);
                try {
                    if (!send(socket, in, out, request)) {
                        return;
                    }
                } finally {
                    busy.decrementAndGet();
                }
            }
        } catch (IOException e) {
            // The client went away or the test is over: the counters tell, nobody else asks.
            assert e != null;
        } catch (RuntimeException | AssertionError e) {
            faults.add(e);
        } finally {
            open.remove(socket);
        }
    }

    /// Sends the reply; false when the connection is to be closed.
    private boolean send(Socket socket, PushbackInputStream in, OutputStream out, Request request)
            throws IOException {
        Answer answer = answers.getOrDefault(request.path(), Answer.always(Reply.status(404)));
        Reply reply = answer.to(request);
        if (reply.delayMillis() > 0 && !wait(socket, in, reply.delayMillis())) {
            return false;
        }
        if (reply.sentBytes() >= 0) {
            out.write(head(reply).getBytes(StandardCharsets.ISO_8859_1));
            if (!request.method().equals("HEAD")) {
                sendBody(out, reply);
            }
            out.flush();
        }
        switch (reply.ending()) {
            case KEEP -> {
                return !request.header("Connection").equalsIgnoreCase("close");
            }
            case CLOSE -> {
                return false;
            }
            case RESET -> {
                socket.setSoLinger(true, 0);
                return false;
            }
            case HANG -> {
                wait(socket, in, 0);
                return false;
            }
        }
        throw new AssertionError(reply.ending());
    }

    private static String head(Reply reply) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " Status\r\n");
        reply.headers().forEach((k, v) -> head.append(k).append(": ").append(v).append("\r\n"));
        if (reply.chunked()) {
            head.append("Transfer-Encoding: chunked\r\n");
        } else if (reply.status() != 304 && reply.status() != 204) {
            head.append("Content-Length: ").append(reply.body().length).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static void sendBody(OutputStream out, Reply reply) throws IOException {
        if (reply.status() == 304 || reply.status() == 204) {
            return;
        }
        int sent = Math.min(reply.sentBytes(), reply.body().length);
        if (!reply.chunked()) {
            out.write(reply.body(), 0, sent);
            return;
        }
        int chunk = Math.max(1, Math.min(8192, reply.body().length / 3));
        for (int at = 0; at < sent; at += chunk) {
            int bytes = Math.min(chunk, sent - at);
            out.write((Integer.toHexString(bytes) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(reply.body(), at, bytes);
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        if (sent == reply.body().length) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    /// Waits `millis`, 0 for ever; false when the client went away meanwhile.
    private static boolean wait(Socket socket, PushbackInputStream in, long millis)
            throws IOException {
        socket.setSoTimeout((int) millis);
        try {
            int early = in.read();
            if (early < 0) {
                return false;
            }
            in.unread(early);
            // The client sent its next request already: it cannot be watched any longer.
            Thread.sleep(millis);
            return millis > 0;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            socket.setSoTimeout(0);
        }
    }

    /// The next request, null at the end of the connection.
    private Request read(PushbackInputStream in) throws IOException {
        String start = line(in);
        if (start == null) {
            return null;
        }
        String[] words = start.split(" ");
        if (words.length != 3) {
            throw new IOException("not a request line: line=" + start);
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        int mark = words[1].indexOf('?');
        String path = mark < 0 ? words[1] : words[1].substring(0, mark);
        Request request =
                new Request(
                        words[0],
                        path,
                        mark < 0 ? "" : words[1].substring(mark + 1),
                        headers,
                        new String(body, StandardCharsets.UTF_8),
                        counts.computeIfAbsent(path, p -> new AtomicInteger()).incrementAndGet());
        log.add(request);
        return request;
    }

    private static String line(PushbackInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public String toString() {
        return log.stream()
                .map(r ->
                        r.method() + " " + r.path() + (r.query().isEmpty() ? "" : "?" + r.query()))
                .collect(Collectors.joining("\n"));
    }
}
