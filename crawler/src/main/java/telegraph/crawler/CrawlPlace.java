package telegraph.crawler;

import java.net.InetAddress;
import java.time.Clock;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.memory.Region;

/// What a crawl needs of the world around it, so that a test or a query can give its own.
///
/// @param ticker what delays and deadlines are counted by; a jump of the clock does not touch them
/// @param clock what the column `fetched_at` and dates in Retry-After are told by
/// @param region where all memory comes from; whoever starts the crawl closes it after the end
/// @param reachable the addresses that may be asked
/// @param chance of query numbers and ports towards name servers
public record CrawlPlace(
        Disk disk,
        Ticker ticker,
        Clock clock,
        Region region,
        Predicate<InetAddress> reachable,
        RandomGenerator chance) {}
