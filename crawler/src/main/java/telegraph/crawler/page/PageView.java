package telegraph.crawler.page;

import static telegraph.crawler.page.RecordLayout.INT;
import static telegraph.crawler.page.RecordLayout.LONG;
import static telegraph.crawler.page.RecordLayout.SHORT;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.crawler.Link;
import telegraph.crawler.Outcome;
import telegraph.crawler.Page;
import telegraph.crawler.Rel;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;

/// Reads the record of a page where it lies ([PageRecord] draws it); used for one after another.
///
/// Invariant: every part lies within the record, so reading it never leaves it.
///
/// Threads: one. Valid as long as the octets it was set to.
public final class PageView implements Page {
    private static final Map<String, Outcome> OUTCOMES = outcomes();

    private byte[] array = {};
    private int base;
    private int end;
    private int parts;

    private static Map<String, Outcome> outcomes() {
        Map<String, Outcome> outcomes = new HashMap<>();
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome.label(), outcome);
        }
        return Map.copyOf(outcomes);
    }

    /// Shows the record in `from`.
    public PageView set(Octets from) {
        return set(from.array(), 0, from.length());
    }

    /// Shows the record in `from`.
    ///
    /// @throws TelegraphException of kind CORRUPT if it is not the record of a page
    public PageView set(byte[] from, int start, int end) {
        array = from;
        base = start;
        this.end = end;
        demand(end - start >= RecordLayout.PARTS && from[start] == PageRecord.KIND, "kind");
        demand(from[start + RecordLayout.VERSION] == 1, "version");
        parts = (int) INT.get(from, start + RecordLayout.PART_COUNT);
        long least = RecordLayout.PARTS + (long) RecordLayout.PART_BYTES * parts;
        demand(parts > Part.URL.ordinal() && least <= end - start, "number of parts");
        for (int i = 0; i < Math.min(parts, Part.COUNT); i++) {
            int entry = start + RecordLayout.PARTS + RecordLayout.PART_BYTES * i;
            int offset = (int) INT.get(from, entry);
            int length = (int) INT.get(from, entry + 4);
            demand(
                    offset == 0 && length == 0
                            || offset >= least
                                    && length >= 0
                                    && (long) offset + length <= end - start,
                    "parts");
        }
        int address = from[start + RecordLayout.ADDRESS_LENGTH];
        demand(address == 0 || address == 4 || address == 16, "address");
        return this;
    }

    private void demand(boolean holds, String what) {
        if (!holds) {
            throw TelegraphException.corrupt(
                    "a record of the page log must be whole: field="
                            + what
                            + " octets="
                            + (end - base));
        }
    }

    /// Where the parts lie.
    public byte[] array() {
        return array;
    }

    public boolean has(Part part) {
        return part.ordinal() < parts && offset(part) != 0;
    }

    /// Where a part begins in [#array]; where it ends too, if it is absent.
    public int start(Part part) {
        return has(part) ? base + offset(part) : base;
    }

    public int end(Part part) {
        return has(part) ? start(part) + (int) INT.get(array, entry(part) + 4) : base;
    }

    public int length(Part part) {
        return end(part) - start(part);
    }

    private int offset(Part part) {
        return (int) INT.get(array, entry(part));
    }

    private int entry(Part part) {
        return base + RecordLayout.PARTS + RecordLayout.PART_BYTES * part.ordinal();
    }

    /// A part as UTF-8, "" if it is absent.
    public String text(Part part) {
        return new String(array, start(part), length(part), StandardCharsets.UTF_8);
    }

    private Optional<String> optional(Part part) {
        return has(part) ? Optional.of(text(part)) : Optional.empty();
    }

    public boolean hasFlag(int flag) {
        return ((short) SHORT.get(array, base + RecordLayout.FLAGS) & flag) != 0;
    }

    public int tries() {
        return array[base + RecordLayout.TRIES];
    }

    public long urlHash() {
        return (long) LONG.get(array, base + RecordLayout.URL_HASH);
    }

    public long siteHash() {
        return (long) LONG.get(array, base + RecordLayout.SITE_HASH);
    }

    public long wireBytes() {
        return (long) LONG.get(array, base + RecordLayout.WIRE_BYTES);
    }

    public long digestHigh() {
        return (long) LONG.get(array, base + RecordLayout.DIGEST_HIGH);
    }

    public long digestLow() {
        return (long) LONG.get(array, base + RecordLayout.DIGEST_LOW);
    }

    public boolean hasDigest() {
        return (digestHigh() | digestLow()) != 0;
    }

    public long simhash() {
        return (long) LONG.get(array, base + RecordLayout.SIMHASH);
    }

    public long fetchedAtMillis() {
        return (long) LONG.get(array, base + RecordLayout.FETCHED_AT);
    }

    public int linkCount() {
        return (int) INT.get(array, base + RecordLayout.LINK_COUNT);
    }

    public int chainLength() {
        return length(Part.CHAIN) / 8;
    }

    /// The hash of a URL that redirected here, the first one first.
    public long chain(int index) {
        return (long) LONG.get(array, start(Part.CHAIN) + 8 * index);
    }

    /// Octets of the address that was asked: 0, 4 or 16.
    public int addressLength() {
        return array[base + RecordLayout.ADDRESS_LENGTH];
    }

    public int addressStart() {
        return base + RecordLayout.ADDRESS;
    }

    @Override
    public String url() {
        return text(Part.URL);
    }

    @Override
    public String finalUrl() {
        return text(has(Part.FINAL_URL) ? Part.FINAL_URL : Part.URL);
    }

    @Override
    public String host() {
        return text(Part.HOST);
    }

    @Override
    public Optional<String> ip() {
        int length = addressLength();
        if (length == 0) {
            return Optional.empty();
        }
        byte[] address = new byte[length];
        System.arraycopy(array, addressStart(), address, 0, length);
        try {
            return Optional.of(InetAddress.getByAddress(address).getHostAddress());
        } catch (UnknownHostException e) {
            throw TelegraphException.bug("an address has 4 or 16 octets: octets=" + length, e);
        }
    }

    @Override
    public int status() {
        return (short) SHORT.get(array, base + RecordLayout.STATUS) & 0xffff;
    }

    /// {@inheritDoc}
    ///
    /// @throws TelegraphException of kind CORRUPT if the label is none of an outcome
    @Override
    public Outcome outcome() {
        if (!has(Part.ERROR)) {
            return Outcome.FETCHED;
        }
        Outcome outcome = OUTCOMES.get(text(Part.ERROR));
        demand(outcome != null, "error");
        return outcome;
    }

    @Override
    public String detail() {
        return text(Part.DETAIL);
    }

    @Override
    public Optional<String> contentType() {
        return optional(Part.CONTENT_TYPE);
    }

    @Override
    public Optional<String> charset() {
        return optional(Part.CHARSET);
    }

    @Override
    public Optional<String> header(String name) {
        String found = null;
        for (String line :
                new String(array, start(Part.HEAD), length(Part.HEAD), StandardCharsets.ISO_8859_1)
                        .split("\r?\n")) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equalsIgnoreCase(name)) {
                String value = line.substring(colon + 1).strip();
                found = found == null ? value : found + ", " + value;
            }
        }
        return Optional.ofNullable(found);
    }

    @Override
    public int depth() {
        return (int) INT.get(array, base + RecordLayout.DEPTH);
    }

    @Override
    public Optional<String> referrer() {
        return optional(Part.REFERRER);
    }

    @Override
    public Instant fetchedAt() {
        return Instant.ofEpochMilli(fetchedAtMillis());
    }

    @Override
    public int millis() {
        return (int) INT.get(array, base + RecordLayout.MILLIS);
    }

    @Override
    public long bytes() {
        return (long) LONG.get(array, base + RecordLayout.BODY_BYTES);
    }

    @Override
    public String title() {
        return text(Part.TITLE);
    }

    @Override
    public String text() {
        return text(Part.TEXT);
    }

    @Override
    public ByteBuffer body() {
        return ByteBuffer.wrap(array, start(Part.BODY), length(Part.BODY))
                .slice()
                .asReadOnlyBuffer();
    }

    @Override
    public String bodyText() {
        return new String(array, start(Part.BODY), length(Part.BODY), decoder());
    }

    /// The page's charset, or UTF-8 if this machine does not know it.
    public Charset decoder() {
        if (!has(Part.CHARSET)) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(text(Part.CHARSET));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }

    @Override
    public List<Link> links() {
        List<Link> links = new ArrayList<>();
        LinkCursor cursor = new LinkCursor().rewind(this);
        while (cursor.next()) {
            links.add(
                    new Link(
                            utf8(cursor.urlStart(), cursor.urlEnd()),
                            utf8(cursor.anchorStart(), cursor.anchorEnd()),
                            Rel.names(cursor.rel()),
                            cursor.isFollowed()));
        }
        return links;
    }

    private String utf8(int from, int to) {
        return new String(array, from, to - from, StandardCharsets.UTF_8);
    }
}
