package telegraph.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.engine.Routes;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// An eddy that changes its mind: two sites that know one customer in ten each, one fast and one
/// slow, and in the middle of the query they swap.
///
/// Whichever site is asked first spares the other nine questions in ten. A plan fixed at the start
/// would be wrong half of the time. Prints how many customers both sites know, how often each site
/// was asked, and each change of route with its reason; the number is always
///
/// ```
/// customers known to both: 50
/// ```
public final class EddyAdapts {
    private static final int CUSTOMERS = 5_000;
    private static final int SWAP_AFTER = 1_500;
    private static final int SLOW_MILLIS = 20;

    private final AtomicInteger asked = new AtomicInteger();
    private final PrintStream out;

    private EddyAdapts(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        run(Files.createTempDirectory("adapts"), System.out);
    }

    /// @param folder an empty one, where the file and the sandbox go
    static void run(Path folder, PrintStream out) throws IOException, InterruptedException {
        new EddyAdapts(out).run(folder);
    }

    private void run(Path folder) throws IOException, InterruptedException {
        StringBuilder customers = new StringBuilder("id\n");
        for (int id = 0; id < CUSTOMERS; id++) {
            customers.append(id).append('\n');
        }
        Files.writeString(folder.resolve("customers.csv"), customers);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Telegraph telegraph =
                        Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
                Session session = telegraph.session()) {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/left/", exchange -> answer(exchange, true));
            server.createContext("/right/", exchange -> answer(exchange, false));
            server.start();
            try {
                String address = "http://127.0.0.1:" + server.getAddress().getPort();
                ask(session, declaration("left_site", address + "/left/"));
                ask(session, declaration("right_site", address + "/right/"));
                ask(
                        session,
                        """
                        SELECT count(*)
                        FROM 'customers.csv' c
                        JOIN left_site l ON l.id = c.id
                        JOIN right_site r ON r.id = c.id
                        """);
            } finally {
                server.stop(0);
            }
        }
    }

    private static String declaration(String name, String address) {
        return """
        CREATE SOURCE %s (id BIGINT REQUIRED, score INTEGER)
        WITH (connector = 'http', url = '%s{id}', format = 'json', rows = '$.found', max_concurrent = 8)
        """
                .formatted(name, address);
    }

    /// Each site knows one id in ten, by another rule, and is slow in one half of the time.
    private void answer(HttpExchange exchange, boolean left) throws IOException {
        try (exchange) {
            boolean leftIsSlow = asked.getAndIncrement() < SWAP_AFTER;
            if (left == leftIsSlow) {
                Thread.sleep(SLOW_MILLIS);
            }
            String path = exchange.getRequestURI().getPath();
            int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
            boolean known = left ? id % 10 == 0 : id / 10 % 10 == 0;
            byte[] body =
                    (known ? "{\"found\":[{\"score\":1}]}" : "{\"found\":[]}")
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(Session session, String sql) throws InterruptedException {
        Query query = session.start(sql, this::show);
        query.join();
    }

    private void show(Event event) {
        switch (event) {
            case Event.Rows rows ->
                    out.println("customers known to both: " + rows.rows().getFirst()[0]);
            case Event.Failed failed -> out.println("error: " + failed.cause().getMessage());
            case Event.End end -> {
                end.progress().stream()
                        .filter(source -> source.requests() > 0)
                        .forEach(source ->
                                out.printf(
                                        "%s was asked %d times%n",
                                        source.source(), source.requests()));
                end.routes().forEach(routes -> routes.changes().forEach(this::show));
            }
            default -> {}
        }
    }

    private void show(Routes.Change change) {
        out.printf(
                "after %d ms rows of %s go to %s: %s%n",
                change.millis(),
                change.span(),
                String.join(", then ", change.order()),
                change.why());
    }
}
