package telegraph.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import telegraph.server.door.DoorContext;
import telegraph.server.http.file.Asset;
import telegraph.server.http.file.BrowserPage;
import telegraph.server.http.file.Libraries;
import telegraph.server.http.file.Resources;
import telegraph.server.http.wire.Gate;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.Problem;
import telegraph.server.http.wire.Route;
import telegraph.server.http.wire.Router;
import telegraph.server.http.wire.Site;
import telegraph.server.http.wire.WholeRequest;
import telegraph.server.net.RefusingDoor;
import telegraph.sql.Settings;

/// Sets up connections that speak HTTP/1.1.
///
/// ```
/// codec ──▶ outflow ──▶ conversation ──▶ site ──▶ endpoints
/// ```
///
/// Threads: any. Closing it closes the sessions it keeps.
public final class HttpDoor extends ChannelInitializer<SocketChannel>
        implements RefusingDoor, AutoCloseable {
    private final Site site;
    private final KeptSessions sessions;
    private final QueryNews news;

    public HttpDoor(DoorContext context) {
        Settings settings = context.telegraph().settings();
        ClassLoader loader = HttpDoor.class.getClassLoader();
        Libraries libraries = new Libraries(loader);
        BrowserPage page = new BrowserPage(loader, libraries, context.telegraph().world().chance());
        this.sessions = new KeptSessions(context.telegraph(), context.ticker());
        this.news = new QueryNews(context.queries(), context.ticker());
        List<Route> routes = new ArrayList<>(Api.routes(context, sessions, news));
        routes.addAll(files(page, libraries));
        this.site =
                new Site(
                        new Router(List.copyOf(routes)),
                        new Gate(context.accounts(), context.ticker(), origins(settings)),
                        new Site.Ground(
                                context.ticker(),
                                context.telegraph().world().clock(),
                                context.journal()),
                        context.queries().statementBytesMax());
    }

    /// The other sites that may come in.
    private static Set<String> origins(Settings settings) {
        String named = settings.text("http_cors_origins");
        return named.equals("none") ? Set.of() : Set.of(named.split(", "));
    }

    private static List<Route> files(BrowserPage page, Libraries libraries) {
        List<Route> routes = new ArrayList<>();
        routes.add(file("/", page::index));
        page.paths().forEach(path -> routes.add(file(path, page::file)));
        routes.add(file("/v1/openapi.json", description()));
        routes.add(file(Libraries.PREFIX + "**", libraries::reply));
        return routes;
    }

    /// What tells programs of all addresses.
    private static Answer description() {
        URL document = HttpDoor.class.getResource("openapi.json");
        Asset asset = new Asset(Resources.read(document), BrowserPage.type("openapi.json"));
        return request -> asset.reply(request, "no-cache");
    }

    private interface Answer {
        HttpReply to(WholeRequest request);
    }

    private static Route file(String pattern, Answer answer) {
        return new Route(
                "GET",
                pattern,
                Route.Access.PUBLIC,
                false,
                exchange -> exchange.reply(answer.to(exchange.request())));
    }

    /// Who answers which address.
    List<Route> routes() {
        return site.routes();
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        site.open(channel);
    }

    @Override
    public ByteBuf refusal(ByteBufAllocator allocator, String why) {
        byte[] body = new Problem(503, why).reply().body();
        ByteBuf refusal =
                ByteBufUtil.writeAscii(
                        allocator,
                        "HTTP/1.1 503 Service Unavailable\r\ncontent-type:"
                                + " application/problem+json\r\ncontent-length: "
                                + body.length
                                + "\r\nretry-after: 10\r\nconnection: close\r\n\r\n");
        return refusal.writeBytes(body);
    }

    @Override
    public void close() {
        news.close();
        sessions.close();
    }
}
