package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import telegraph.ground.TelegraphException;
import telegraph.server.door.DoorContext;
import telegraph.server.postgres.dialect.ClientSetting;
import telegraph.server.postgres.dialect.ClientSettings;
import telegraph.server.postgres.login.ScramExchange;
import telegraph.server.postgres.login.StartupPacket;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.Malformed;
import telegraph.server.postgres.message.PgReport;
import telegraph.server.postgres.message.Replies;
import telegraph.sql.Settings;

/// What happens on a connection until its client is in.
///
/// ```
/// ( opened ) ── TLS asked ──▶ ( opened ) ── startup ──▶ ( proving ) ── proof ──▶ ( in )
///      │                                        └── nobody has to prove anything ──▶ │
///      └── cancel ──▶ closed
/// ```
///
/// Threads: the connection's loop.
final class Login {
    private static final int NONCE_BYTES = 18;
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;

    /// The newest minor version of protocol 3 that is spoken.
    private static final int MINOR = 2;

    private final DoorContext door;
    private final Backends backends;
    private Channel channel;
    private StartupPacket.Startup startup;
    private ScramExchange exchange;
    private boolean proving;
    private boolean refused;
    private PgConversation conversation;
    private Backends.Backend backend;

    Login(DoorContext door, Backends backends) {
        this.door = door;
        this.backends = backends;
    }

    /// Whether the startup packet has come, after which messages have types.
    boolean isStarted() {
        return startup != null;
    }

    /// Whether the connection is about to be closed.
    boolean isRefused() {
        return refused;
    }

    /// The conversation, or null until the client is in.
    PgConversation conversation() {
        return conversation;
    }

    /// Takes a packet that comes before messages have types.
    ///
    /// @param alone whether nothing came after it
    void opening(Channel on, Fields fields, boolean alone) {
        channel = on;
        switch (StartupPacket.read(fields)) {
            case StartupPacket.TlsAsked _ -> tls(alone);
            case StartupPacket.GssAsked _ -> answer('N');
            case StartupPacket.Cancel cancel -> {
                // What runs may have to be told in several places, which takes a moment.
                Thread.ofVirtual()
                        .name("postgres cancel")
                        .start(() -> {
                            backends.cancel(cancel.process(), cancel.secret());
                            channel.close();
                        });
                refused = true;
            }
            case StartupPacket.Foreign foreign ->
                    fatal(
                            channel,
                            "0A000",
                            "unsupported frontend protocol "
                                    + foreign.major()
                                    + "."
                                    + foreign.minor()
                                    + ": server supports 3.0 to 3."
                                    + MINOR);
            case StartupPacket.Startup start -> started(start);
        }
    }

    private void answer(char letter) {
        ByteBuf one = channel.alloc().buffer(1);
        channel.writeAndFlush(one.writeByte(letter), channel.voidPromise());
    }

    private void tls(boolean alone) {
        Optional<SslContext> tls = door.tls();
        if (tls.isEmpty() || channel.pipeline().get(SslHandler.class) != null) {
            answer('N');
            return;
        }
        if (!alone) {
            // Somebody in between may have put it there, to be taken for what comes encrypted.
            throw new Malformed("nothing follows the question for TLS before its answer");
        }
        answer('S');
        channel.pipeline().addFirst(tls.get().newHandler(channel.alloc()));
    }

    private void started(StartupPacket.Startup start) {
        startup = start;
        if (start.user().isEmpty()) {
            fatal(channel, "28000", "no PostgreSQL user name specified in startup packet");
            return;
        }
        if (!start.settings().getOrDefault("replication", "false").matches("(?i)false|off|no|0")) {
            fatal(channel, "0A000", "there is no replication by this protocol");
            return;
        }
        Replies replies = new Replies(channel.alloc());
        if (start.minor() > MINOR || start.minor() == 1 || !start.unknown().isEmpty()) {
            replies.negotiateVersion(minor(), start.unknown());
        }
        if (door.accounts().isOpen()) {
            in(replies);
            return;
        }
        ByteBuf out = replies.authentication(SASL);
        if (certificateHash().isPresent()) {
            Replies.text(out, ScramExchange.BOUND);
        }
        Replies.text(out, ScramExchange.PLAIN);
        out.writeByte(0);
        replies.end();
        proving = true;
        channel.writeAndFlush(replies.take(), channel.voidPromise());
    }

    private int minor() {
        return startup.minor() == 1 ? 0 : Math.min(startup.minor(), MINOR);
    }

    /// The hash of the certificate that this connection's TLS shows, if it is encrypted.
    private Optional<byte[]> certificateHash() {
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        if (handler == null) {
            return Optional.empty();
        }
        Certificate[] shown = handler.engine().getSession().getLocalCertificates();
        if (shown == null || !(shown[0] instanceof X509Certificate certificate)) {
            return Optional.empty();
        }
        String algorithm = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
        String hash =
                algorithm.startsWith("SHA384")
                        ? "SHA-384"
                        : algorithm.startsWith("SHA512") ? "SHA-512" : "SHA-256";
        try {
            byte[] encoded = certificate.getEncoded();
            return Optional.of(MessageDigest.getInstance(hash).digest(encoded));
        } catch (GeneralSecurityException e) {
            throw TelegraphException.bug("a certificate has an encoding and a hash", e);
        }
    }

    /// Takes a step of the proof.
    void proof(Fields fields) {
        if (!proving) {
            throw new Malformed("the proof has been given");
        }
        if (exchange == null) {
            String mechanism = fields.text();
            int length = fields.valueLength();
            exchange =
                    new ScramExchange(
                            door.accounts().scram(startup.user()),
                            certificateHash(),
                            mechanism,
                            backends.bytes(NONCE_BYTES));
            if (length >= 0) {
                said(SASL_CONTINUE, exchange.first(fields.text(length)));
            }
        } else {
            Optional<String> last = exchange.last(fields.text(fields.left()));
            proving = false;
            if (last.isEmpty()) {
                wrong();
                return;
            }
            door.accounts().right(address());
            Replies replies = new Replies(channel.alloc());
            say(replies, SASL_FINAL, last.get());
            in(replies);
        }
        fields.demandEnd();
    }

    private void said(int kind, String text) {
        Replies replies = new Replies(channel.alloc());
        say(replies, kind, text);
        channel.writeAndFlush(replies.take(), channel.voidPromise());
    }

    private static void say(Replies replies, int kind, String text) {
        replies.authentication(kind).writeCharSequence(text, StandardCharsets.UTF_8);
        replies.end();
    }

    private InetAddress address() {
        return ((InetSocketAddress) channel.remoteAddress()).getAddress();
    }

    /// A wrong proof is told after a while, so that guessing takes long.
    private void wrong() {
        refused = true;
        Duration delay = door.accounts().wrong(address());
        String user = startup.user();
        channel.eventLoop()
                .schedule(
                        () ->
                                fatal(
                                        channel,
                                        "28P01",
                                        "password authentication failed for user \"" + user + '"'),
                        delay.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void in(Replies replies) {
        ClientSettings settings = new ClientSettings();
        List<String> first = new ArrayList<>();
        settings.start(ClientSetting.TIME_ZONE, zone(door.telegraph().world().clock().getZone()));
        settings.start(ClientSetting.SESSION_AUTHORIZATION, startup.user());
        Settings governed = door.telegraph().settings();
        for (ClientSetting setting : ClientSetting.values()) {
            setting.governed().ifPresent(name -> settings.start(setting, governed.show(name)));
        }
        try {
            for (Map.Entry<String, String> said : startup.settings().entrySet()) {
                start(said.getKey(), said.getValue(), settings, first);
            }
        } catch (TelegraphException e) {
            replies.clear();
            fatal(channel, e.state().code(), e.getMessage());
            return;
        }
        PgTalk.Peer peer =
                new PgTalk.Peer(startup.user(), startup.database(), address().getHostAddress());
        PgConversation begun =
                new PgConversation(
                        door,
                        backends.messages(),
                        new PgConversation.Start(channel, peer, settings, first));
        backend = backends.enter(minor(), begun.cancelling());
        replies.authentication(0);
        replies.end();
        settings.report(replies);
        replies.backendKey(backend.process(), backend.secret());
        door.connections().proven(channel);
        conversation = begun;
        begun.begin(replies);
    }

    private static String zone(ZoneId zone) {
        return zone.getId().equals("Z") ? "UTC" : zone.getId();
    }

    private static void start(
            String name, String value, ClientSettings settings, List<String> first) {
        Optional<ClientSetting> known = ClientSetting.find(name);
        if (known.isPresent()) {
            String checked = known.get().checked(value);
            settings.start(known.get(), checked);
            known.get().governing(checked).ifPresent(first::add);
        } else if (!name.equals("replication")) {
            String setting = name.replaceAll("[^A-Za-z0-9_.]", "");
            first.add("SET " + setting + " = '" + value.replace("'", "''") + "'");
        }
    }

    /// Says why the connection ends, and ends it.
    void fatal(Channel on, String code, String why) {
        refused = true;
        Replies last = new Replies(on.alloc());
        last.error(PgReport.fatal(code, why));
        on.writeAndFlush(last.take()).addListener(_ -> on.close());
    }

    /// The connection is closed.
    void gone() {
        if (conversation != null) {
            backends.leave(backend);
            conversation.gone();
        }
    }
}
