package telegraph.crawler.dns;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import telegraph.crawler.Outcome;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.ground.Uninterruptibly;
import telegraph.memory.Region;

/// A stub resolver: asks name servers that ask the others (RFC 1035, RFC 2181, RFC 2308).
///
/// Invariants:
///
/// 1. A name has at most one lookup, and a lookup one message on its way; who asks meanwhile joins.
/// 2. At most `queriesInFlightMax` lookups have a message on their way; others wait in line.
/// 3. Every question is answered once, and at most `waitingMax` wait.
/// 4. An answer is kept as long as its TTL says, a failure for [#FAILURE_TTL] seconds.
/// 5. A name leads to at most [#ALIASES_MAX] others, one from the other, however slyly a server
///    makes them up.
///
/// Who wants to forge an answer has to guess the port and the id of its question, which are random.
/// Replies may be longer than 512 octets (EDNS0), unless a server has shown that it does not know
/// that; the last try asks without, because some say nothing at all then.
///
/// Threads: `resolve` may be called by any. One thread of its own does all the work, so what it
/// works on is not locked.
///
/// Memory: what the cache may hold is charged to the region as long as the resolver is open.
public final class UdpResolver implements Resolver {
    /// RFC 9520: failures are remembered, or a name that cannot be had is asked for all the time.
    private static final long FAILURE_TTL = 5;

    /// An address that may not be believed for any time at all is good for the one who asked.
    private static final long LEAST_TTL = 1;

    /// How long the thread sleeps at most while something is on its way.
    private static final long NAP_MILLIS = 100;

    private static final int MESSAGE_OCTETS_MAX = 16_384;
    private static final int ALIASES_MAX = 16;

    /// Stands in the line of questions, and is none.
    private static final Lookup.Question FORGET =
            new Lookup.Question("", (host, answer) -> {}, false);

    private final ResolverOptions options;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final Region region;
    private final long charged;
    private final KnownNames known;
    private final AnswerCache cache;
    private final Selector selector;
    private final Thread thread;

    private final Queue<Lookup.Question> asked = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /// Held to wake the thread and to close the selector, which is not woken afterwards.
    private final Object door = new Object();

    private volatile boolean closed;
    private volatile Throwable failure;

    private final Map<String, Lookup> lookups = new HashMap<>();
    private final ArrayDeque<Lookup> line = new ArrayDeque<>();

    /// Lookups with a message on its way. All wait equally long, so the first is the next to be
    /// late.
    private final Set<Lookup> inFlight = new LinkedHashSet<>();

    private final ByteBuffer received = ByteBuffer.allocate(MESSAGE_OCTETS_MAX);

    /// The server that answered last.
    private int server;

    /// Which servers understand plain questions alone.
    private final BitSet plain = new BitSet();

    public UdpResolver(
            ResolverOptions options, Ticker ticker, RandomGenerator random, Region region) {
        this.options = options;
        this.ticker = ticker;
        this.random = random;
        this.region = region;
        this.known = new KnownNames(options.hosts(), options.families());
        this.cache = new AnswerCache(options.cacheEntriesMax());
        this.charged = (long) options.cacheEntriesMax() * AnswerCache.ENTRY_BYTES;
        region.charge(charged);
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            region.discharge(charged);
            throw TelegraphException.of(
                    SqlState.IO_ERROR,
                    "the system gives no selector for name resolution: cause=" + e.getMessage(),
                    e);
        }
        this.thread = Thread.ofPlatform().name("dns").daemon().unstarted(this::work);
        thread.start();
    }

    @Override
    public void resolve(String host, Answers to) {
        put(new Lookup.Question(host, to, false));
    }

    @Override
    public void ask(String host, Answers to) {
        put(new Lookup.Question(host, to, true));
    }

    @Override
    public void forgetFailures() {
        // In line with the questions, so that none that comes later is answered from before.
        asked.add(FORGET);
        wake();
    }

    private void put(Lookup.Question question) {
        if (waiting.incrementAndGet() > options.waitingMax()) {
            waiting.decrementAndGet();
            DnsAnswer many = refusal("too many names wait for an address");
            question.to().answered(question.host(), many);
            return;
        }
        asked.add(question);
        wake();
        if (closed) {
            // The thread may have looked for questions for the last time before this one came.
            refuseAsked();
        }
    }

    @Override
    public void close() {
        closed = true;
        wake();
        if (Thread.currentThread() != thread) {
            Uninterruptibly.join(thread);
        }
    }

    private void wake() {
        synchronized (door) {
            if (selector.isOpen()) {
                selector.wakeup();
            }
        }
    }

    private void work() {
        try {
            while (!closed) {
                selector.select(this::ready, napMillis());
                takeQuestions();
                giveUpLate();
                startWaiting();
            }
        } catch (IOException | RuntimeException e) {
            failure = e;
        } finally {
            closed = true;
            end();
        }
    }

    private long napMillis() {
        if (inFlight.isEmpty()) {
            return 0;
        }
        long left = inFlight.iterator().next().deadline - ticker.nanos();
        return Math.clamp(TimeUnit.NANOSECONDS.toMillis(left) + 1, 1, NAP_MILLIS);
    }

    private void takeQuestions() {
        for (Lookup.Question q = asked.poll(); q != null; q = asked.poll()) {
            if (q == FORGET) {
                cache.forgetFailures();
                continue;
            }
            String name = q.host().toLowerCase(Locale.ROOT);
            if (name.endsWith(".")) {
                name = name.substring(0, name.length() - 1);
            }
            DnsAnswer answer = q.isForServers() ? null : atOnce(name);
            if (answer != null) {
                give(q, answer);
            } else {
                lookup(name).questions.add(q);
            }
        }
    }

    private DnsAnswer atOnce(String name) {
        Optional<DnsAnswer> certain = known.answer(name);
        return certain.isPresent()
                ? admitted(certain.get()).kept()
                : cache.get(name, ticker.nanos());
    }

    /// The lookup of a name, which gets in line if there was none.
    private Lookup lookup(String name) {
        return lookups.computeIfAbsent(
                name,
                n -> {
                    Lookup lookup = new Lookup(n);
                    lookup.server = server;
                    line.add(lookup);
                    return lookup;
                });
    }

    private void startWaiting() {
        while (!line.isEmpty() && inFlight.size() < options.queriesInFlightMax()) {
            send(line.remove());
        }
    }

    private void giveUpLate() {
        long now = ticker.nanos();
        while (!inFlight.isEmpty()) {
            Lookup first = inFlight.iterator().next();
            if (first.deadline - now > 0) {
                return;
            }
            tryNext(first, "no reply from " + serverOf(first));
        }
    }

    /// Sends the question of a lookup; if that fails at once, to the next server.
    private void send(Lookup lookup) {
        lookup.closeExchange();
        lookup.id = random.nextInt(1 << 16);
        lookup.deadline = ticker.nanos() + options.timeout().toNanos();
        lookup.extended = !plain.get(lookup.server) && lookup.tries + 1 < options.tries();
        byte[] message =
                DnsMessage.question(lookup.id, lookup.name, typeOf(lookup), lookup.extended);
        Exchange.Registration registration = new Exchange.Registration(selector, lookup);
        inFlight.remove(lookup);
        inFlight.add(lookup);
        try {
            lookup.exchange =
                    lookup.overTcp
                            ? Exchange.stream(serverOf(lookup), message, registration)
                            : Exchange.datagram(serverOf(lookup), message, registration);
        } catch (IOException e) {
            tryNext(lookup, "cannot ask " + serverOf(lookup) + ": " + e.getMessage());
        }
    }

    private int typeOf(Lookup lookup) {
        return options.families().types().get(lookup.family);
    }

    private InetSocketAddress serverOf(Lookup lookup) {
        return options.servers().get(lookup.server);
    }

    private void ready(SelectionKey key) {
        Lookup lookup = (Lookup) key.attachment();
        if (lookup.exchange == null || !key.isValid()) {
            return;
        }
        DnsReply reply;
        try {
            int octets = lookup.exchange.receive(received);
            if (octets == 0) {
                return;
            }
            reply =
                    DnsMessage.reply(
                            received.array(), octets, lookup.id, lookup.name, typeOf(lookup));
        } catch (IOException e) {
            tryNext(lookup, "cannot ask " + serverOf(lookup) + ": " + e.getMessage());
            return;
        }
        take(lookup, reply);
    }

    private void take(Lookup lookup, DnsReply reply) {
        switch (reply) {
            case DnsReply.Foreign() -> {
                // Whoever sent it, the reply may still come.
            }
            case DnsReply.Cut() -> {
                if (lookup.overTcp) {
                    tryNext(lookup, serverOf(lookup) + " cuts its reply over TCP, too");
                } else {
                    lookup.overTcp = true;
                    send(lookup);
                }
            }
            case DnsReply.Unread(String why) -> {
                if (lookup.extended) {
                    plain.set(lookup.server);
                    send(lookup);
                } else {
                    tryNext(lookup, serverOf(lookup) + ": " + why);
                }
            }
            case DnsReply.Failed(String why) -> tryNext(lookup, serverOf(lookup) + ": " + why);
            case DnsReply.Found(List<InetAddress> addresses, long ttlSeconds) -> {
                server = lookup.server;
                long ttl = Math.max(LEAST_TTL, Math.min(ttlSeconds, lookup.ttlMax));
                finish(lookup, admitted(DnsAnswer.of(addresses, ttl)));
            }
            case DnsReply.Alias(String target, long ttlSeconds) -> {
                server = lookup.server;
                follow(lookup, target, ttlSeconds);
            }
            case DnsReply.Absent(boolean exists, long ttlSeconds) -> {
                server = lookup.server;
                absent(lookup, exists, ttlSeconds);
            }
        }
    }

    private void tryNext(Lookup lookup, String why) {
        lookup.closeExchange();
        lookup.tries++;
        lookup.overTcp = false;
        if (lookup.tries >= options.tries()) {
            finish(lookup, refusal(why));
            return;
        }
        lookup.server = (lookup.server + 1) % options.servers().size();
        send(lookup);
    }

    private void absent(Lookup lookup, boolean exists, long ttlSeconds) {
        lookup.ttlMax = Math.min(lookup.ttlMax, Math.max(LEAST_TTL, ttlSeconds));
        if (exists && lookup.family + 1 < options.families().types().size()) {
            lookup.family++;
            lookup.tries = 0;
            lookup.overTcp = false;
            send(lookup);
            return;
        }
        String what = exists ? "the name has no address" : "there is no such name";
        finish(
                lookup,
                DnsAnswer.none(lookup.ttlMax, Outcome.NO_ADDRESS, what + ": " + lookup.name));
    }

    /// Waits for the lookup of the name that is this one's true name.
    private void follow(Lookup lookup, String target, long ttlSeconds) {
        lookup.closeExchange();
        inFlight.remove(lookup);
        lookup.ttlMax = Math.min(lookup.ttlMax, Math.max(LEAST_TTL, ttlSeconds));
        DnsAnswer answer = atOnce(target);
        if (answer != null) {
            finish(lookup, answer);
            return;
        }
        if (lookup.aliases == ALIASES_MAX) {
            String end = "one name leads to another without end: ";
            finish(lookup, DnsAnswer.none(FAILURE_TTL, Outcome.NO_ADDRESS, end + lookup.name));
            return;
        }
        Lookup other = lookup(target);
        if (other.waitsFor(lookup)) {
            finish(
                    lookup,
                    DnsAnswer.none(
                            FAILURE_TTL,
                            Outcome.NO_ADDRESS,
                            "names are other names for each other: "
                                    + lookup.name
                                    + ", "
                                    + target));
            return;
        }
        other.aliases = Math.max(other.aliases, lookup.aliases + 1);
        lookup.target = other;
        other.followers.add(lookup);
    }

    private DnsAnswer admitted(DnsAnswer answer) {
        List<InetAddress> allowed = answer.addresses().stream().filter(options.allowed()).toList();
        return allowed.isEmpty() && answer.isFound()
                ? DnsAnswer.none(
                        answer.ttlSeconds(),
                        Outcome.ADDRESS_FORBIDDEN,
                        "this crawl must not ask " + answer.addresses().getFirst().getHostAddress())
                : answer.with(allowed, answer.ttlSeconds());
    }

    private static DnsAnswer refusal(String why) {
        return DnsAnswer.none(FAILURE_TTL, Outcome.DNS_TIMEOUT, why);
    }

    /// Gives a lookup's answer to all who wait for it.
    private void finish(Lookup lookup, DnsAnswer answer) {
        lookup.closeExchange();
        inFlight.remove(lookup);
        lookups.remove(lookup.name);
        lookup.target = null;
        long ttl = Math.min(answer.ttlSeconds(), lookup.ttlMax);
        DnsAnswer own =
                new DnsAnswer(answer.addresses(), ttl, answer.outcome(), answer.detail(), false);
        cache.put(lookup.name, own, ticker.nanos());
        for (Lookup.Question question : lookup.questions) {
            give(question, own);
        }
        for (Lookup follower : lookup.followers) {
            finish(follower, own);
        }
    }

    private void give(Lookup.Question question, DnsAnswer answer) {
        waiting.decrementAndGet();
        question.to().answered(question.host(), answer);
    }

    private void end() {
        for (Lookup lookup : lookups.values()) {
            lookup.closeExchange();
            for (Lookup.Question question : lookup.questions) {
                give(question, closedAnswer());
            }
        }
        lookups.clear();
        refuseAsked();
        synchronized (door) {
            try {
                selector.close();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        region.discharge(charged);
    }

    private void refuseAsked() {
        for (Lookup.Question q = asked.poll(); q != null; q = asked.poll()) {
            if (q != FORGET) {
                give(q, closedAnswer());
            }
        }
    }

    private DnsAnswer closedAnswer() {
        Throwable cause = failure;
        return refusal(cause == null ? "the resolver was closed" : "the resolver broke: " + cause);
    }
}
