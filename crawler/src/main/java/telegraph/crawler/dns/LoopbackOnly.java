package telegraph.crawler.dns;

import java.net.InetAddress;
import java.util.List;
import telegraph.crawler.Outcome;

/// Gives out addresses of this machine alone, whoever was asked: for a crawl that does not say who
/// is behind it, wherever links and redirects lead it.
///
/// Threads: as those of the resolver that is asked.
public final class LoopbackOnly implements Resolver {
    private final Resolver asked;

    public LoopbackOnly(Resolver asked) {
        this.asked = asked;
    }

    @Override
    public void resolve(String host, Answers to) {
        asked.resolve(host, (name, answer) -> to.answered(name, only(answer)));
    }

    @Override
    public void ask(String host, Answers to) {
        asked.ask(host, to);
    }

    @Override
    public void forgetFailures() {
        asked.forgetFailures();
    }

    private static DnsAnswer only(DnsAnswer answer) {
        if (!answer.isFound()) {
            return answer;
        }
        List<InetAddress> own =
                answer.addresses().stream()
                        .filter(a -> a.isLoopbackAddress() || a.isAnyLocalAddress())
                        .toList();
        return own.isEmpty()
                ? DnsAnswer.none(
                        answer.ttlSeconds(),
                        Outcome.ADDRESS_FORBIDDEN,
                        "who crawls others says how to be reached: address="
                                + answer.addresses().getFirst().getHostAddress()
                                + ". Set a user-agent with a URL about you in it.")
                : answer.with(own, answer.ttlSeconds());
    }

    @Override
    public void close() {
        asked.close();
    }
}
