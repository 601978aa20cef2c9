package telegraph.sql.coverage;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.memory.Type;
import telegraph.sources.HttpAccess;
import telegraph.sources.HttpColumn;
import telegraph.sources.HttpDeclaration;
import telegraph.sources.HttpSettings;
import telegraph.sources.HttpSources;
import telegraph.sources.Reach;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// An API with rows of a [Population] on numbered pages, and a way to it.
///
/// Threads: any.
final class Site implements AutoCloseable {
    private final FaultServer server = new FaultServer();
    private final List<String> pages = new ArrayList<>();
    private final HttpAccess access;

    /// Pages, numbered from 1, that answer with an error.
    volatile Set<Integer> broken = Set.of();

    /// How long an answer takes.
    volatile long delayMillis;

    Site(Path directory, List<Object[]> rows, int pageRows) {
        HttpSettings usual = HttpSettings.defaults();
        HttpSettings settings =
                new HttpSettings(
                        usual.hostConcurrencyMax(),
                        usual.totalConcurrencyMax(),
                        Optional.empty(),
                        0,
                        usual.bodyBytesMax(),
                        usual.timeout());
        access =
                new HttpAccess(
                        Disk.FILES,
                        directory,
                        settings,
                        _ -> Optional.empty(),
                        new HttpAccess.Surroundings(
                                Ticker.SYSTEM,
                                Clock.systemUTC(),
                                1,
                                HttpClient::newBuilder,
                                () -> Reach.ALL));
        int count = (rows.size() + pageRows - 1) / pageRows;
        for (int page = 0; page < count; page++) {
            int from = page * pageRows;
            List<Object[]> part = rows.subList(from, Math.min(rows.size(), from + pageRows));
            pages.add(page(part, count, rows.size()));
        }
        server.on(
                "/rows",
                request -> {
                    int page = Integer.parseInt(request.parameter("page"));
                    return broken.contains(page)
                            ? Reply.status(500)
                            : Reply.json(pages.get(page - 1)).delayed(delayMillis);
                });
    }

    private static String page(List<Object[]> rows, int count, int total) {
        StringBuilder text =
                new StringBuilder("{\"pages\":" + count + ",\"total\":" + total + ",\"results\":[");
        for (Object[] row : rows) {
            text.append(text.charAt(text.length() - 1) == '[' ? "" : ",")
                    .append("{\"g\":" + row[0] + ",\"c\":" + row[1] + ",\"x\":" + row[2] + "}");
        }
        return text.append("]}").toString();
    }

    /// @param onError what becomes of a page that cannot be had
    Source source(String onError) {
        return source(onError, Map.of());
    }

    /// @param more options
    Source source(String onError, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("url", url());
        options.put("format", "json");
        options.put("rows", "$.results");
        options.put("page_count", "$.pages");
        options.put("page_size", "30");
        options.put("on_error", onError);
        options.put("retries", "0");
        options.put("stable", "true");
        List<HttpColumn> columns =
                List.of(
                        column("g", Type.INTEGER),
                        column("c", Type.INTEGER),
                        column("x", Type.DOUBLE));
        return new HttpSources(access).open(new HttpDeclaration("api", columns, options));
    }

    String url() {
        return server.url("/rows?page={page}");
    }

    private static HttpColumn column(String name, Type type) {
        return new HttpColumn(name, type, "", HttpColumn.Use.PLAIN, false);
    }

    @Override
    public void close() {
        access.close();
        server.close();
    }
}
