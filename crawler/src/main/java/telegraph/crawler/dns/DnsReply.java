package telegraph.crawler.dns;

import java.net.InetAddress;
import java.util.List;

/// What a server's message says about the question it was asked.
sealed interface DnsReply {
    /// The name has these addresses.
    record Found(List<InetAddress> addresses, long ttlSeconds) implements DnsReply {}

    /// The name is another name for `target`, of which the message says no more.
    record Alias(String target, long ttlSeconds) implements DnsReply {}

    /// There is no such name, or it has no address of the family; another family may have one if
    /// `exists`.
    record Absent(boolean exists, long ttlSeconds) implements DnsReply {}

    /// The message was cut; TCP has all of it.
    record Cut() implements DnsReply {}

    /// The server cannot tell; another may.
    record Failed(String why) implements DnsReply {}

    /// The server does not understand the question; it may understand one that is written plainly.
    record Unread(String why) implements DnsReply {}

    /// The message is not about this question; the reply may still come.
    record Foreign() implements DnsReply {}
}
