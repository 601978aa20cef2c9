package telegraph.crawler.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static telegraph.crawler.dns.Messages.a;
import static telegraph.crawler.dns.Messages.aaaa;
import static telegraph.crawler.dns.Messages.cname;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import telegraph.crawler.Outcome;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

@Isolated("counts the threads of all resolvers")
class UdpResolverTest {
    private static final long PATIENCE_MILLIS = 120_000;

    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final AtomicLong nanos = new AtomicLong();
    private final List<AutoCloseable> open = new ArrayList<>();

    private record Answered(String host, DnsAnswer answer) {}

    private final BlockingQueue<Answered> answers = new LinkedBlockingQueue<>();

    private final Ticker ticker =
            new Ticker() {
                @Override
                public long nanos() {
                    return nanos.get();
                }

                @Override
                public void sleep(Duration duration) {
                    throw new UnsupportedOperationException("a resolver sleeps in its selector");
                }
            };

    @AfterEach
    void nothingIsHeld() throws Exception {
        for (AutoCloseable thing : open.reversed()) {
            thing.close();
        }
        Leaks.none("bytes", memory::used);
        Threads.await("the resolver's thread ends", () -> Threads.alive("dns") == 0);
    }

    @Test
    void aNameHasTheAddressesThatTheServerSays() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        Resolver resolver = resolver(options(server));
        DnsAnswer answer = resolve(resolver, "H7.Test.");
        assertEquals(found(60, "127.0.0.5"), answer);
        assertEquals(List.of("h7.test A"), server.asked);
    }

    @Test
    void anAnswerIsKeptForItsTtlAndNoLonger() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        Resolver resolver = resolver(options(server));
        resolve(resolver, "h.test");
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
        assertEquals(found(1, "127.0.0.5").kept(), resolve(resolver, "h.test"));
        assertEquals(1, server.asked.size());
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertEquals(found(60, "127.0.0.5"), resolve(resolver, "h.test"));
        assertEquals(2, server.asked.size());
    }

    @Test
    void whoAsksTheServersAsksThemWhateverIsKeptAndGetsAFreshAnswer() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        Resolver resolver = resolver(options(server));
        assertFalse(resolve(resolver, "h.test").isKept());
        assertTrue(resolve(resolver, "h.test").isKept());
        assertTrue(resolve(resolver, "127.0.0.9").isKept());
        CompletableFuture<DnsAnswer> got = new CompletableFuture<>();
        resolver.ask("h.test", (_, answer) -> got.complete(answer));
        assertFalse(got.get(60, TimeUnit.SECONDS).isKept());
        assertEquals(2, server.asked.size());
    }

    @Test
    void failuresThatAreForgottenAreAskedForAgainAndAnswersAreKept() throws Exception {
        AtomicBoolean isDown = new AtomicBoolean(true);
        ScriptedServer server =
                server((q, tcp) ->
                        one(
                                isDown.get() && nameOf(q).toString().startsWith("h.")
                                        ? Messages.absent(q, Rcode.SERVFAIL, 0, 0)
                                        : Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        Resolver resolver = resolver(options(server));
        resolve(resolver, "i.test");
        assertEquals(Outcome.DNS_TIMEOUT, resolve(resolver, "h.test").outcome());
        isDown.set(false);
        assertEquals(Outcome.DNS_TIMEOUT, resolve(resolver, "h.test").outcome());
        resolver.forgetFailures();
        assertEquals(found(60, "127.0.0.5"), resolve(resolver, "h.test"));
        assertTrue(resolve(resolver, "i.test").isKept());
    }

    @Test
    void aNameThatIsNotThereIsNotAskedForAgainWhileThatHolds() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> one(Messages.absent(q, Rcode.NXDOMAIN, 900, 30)));
        Resolver resolver = resolver(options(server));
        DnsAnswer answer = resolve(resolver, "none.test");
        assertEquals(Outcome.NO_ADDRESS, answer.outcome());
        assertEquals("there is no such name: none.test", answer.detail());
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(29));
        resolve(resolver, "none.test");
        assertEquals(List.of("none.test A"), server.asked);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        resolve(resolver, "none.test");
        assertEquals(2, server.asked.size());
    }

    @Test
    void whoAsksForANameThatIsBeingAskedForJoins() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch joined = new CountDownLatch(1);
        ScriptedServer server =
                server((q, tcp) -> {
                    asked.countDown();
                    await(joined);
                    return one(Messages.reply(q, a(nameOf(q), 1, "127.0.0.5")));
                });
        Resolver resolver = resolver(options(server));
        ask(resolver, "h.test");
        await(asked);
        for (int i = 0; i < 99; i++) {
            ask(resolver, i % 2 == 0 ? "h.test" : "H.TEST");
        }
        joined.countDown();
        for (int i = 0; i < 100; i++) {
            assertEquals(found(1, "127.0.0.5").kept(), next().answer.kept());
        }
        assertEquals(1, server.asked.size());
    }

    @Test
    void aCutReplyIsAskedForAgainOverTcp() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> {
                    Message reply = Messages.reply(q);
                    if (!tcp) {
                        reply.getHeader().setFlag(Flags.TC);
                        return one(reply);
                    }
                    for (int i = 0; i < 200; i++) {
                        reply.addRecord(a(nameOf(q), 60, "127.0.1." + i), 1);
                    }
                    return one(reply);
                });
        DnsAnswer answer = resolve(resolver(options(server)), "big.test");
        assertEquals(16, answer.addresses().size());
        assertEquals(InetAddress.ofLiteral("127.0.1.0"), answer.addresses().getFirst());
        assertEquals(List.of("big.test A", "big.test A tcp"), server.asked);
    }

    @Test
    void aServerThatCutsEvenOverTcpIsGivenUp() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> {
                    Message reply = Messages.reply(q);
                    reply.getHeader().setFlag(Flags.TC);
                    return one(reply);
                });
        DnsAnswer answer = resolve(resolver(options(server)), "big.test");
        assertEquals(Outcome.DNS_TIMEOUT, answer.outcome());
        assertEquals(6, server.asked.size());
    }

    @Test
    void aServerThatIsSilentIsFollowedByTheNext() throws Exception {
        ScriptedServer silent = server((q, tcp) -> List.of());
        ScriptedServer other =
                server((q, tcp) -> one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        Resolver resolver = resolver(options(silent, other));
        ask(resolver, "h.test");
        Threads.await("the first is asked", () -> silent.asked.size() == 1);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
        assertEquals(found(60, "127.0.0.5"), next().answer);
        assertEquals(1, other.asked.size());
        // The one that answered is asked first from now on.
        resolve(resolver, "i.test");
        assertEquals(List.of("h.test A"), silent.asked);
    }

    @Test
    void serversThatAreAllSilentAreGivenUpAfterTheLastTry() throws Exception {
        ScriptedServer silent = server((q, tcp) -> List.of());
        Resolver resolver = resolver(options(silent));
        ask(resolver, "h.test");
        for (int tries = 1; tries <= 3; tries++) {
            int asked = tries;
            Threads.await("it is asked", () -> silent.asked.size() == asked);
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
        }
        DnsAnswer answer = next().answer;
        assertEquals(Outcome.DNS_TIMEOUT, answer.outcome());
        assertTrue(answer.detail().startsWith("no reply from "), answer.detail());
        resolve(resolver, "h.test");
        assertEquals(3, silent.asked.size(), "a failure is remembered for a moment");
        assertTrue(silent.ports.size() > 1, "each try has a port of its own");
    }

    @Test
    void aServerThatFailsIsFollowedByTheNextAtOnce() throws Exception {
        ScriptedServer failing =
                server((q, tcp) -> {
                    Message reply = Messages.reply(q);
                    reply.getHeader().setRcode(Rcode.SERVFAIL);
                    return one(reply);
                });
        ScriptedServer other =
                server((q, tcp) -> one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        assertEquals(found(60, "127.0.0.5"), resolve(resolver(options(failing, other)), "h.test"));
    }

    @Test
    void aServerThatIsNotThereIsFollowedByTheNextAtOnce() throws Exception {
        InetSocketAddress gone;
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            gone = new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }
        ScriptedServer other =
                server((q, tcp) -> one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        Resolver resolver = resolver(ResolverOptions.of(List.of(gone, other.address())));
        assertEquals(found(60, "127.0.0.5"), resolve(resolver, "h.test"));
    }

    @Test
    void repliesThatAreForeignOrBrokenDoNotStandInTheWay() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> {
                    Message wrongId = Messages.reply(q, a(nameOf(q), 60, "127.0.0.66"));
                    wrongId.getHeader().setID(q.getHeader().getID() ^ 0x5555);
                    Message wrongName =
                            Messages.reply(
                                    Messages.question("evil.test", Type.A),
                                    a("evil.test", 60, "127.0.0.66"));
                    wrongName.getHeader().setID(q.getHeader().getID());
                    return List.of(
                            new byte[3],
                            wrongId.toWire(),
                            wrongName.toWire(),
                            Messages.reply(q, a(nameOf(q), 60, "127.0.0.5")).toWire());
                });
        assertEquals(found(60, "127.0.0.5"), resolve(resolver(options(server)), "h.test"));
        assertEquals(1, server.asked.size());
    }

    @Test
    void anAliasIsFollowedByAskingForItsTarget() throws Exception {
        ScriptedServer server =
                server((q, tcp) ->
                        one(
                                nameOf(q).equals("a.test")
                                        ? Messages.reply(q, cname("a.test", 20, "b.test"))
                                        : Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        Resolver resolver = resolver(options(server));
        assertEquals(found(20, "127.0.0.5"), resolve(resolver, "a.test"));
        assertEquals(found(60, "127.0.0.5").kept(), resolve(resolver, "b.test"));
        assertEquals(List.of("a.test A", "b.test A"), server.asked);
    }

    @Test
    void aliasesThatLeadBackEnd() throws Exception {
        ScriptedServer server =
                server((q, tcp) ->
                        one(
                                Messages.reply(
                                        q,
                                        cname(
                                                nameOf(q),
                                                20,
                                                nameOf(q).equals("a.test")
                                                        ? "b.test"
                                                        : "a.test"))));
        DnsAnswer answer = resolve(resolver(options(server)), "a.test");
        assertEquals(Outcome.NO_ADDRESS, answer.outcome());
        assertTrue(answer.detail().contains("other names for each other"), answer.detail());
    }

    @Test
    void aliasesThatAServerMakesUpWithoutEndEnd() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> one(Messages.reply(q, cname(nameOf(q), 20, "x" + nameOf(q)))));
        DnsAnswer answer = resolve(resolver(options(server)), "a.test");
        assertEquals(Outcome.NO_ADDRESS, answer.outcome());
        assertTrue(answer.detail().contains("without end"), answer.detail());
        assertEquals(17, server.asked.size());
    }

    @Test
    void aServerThatKnowsPlainQuestionsAloneIsAskedThoseAtOnceAndFromThenOn() throws Exception {
        List<Boolean> extended = new CopyOnWriteArrayList<>();
        ScriptedServer old =
                server((q, tcp) -> {
                    extended.add(q.getOPT() != null);
                    Message refusal = Messages.reply(q);
                    refusal.getHeader().setRcode(Rcode.FORMERR);
                    return one(
                            q.getOPT() == null
                                    ? Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))
                                    : refusal);
                });
        Resolver resolver = resolver(options(old));
        assertEquals(found(60, "127.0.0.5"), resolve(resolver, "a.test"));
        assertEquals(found(60, "127.0.0.5"), resolve(resolver, "b.test"));
        assertEquals(List.of(true, false, false), extended);
    }

    @Test
    void aServerThatSaysNothingToNewQuestionsAnswersTheLastTry() throws Exception {
        ScriptedServer shy =
                server((q, tcp) -> {
                    if (q.getOPT() != null) {
                        nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
                        return List.of();
                    }
                    return one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5")));
                });
        assertEquals(found(60, "127.0.0.5"), resolve(resolver(options(shy)), "a.test"));
        assertEquals(3, shy.asked.size());
    }

    @Test
    void aLongReplyComesInOnePieceOverUdp() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> {
                    Message reply = Messages.reply(q);
                    for (int i = 0; i < 60; i++) {
                        reply.addRecord(a(nameOf(q), 60, "127.0.1." + (i + 1)), Section.ANSWER);
                    }
                    return one(reply);
                });
        DnsAnswer answer = resolve(resolver(options(server)), "many.test");
        assertEquals(16, answer.addresses().size());
        assertEquals(List.of("many.test A"), server.asked);
    }

    @Test
    void theOtherFamilyIsAskedForOnlyIfTheFirstHasNothing() throws Exception {
        ScriptedServer server =
                server((q, tcp) ->
                        one(
                                q.getQuestion().getType() == Type.AAAA
                                        ? Messages.reply(q, aaaa(nameOf(q), 60, "2001:db8::1"))
                                        : Messages.absent(q, Rcode.NOERROR, 30, 30)));
        assertEquals(found(30, "2001:db8::1"), resolve(resolver(options(server)), "six.test"));
        assertEquals(List.of("six.test A", "six.test AAAA"), server.asked);
        DnsAnswer four = resolve(resolver(options(server).families(Families.IPV4)), "six.test");
        assertEquals(Outcome.NO_ADDRESS, four.outcome());
        assertEquals("the name has no address: six.test", four.detail());
    }

    @Test
    void literalsKnownHostsAndLocalhostNeedNoServer() throws Exception {
        ScriptedServer server = server((q, tcp) -> List.of());
        Resolver resolver =
                resolver(
                        options(server)
                                .hosts(Map.of("box", List.of(InetAddress.ofLiteral("10.1.2.3")))));
        assertEquals(
                List.of(InetAddress.ofLiteral("1.2.3.4")),
                resolve(resolver, "1.2.3.4").addresses());
        assertEquals(List.of(InetAddress.ofLiteral("::1")), resolve(resolver, "[::1]").addresses());
        assertEquals(
                List.of(InetAddress.ofLiteral("10.1.2.3")), resolve(resolver, "BOX").addresses());
        assertTrue(resolve(resolver, "localhost").addresses().getFirst().isLoopbackAddress());
        assertTrue(resolve(resolver, "a.localhost").addresses().getFirst().isLoopbackAddress());
        for (String wrong :
                List.of(
                        "",
                        ".",
                        "a..b",
                        "x".repeat(64) + ".test",
                        "a b",
                        "x.".repeat(127) + "xx")) {
            assertEquals(Outcome.NO_ADDRESS, resolve(resolver, wrong).outcome(), wrong);
        }
        assertEquals(List.of(), server.asked);
    }

    @Test
    void anAddressThatMayNotBeAskedIsForbiddenHoweverItIsWritten() throws Exception {
        ScriptedServer server =
                server((q, tcp) ->
                        one(
                                Messages.reply(
                                        q,
                                        a(nameOf(q), 60, "127.0.0.5"),
                                        a(
                                                nameOf(q),
                                                60,
                                                nameOf(q).equals("both.test")
                                                        ? "9.9.9.9"
                                                        : "127.0.0.6"))));
        Resolver resolver =
                resolver(options(server).allowed(address -> !address.isLoopbackAddress()));
        assertEquals(found(60, "9.9.9.9"), resolve(resolver, "both.test"));
        for (String host : List.of("inside.test", "127.0.0.1", "[::1]", "localhost")) {
            DnsAnswer answer = resolve(resolver, host);
            assertEquals(Outcome.ADDRESS_FORBIDDEN, answer.outcome(), host);
            assertEquals(List.of(), answer.addresses());
        }
    }

    @Test
    void moreNamesThanMayBeInFlightWaitInLine() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ScriptedServer server =
                server((q, tcp) -> {
                    await(go);
                    return one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5")));
                });
        Resolver resolver = resolver(options(server).limits(2, 100, 100));
        for (int i = 0; i < 50; i++) {
            ask(resolver, "h" + i + ".test");
        }
        Threads.await("the first is asked", () -> !server.asked.isEmpty());
        go.countDown();
        for (int i = 0; i < 50; i++) {
            Answered answered = next();
            assertEquals(
                    "h" + i + ".test",
                    answered.host,
                    "they keep their order within a small window");
            assertTrue(answered.answer.isFound());
        }
        assertEquals(50, server.asked.size());
    }

    @Test
    void moreQuestionsThanMayWaitAreRefusedAtOnce() throws Exception {
        ScriptedServer server = server((q, tcp) -> List.of());
        Resolver resolver = resolver(options(server).limits(2, 10, 100));
        for (int i = 0; i < 11; i++) {
            ask(resolver, "h" + i + ".test");
        }
        Answered refused = next();
        assertEquals("h10.test", refused.host);
        assertEquals("too many names wait for an address", refused.answer.detail());
        resolver.close();
        for (int i = 0; i < 10; i++) {
            DnsAnswer answer = next().answer;
            assertEquals(Outcome.DNS_TIMEOUT, answer.outcome());
            assertEquals("the resolver was closed", answer.detail());
        }
        assertEquals("the resolver was closed", resolve(resolver, "late.test").detail());
    }

    @Test
    void theCacheForgetsWhatWasUsedTheLongestAgo() throws Exception {
        ScriptedServer server =
                server((q, tcp) -> one(Messages.reply(q, a(nameOf(q), 60, "127.0.0.5"))));
        Resolver resolver = resolver(options(server).limits(2, 10, 2));
        resolve(resolver, "a.test");
        resolve(resolver, "b.test");
        resolve(resolver, "a.test");
        resolve(resolver, "c.test");
        resolve(resolver, "a.test");
        assertEquals(List.of("a.test A", "b.test A", "c.test A"), server.asked);
        resolve(resolver, "b.test");
        assertEquals(4, server.asked.size());
    }

    @Test
    void everyQuestionIsAnsweredOnceWhateverTheServersDo() throws Exception {
        ScriptedServer.Script wild =
                (q, tcp) -> {
                    int mood = Math.floorMod(nameOf(q).hashCode() + (tcp ? 1 : 0), 6);
                    Message right = Messages.reply(q, a(nameOf(q), 1, "127.0.0.5"));
                    byte[] wire = right.toWire();
                    return switch (mood) {
                        case 0 -> one(Messages.absent(q, Rcode.NXDOMAIN, 1, 1));
                        case 1 -> {
                            right.getHeader().setFlag(Flags.TC);
                            yield one(right);
                        }
                        case 2 -> List.of(Arrays.copyOf(wire, wire.length - 3));
                        case 3 -> List.of();
                        case 4 -> List.of(wire, wire, wire);
                        default -> one(right);
                    };
                };
        Resolver resolver = resolver(options(server(wild), server(wild)).limits(32, 10_000, 50));
        int count = 2_000;
        Thread time =
                Thread.ofVirtual()
                        .start(() -> {
                            while (!Thread.interrupted()) {
                                nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(50));
                                Thread.yield();
                                LockSupport.parkNanos(1_000_000);
                            }
                        });
        List<String> expected = new ArrayList<>();
        var random = Seeds.random(1);
        for (int i = 0; i < count; i++) {
            String host = "h" + random.nextInt(300) + ".test";
            expected.add(host);
            ask(resolver, host);
        }
        List<String> got = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            got.add(next().host);
        }
        time.interrupt();
        time.join();
        expected.sort(null);
        got.sort(null);
        assertEquals(expected, got);
        assertTrue(answers.isEmpty());
    }

    private ScriptedServer server(ScriptedServer.Script script) throws IOException {
        ScriptedServer server = new ScriptedServer(script);
        open.add(server);
        return server;
    }

    private Resolver resolver(ResolverOptions options) {
        Resolver resolver =
                new UdpResolver(options, ticker, Seeds.random(1), memory.query("dns", 32 << 20));
        open.add(resolver);
        return resolver;
    }

    private static ResolverOptions options(ScriptedServer... servers) {
        return ResolverOptions.of(Arrays.stream(servers).map(ScriptedServer::address).toList());
    }

    private static List<byte[]> one(Message reply) {
        return List.of(reply.toWire());
    }

    private static String nameOf(Message question) {
        return question.getQuestion().getName().toString(true);
    }

    private static DnsAnswer found(long ttl, String address) {
        return DnsAnswer.of(List.of(InetAddress.ofLiteral(address)), ttl);
    }

    private void ask(Resolver resolver, String host) {
        resolver.resolve(host, (name, answer) -> answers.add(new Answered(name, answer)));
    }

    private DnsAnswer resolve(Resolver resolver, String host) throws InterruptedException {
        ask(resolver, host);
        Answered answered = next();
        assertEquals(host, answered.host);
        return answered.answer;
    }

    private Answered next() throws InterruptedException {
        Answered answered = answers.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        if (answered == null) {
            throw new AssertionError("no answer came");
        }
        return answered;
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("it did not happen");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
