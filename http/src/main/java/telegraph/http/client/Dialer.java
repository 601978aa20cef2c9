package telegraph.http.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import telegraph.ground.TelegraphException;
import telegraph.http.ClientOptions;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.url.Url;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.FetchWatch;
import telegraph.http.wire.MessageWords;
import telegraph.http.wire.OpenWires;
import telegraph.http.wire.TrustAll;
import telegraph.http.wire.Wire;

/// Connects wires: to the site or to the proxy, and through TLS if the URL says so.
///
/// Threads: any.
final class Dialer {
    private static final int OK_FIRST = 200;
    private static final int OK_LAST = 299;
    private static final int PROXY_HEAD_MAX = 8 << 10;
    private static final int SESSIONS_MAX = 4096;

    private final ClientOptions options;
    private final RequestHead requests;
    private final OpenWires wires;
    private final SSLContext context;

    Dialer(ClientOptions options, RequestHead requests, OpenWires wires) {
        this.options = options;
        this.wires = wires;
        this.requests = requests;
        this.context = context(options.tls());
    }

    private static SSLContext context(ClientOptions.Tls tls) {
        try {
            SSLContext made = SSLContext.getInstance("TLS");
            if (!tls.verify()) {
                made.init(null, new TrustAll[] {new TrustAll()}, null);
            } else if (tls.context().isPresent()) {
                made = tls.context().get();
            } else {
                made.init(null, null, null);
            }
            made.getClientSessionContext().setSessionCacheSize(SESSIONS_MAX);
            return made;
        } catch (GeneralSecurityException e) {
            throw TelegraphException.bug("the platform has no TLS", e);
        }
    }

    SSLContext context() {
        return context;
    }

    /// Opens the wire, which is closed. The exchange's watch is armed for the connection then.
    void dial(Url url, InetAddress address, Wire wire, FetchSlot exchange)
            throws FetchFailure, InterruptedException {
        int bytes = wires.add(url.isHttps());
        Socket socket = new Socket(java.net.Proxy.NO_PROXY);
        wire.begin(socket, wires, bytes);
        exchange.watch.arm(socket, FetchWatch.Phase.CONNECT, exchange.connectDeadline());
        try {
            connect(url, address, socket, exchange);
            Socket through = socket;
            if (url.isHttps()) {
                socket.setTcpNoDelay(true);
                if (options.proxy().isPresent()) {
                    tunnel(url, socket, exchange);
                }
                through = secure(url, socket, exchange);
            }
            wire.open(through, url);
        } catch (IOException e) {
            wire.close();
            throw exchange.why(e, FetchOutcome.CONNECT_FAILED, "no connection");
        } catch (FetchFailure | InterruptedException e) {
            wire.close();
            throw e;
        }
    }

    private void connect(Url url, InetAddress address, Socket socket, FetchSlot exchange)
            throws IOException, FetchFailure, InterruptedException {
        InetSocketAddress target;
        Optional<ClientOptions.Proxy> proxy = options.proxy();
        if (proxy.isPresent()) {
            target = new InetSocketAddress(proxy.get().host(), proxy.get().port());
            if (target.isUnresolved()) {
                exchange.watch.disarm();
                throw new FetchFailure(
                        FetchOutcome.CONNECT_FAILED,
                        "the proxy has no address: proxy=" + proxy.get());
            }
        } else {
            target = new InetSocketAddress(address, url.port());
        }
        try {
            socket.connect(target);
        } catch (IOException e) {
            throw exchange.why(
                    e,
                    unconnected(MessageWords.reason(e)),
                    "no connection: to="
                            + target.getAddress().getHostAddress()
                            + ":"
                            + target.getPort());
        }
    }

    private FetchOutcome unconnected(String reason) {
        if (reason.contains("timed out")) {
            // The system gave up before we did.
            return FetchOutcome.CONNECT_TIMEOUT;
        }
        // What a proxy refuses says nothing of the host.
        return reason.contains("refused") && options.proxy().isEmpty()
                ? FetchOutcome.CONNECT_REFUSED
                : FetchOutcome.CONNECT_FAILED;
    }

    /// Whether a connection to an address, or to the proxy, can be opened; it is closed again.
    boolean reaches(InetSocketAddress address, int millisMax) throws InterruptedException {
        InetSocketAddress target =
                options.proxy()
                        .map(proxy -> new InetSocketAddress(proxy.host(), proxy.port()))
                        .orElse(address);
        try (Socket socket = new Socket(java.net.Proxy.NO_PROXY)) {
            socket.connect(target, millisMax);
            return true;
        } catch (IOException e) {
            // Whatever is in the way, nobody was reached.
            if (Thread.interrupted()) {
                throw new InterruptedException(e.getMessage());
            }
            return false;
        }
    }

    /// Connects a socket to an address or, if there is a proxy, through that to a host and port.
    void reach(Socket socket, InetSocketAddress address, String target) throws IOException {
        if (options.proxy().isEmpty()) {
            socket.connect(address);
            return;
        }
        ClientOptions.Proxy proxy = options.proxy().get();
        socket.connect(new InetSocketAddress(proxy.host(), proxy.port()));
        Octets request = new Octets(FetchSlot.REQUEST_OCTETS);
        requests.connect(request, target);
        socket.getOutputStream().write(request.array(), 0, request.length());
        byte[] answer = new byte[PROXY_HEAD_MAX];
        InputStream in = socket.getInputStream();
        ResponseHead head = new ResponseHead();
        head.begin(0);
        try {
            int length = 0;
            while (!head.isComplete(answer, length)) {
                // An octet at a time, so that nothing of what follows is taken.
                int count = length == answer.length ? -1 : in.read(answer, length, 1);
                if (count < 0) {
                    throw new IOException("the proxy said nothing");
                }
                length += count;
            }
            head.parse(answer);
        } catch (FetchFailure e) {
            throw new IOException(e.getMessage(), e);
        }
        if (head.status() < OK_FIRST || head.status() > OK_LAST) {
            throw new IOException(
                    "the proxy lets nobody through: proxy=" + proxy + " status=" + head.status());
        }
    }

    private void tunnel(Url url, Socket socket, FetchSlot exchange)
            throws IOException, FetchFailure, InterruptedException {
        Octets request = new Octets(FetchSlot.REQUEST_OCTETS);
        requests.connect(request, url.host() + ":" + url.port());
        socket.getOutputStream().write(request.array(), 0, request.length());
        exchange.inlet.begin(socket.getInputStream());
        exchange.readHead();
        int status = exchange.head.status();
        exchange.forgetHead();
        if (status < OK_FIRST || status > OK_LAST || !exchange.inlet.isEmpty()) {
            exchange.watch.disarm();
            throw new FetchFailure(
                    FetchOutcome.CONNECT_FAILED,
                    "the proxy lets nobody through: proxy="
                            + options.proxy().get()
                            + " status="
                            + status);
        }
    }

    /// A host as certificates have it: without brackets, and without the dot that ends a name.
    private static String certified(String host) {
        String bare = ClientOptions.bare(host);
        return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
    }

    private Socket secure(Url url, Socket socket, FetchSlot exchange)
            throws FetchFailure, InterruptedException {
        try {
            String host = certified(url.host());
            SSLSocket secure =
                    (SSLSocket)
                            context.getSocketFactory().createSocket(socket, host, url.port(), true);
            SSLParameters parameters = secure.getSSLParameters();
            if (options.tls().verify()) {
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
            }
            parameters.setApplicationProtocols(new String[] {"http/1.1"});
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            return secure;
        } catch (IOException e) {
            if (MessageWords.reason(e).contains("no_application_protocol")) {
                exchange.insistsOnHttp2();
            }
            // Who hangs up amidst the handshake may be in a better mood the next time.
            boolean broke = e instanceof SocketException || e.getCause() instanceof EOFException;
            throw exchange.why(
                    e,
                    broke ? FetchOutcome.CONNECT_FAILED : FetchOutcome.TLS_FAILED,
                    "no TLS: host=" + url.host());
        }
    }
}
