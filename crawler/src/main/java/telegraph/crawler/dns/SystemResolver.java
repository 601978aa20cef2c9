package telegraph.crawler.dns;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import telegraph.crawler.Outcome;

/// Asks the JDK's resolver, which asks the system's: for machines whose names come from elsewhere
/// than DNS.
///
/// The system's call blocks and cannot be given up, so a few platform threads wait in it (a virtual
/// thread would hold its carrier meanwhile, and with it the fetchers). The system tells no TTL; the
/// JDK keeps answers itself, for [#TTL] seconds.
///
/// Threads: any. Answers of different names may come at once.
public final class SystemResolver implements Resolver {
    private static final long TTL = 30;
    private static final long FAILURE_TTL = 5;
    private static final int THREADS = 16;
    private static final int WAITING_MAX = 65_536;
    private static final int IDLE_SECONDS = 10;

    private final Predicate<InetAddress> allowed;
    private final ThreadPoolExecutor threads;

    /// One who asks, in line for a thread.
    private final class Question implements Runnable {
        private final String host;
        private final Answers to;

        Question(String host, Answers to) {
            this.host = host;
            this.to = to;
        }

        @Override
        public void run() {
            to.answered(host, ask(host));
        }

        void refuse(String why) {
            to.answered(host, DnsAnswer.none(FAILURE_TTL, Outcome.DNS_TIMEOUT, why));
        }
    }

    /// Asks for addresses of which only `allowed` ones are given out.
    public SystemResolver(Predicate<InetAddress> allowed) {
        this.allowed = allowed;
        this.threads =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(WAITING_MAX),
                        Thread.ofPlatform().name("dns-", 0).daemon().factory());
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void resolve(String host, Answers to) {
        Question question = new Question(host, to);
        try {
            threads.execute(question);
        } catch (RejectedExecutionException e) {
            question.refuse(
                    threads.isShutdown()
                            ? "the resolver was closed"
                            : "too many names wait for an address");
        }
    }

    private DnsAnswer ask(String host) {
        try {
            List<InetAddress> all = List.of(InetAddress.getAllByName(host));
            List<InetAddress> some = all.stream().filter(allowed).toList();
            return some.isEmpty()
                    ? DnsAnswer.none(
                            TTL,
                            Outcome.ADDRESS_FORBIDDEN,
                            "this crawl must not ask " + all.getFirst().getHostAddress())
                    : DnsAnswer.of(some, TTL);
        } catch (UnknownHostException e) {
            String words = String.valueOf(e.getMessage());
            // The system's only way to tell a name that is not there from servers that are not.
            return words.contains("emporary failure")
                    ? DnsAnswer.none(FAILURE_TTL, Outcome.DNS_TIMEOUT, words)
                    : DnsAnswer.none(TTL, Outcome.NO_ADDRESS, words);
        }
    }

    /// Answers all who wait in line; a call that hangs in the system is left to its daemon thread.
    @Override
    public void close() {
        for (Runnable waiting : threads.shutdownNow()) {
            if (waiting instanceof Question question) {
                question.refuse("the resolver was closed");
            }
        }
    }
}
