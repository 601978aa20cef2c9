package telegraph.crawler.page;

import static telegraph.crawler.page.RecordLayout.HEADER_BYTES;
import static telegraph.crawler.page.RecordLayout.INT;
import static telegraph.crawler.page.RecordLayout.LONG;
import static telegraph.crawler.page.RecordLayout.SHORT;

import java.util.Arrays;
import telegraph.crawler.Outcome;
import telegraph.http.Octets;

/// Writes what is known of one URL that was taken from the frontier, as one record of the
/// [PageLog].
///
/// All integers are little-endian.
///
/// | offset | bytes | field                                                        |
/// |-------:|------:|--------------------------------------------------------------|
/// |      0 |     1 | kind of record: [#KIND]                                      |
/// |      1 |     1 | version of the layout: 1                                     |
/// |      2 |     2 | HTTP status, 0 if no response came                           |
/// |      4 |     4 | depth                                                        |
/// |      8 |     8 | when the fetch began, milliseconds since 1970                |
/// |     16 |     4 | how long it took, milliseconds                               |
/// |     20 |     2 | flags                                                        |
/// |     22 |     1 | tries before this one                                        |
/// |     23 |     1 | octets of the address: 0, 4 or 16                            |
/// |     24 |    16 | the address                                                  |
/// |     40 |     8 | hash of the URL                                              |
/// |     48 |     8 | hash of the site                                             |
/// |     56 |     8 | octets of the body after decoding, -1 if there is none       |
/// |     64 |     8 | octets of the response on the wire                           |
/// |     72 |    16 | digest of the body, high word first; zeros if there is none  |
/// |     88 |     8 | simhash of the text, 0 if there is none                      |
/// |     96 |     4 | number of links                                              |
/// |    100 |     4 | number of parts, n                                           |
/// |    104 |   8·n | per [Part]: offset from the record's start, 0 if absent; length |
/// |        |       | the parts, in the order in which they were put               |
///
/// A link:
///
/// | offset | bytes | field                                   |
/// |-------:|------:|-----------------------------------------|
/// |      0 |     8 | hash of the URL                         |
/// |      8 |     2 | rel and where it was found, as bits     |
/// |     10 |     1 | 1 if it was offered to the frontier     |
/// |     11 |     1 | zero                                    |
/// |     12 |     2 | length of the URL                       |
/// |     14 |     2 | length of the anchor                    |
/// |     16 |       | the URL, normalised; the anchor, UTF-8  |
///
/// Invariants:
///
/// 1. Each part is put once; the links lie together, so nothing is put between two of them.
/// 2. A record has at most [#BYTES_MAX] octets.
///
/// Threads: one at a time. The record stays valid until the next [#start].
public final class PageRecord {
    /// The kind of record that a page is; other kinds of the log are the run's own.
    public static final byte KIND = 1;

    /// The longest record.
    public static final int BYTES_MAX = 64 << 20;

    /// The body is the start of a longer one.
    public static final int TRUNCATED = 1;

    /// The page forbids to keep its words (meta robots, X-Robots-Tag).
    public static final int NOINDEX = 2;

    /// The page forbids to follow its links.
    public static final int NOFOLLOW = 4;

    /// It was scanned as HTML.
    public static final int HTML = 8;

    /// Where it redirects to was offered to the frontier.
    public static final int FOLLOWED = 16;

    private static final byte LAYOUT = 1;

    private final Octets octets;
    private int links;
    private int lastLink;

    public PageRecord() {
        this(4096);
    }

    /// With room for `octets` before it grows.
    public PageRecord(int octets) {
        this.octets = new Octets(Math.max(HEADER_BYTES, octets));
    }

    /// Begins a record anew, for the URL in `from`.
    public PageRecord start(byte[] from, int start, int end, int depth) {
        octets.clear().room(HEADER_BYTES);
        octets.length(HEADER_BYTES);
        links = 0;
        byte[] a = octets.array();
        Arrays.fill(a, 0, HEADER_BYTES, (byte) 0);
        a[RecordLayout.KIND] = KIND;
        a[RecordLayout.VERSION] = LAYOUT;
        INT.set(a, RecordLayout.DEPTH, depth);
        INT.set(a, RecordLayout.PART_COUNT, Part.COUNT);
        LONG.set(a, RecordLayout.BODY_BYTES, -1L);
        return put(Part.URL, from, start, end);
    }

    /// The status of the response.
    public PageRecord status(int status) {
        SHORT.set(octets.array(), RecordLayout.STATUS, (short) status);
        return this;
    }

    /// What became of the URL; call it once, or not at all for FETCHED.
    public PageRecord outcome(Outcome outcome) {
        return outcome == Outcome.FETCHED ? this : put(Part.ERROR, outcome.label());
    }

    /// When the fetch began and how long it took.
    public PageRecord time(long fetchedAtMillis, int millis) {
        LONG.set(octets.array(), RecordLayout.FETCHED_AT, fetchedAtMillis);
        INT.set(octets.array(), RecordLayout.MILLIS, millis);
        return this;
    }

    /// Adds some of [#TRUNCATED], [#NOINDEX], [#NOFOLLOW], [#HTML], [#FOLLOWED].
    public PageRecord flags(int more) {
        byte[] a = octets.array();
        short flags = (short) ((short) SHORT.get(a, RecordLayout.FLAGS) | more);
        SHORT.set(a, RecordLayout.FLAGS, flags);
        return this;
    }

    public PageRecord tries(int before) {
        octets.array()[RecordLayout.TRIES] = (byte) Math.min(127, before);
        return this;
    }

    /// The address that was asked, of 4 or 16 octets.
    public PageRecord address(byte[] address) {
        if (address.length != 4 && address.length != 16) {
            throw new IllegalArgumentException(
                    "an address has 4 or 16 octets: octets=" + address.length);
        }
        byte[] a = octets.array();
        a[RecordLayout.ADDRESS_LENGTH] = (byte) address.length;
        System.arraycopy(address, 0, a, RecordLayout.ADDRESS, address.length);
        return this;
    }

    public PageRecord hashes(long url, long site) {
        LONG.set(octets.array(), RecordLayout.URL_HASH, url);
        LONG.set(octets.array(), RecordLayout.SITE_HASH, site);
        return this;
    }

    /// How much came: octets of the body after decoding, and of the response on the wire.
    public PageRecord bytes(long body, long wire) {
        LONG.set(octets.array(), RecordLayout.BODY_BYTES, body);
        LONG.set(octets.array(), RecordLayout.WIRE_BYTES, wire);
        return this;
    }

    /// The digest of the decoded body.
    public PageRecord digest(long high, long low) {
        LONG.set(octets.array(), RecordLayout.DIGEST_HIGH, high);
        LONG.set(octets.array(), RecordLayout.DIGEST_LOW, low);
        return this;
    }

    public PageRecord simhash(long simhash) {
        LONG.set(octets.array(), RecordLayout.SIMHASH, simhash);
        return this;
    }

    /// Puts a part that the record does not have yet.
    public PageRecord put(Part part, byte[] from, int start, int end) {
        int at = open(part, end - start);
        octets.append(from, start, end);
        length(part, octets.length() - at);
        return this;
    }

    /// Puts a part that the record does not have yet.
    public PageRecord put(Part part, Octets from) {
        return put(part, from.array(), 0, from.length());
    }

    /// Puts a part that the record does not have yet, in UTF-8.
    public PageRecord put(Part part, String text) {
        int at = open(part, 0);
        octets.append(text);
        length(part, octets.length() - at);
        return this;
    }

    /// Puts the hashes of the URLs that redirected here, the first one first.
    public PageRecord chain(long[] hashes, int count) {
        if (count == 0) {
            return this;
        }
        int at = open(Part.CHAIN, 8 * count);
        octets.room(8 * count).length(at + 8 * count);
        for (int i = 0; i < count; i++) {
            LONG.set(octets.array(), at + 8 * i, hashes[i]);
        }
        length(Part.CHAIN, 8 * count);
        return this;
    }

    /// Begins a link to the URL in `from`; [#anchor] ends it. The URL has at most 65,535 octets.
    ///
    /// @param rel what the scanner says of it, 16 bits
    /// @param followed whether it is offered to the frontier
    public PageRecord link(byte[] from, int start, int end, long hash, int rel, boolean followed) {
        demandShort(end - start);
        if (links == 0) {
            open(Part.LINKS, 0);
        } else if (!isLast(Part.LINKS)) {
            throw new IllegalStateException("links lie together: links=" + links);
        }
        int at = octets.length();
        demandFits(RecordLayout.LINK_BYTES + end - start);
        octets.room(RecordLayout.LINK_BYTES + end - start).length(at + RecordLayout.LINK_BYTES);
        byte[] a = octets.array();
        LONG.set(a, at + RecordLayout.LINK_HASH, hash);
        SHORT.set(a, at + RecordLayout.LINK_REL, (short) rel);
        SHORT.set(a, at + RecordLayout.LINK_FOLLOWED, (short) (followed ? 1 : 0));
        SHORT.set(a, at + RecordLayout.LINK_URL_LENGTH, (short) (end - start));
        SHORT.set(a, at + RecordLayout.LINK_ANCHOR_LENGTH, (short) 0);
        octets.append(from, start, end);
        lastLink = at;
        links++;
        INT.set(a, RecordLayout.LINK_COUNT, links);
        length(Part.LINKS, octets.length() - offset(Part.LINKS));
        return this;
    }

    /// The words of the link just begun; at most 65,535 octets of UTF-8.
    public PageRecord anchor(byte[] from, int start, int end) {
        demandShort(end - start);
        demandFits(end - start);
        octets.append(from, start, end);
        SHORT.set(
                octets.array(), lastLink + RecordLayout.LINK_ANCHOR_LENGTH, (short) (end - start));
        length(Part.LINKS, octets.length() - offset(Part.LINKS));
        return this;
    }

    public int links() {
        return links;
    }

    public boolean has(Part part) {
        return offset(part) != 0;
    }

    /// Takes a part out again, and moves what lies behind it.
    public PageRecord drop(Part part) {
        int at = offset(part);
        if (at == 0) {
            return this;
        }
        byte[] a = octets.array();
        int bytes = (int) INT.get(a, entry(part) + 4);
        System.arraycopy(a, at + bytes, a, at, octets.length() - at - bytes);
        octets.length(octets.length() - bytes);
        for (int i = 0; i < Part.COUNT; i++) {
            int entry = RecordLayout.PARTS + RecordLayout.PART_BYTES * i;
            int other = (int) INT.get(a, entry);
            if (other > at) {
                INT.set(a, entry, other - bytes);
            }
        }
        LONG.set(a, entry(part), 0L);
        return this;
    }

    /// The whole record as it is now.
    public Octets octets() {
        return octets;
    }

    private int open(Part part, int bytes) {
        if (has(part)) {
            throw new IllegalStateException("a part is put once: part=" + part);
        }
        demandFits(bytes);
        int at = octets.length();
        INT.set(octets.array(), entry(part), at);
        return at;
    }

    private void length(Part part, int bytes) {
        INT.set(octets.array(), entry(part) + 4, bytes);
    }

    private boolean isLast(Part part) {
        return offset(part) + (int) INT.get(octets.array(), entry(part) + 4) == octets.length();
    }

    private int offset(Part part) {
        return (int) INT.get(octets.array(), entry(part));
    }

    private static int entry(Part part) {
        return RecordLayout.PARTS + RecordLayout.PART_BYTES * part.ordinal();
    }

    private void demandFits(int more) {
        if ((long) octets.length() + more > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a record has at most "
                            + BYTES_MAX
                            + " octets: octets="
                            + octets.length()
                            + " more="
                            + more);
        }
    }

    private static void demandShort(int length) {
        if (length > 0xffff) {
            throw new IllegalArgumentException(
                    "a link's URL or anchor has at most 65535 octets: octets=" + length);
        }
    }
}
