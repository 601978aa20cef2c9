package telegraph.crawler.visit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Clock;
import java.util.Arrays;
import java.util.Optional;
import telegraph.crawler.frontier.VisitState;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.robots.Robots;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;

/// Keeps what robots.txt files say in the journal, for sites that leave memory and come back, and
/// for the next start.
///
/// The site notes where its record is: the file in the upper 24 bits, the offset in the others. A
/// record:
///
/// | offset | bytes | field                                |
/// |-------:|------:|--------------------------------------|
/// |      0 |     1 | kind of record: [#KIND]              |
/// |      1 |     8 | hash of the site                     |
/// |      9 |     8 | when it came, milliseconds since 1970 |
/// |     17 |       | the rules, as [Robots] writes them   |
///
/// Threads: the loop's.
public final class KeptRobots {
    static final byte KIND = 2;

    /// How long rules are good for (RFC 9309, 2.4).
    public static final long GOOD_MILLIS = 24L * 3600 * 1_000;

    private static final int HEAD_BYTES = 17;
    private static final int OFFSET_BITS = 40;
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final PageLog journal;
    private final Clock clock;
    private final Octets record = new Octets(1 << 10);

    /// Rules, and how long they are good for yet.
    public record Kept(Robots robots, long leftMillis) {}

    public KeptRobots(PageLog journal, Clock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /// Keeps the rules of a site.
    public void keep(VisitState site, Robots robots) {
        LogPosition at = journal.next();
        if (at.file() >= 1 << Long.SIZE - 1 - OFFSET_BITS) {
            return;
        }
        byte[] rules = robots.toBytes();
        record.clear().room(HEAD_BYTES).length(HEAD_BYTES);
        record.array()[0] = KIND;
        LONG.set(record.array(), 1, site.hash());
        LONG.set(record.array(), 9, clock.millis());
        record.append(rules, 0, rules.length);
        journal.append(record);
        site.note((long) at.file() << OFFSET_BITS | at.offset());
    }

    /// The rules of a site if they were kept and are still good.
    public Optional<Kept> of(VisitState site) {
        long note = site.note();
        if (note == 0) {
            return Optional.empty();
        }
        LogPosition at =
                new LogPosition((int) (note >>> OFFSET_BITS), note & (1L << OFFSET_BITS) - 1);
        byte[] found = journal.read(at);
        if (found.length < HEAD_BYTES
                || found[0] != KIND
                || (long) LONG.get(found, 1) != site.hash()) {
            throw TelegraphException.corrupt(
                    "a site knows where its rules are: host=" + site.host() + " at=" + at);
        }
        long age = clock.millis() - (long) LONG.get(found, 9);
        if (age < 0 || age >= GOOD_MILLIS) {
            return Optional.empty();
        }
        byte[] rules = Arrays.copyOfRange(found, HEAD_BYTES, found.length);
        return Optional.of(new Kept(Robots.fromBytes(rules), GOOD_MILLIS - age));
    }
}
