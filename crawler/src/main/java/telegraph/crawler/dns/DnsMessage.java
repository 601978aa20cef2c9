package telegraph.crawler.dns;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Messages of the Domain Name System (RFC 1035): writes a question and reads its reply.
///
/// | offset | octets | field                                                     |
/// |-------:|-------:|-----------------------------------------------------------|
/// |      0 |      2 | id                                                        |
/// |      2 |      2 | QR 1, opcode 4, AA 1, TC 1, RD 1, RA 1, zero 3, RCODE 4   |
/// |      4 |      8 | number of questions, answers, authorities, additionals    |
/// |     12 |        | question: name, type 2, class 2                           |
/// |        |     11 | OPT: how long a reply may be over UDP (EDNS0, RFC 6891)   |
/// |        |        | records: name, type 2, class 2, TTL 4, length 2, contents |
///
/// What comes from the net may be anything, so the reader believes nothing:
///
/// 1. No index is used that is not within the message.
/// 2. A pointer of a compressed name points before the octet at which the part of the name began
///    that holds it, so following them ends.
/// 3. A message with another id, question or direction is foreign, whatever else it says.
///
/// Threads: one.
final class DnsMessage {
    static final int A = 1;
    static final int AAAA = 28;

    /// Replies of this size pass every network in one piece.
    private static final int UDP_OCTETS = 1_232;

    private static final int CNAME = 5;
    private static final int SOA = 6;
    private static final int OPT = 41;
    private static final int OPT_OCTETS = 11;
    private static final int INTERNET = 1;

    private static final int HEADER = 12;
    private static final int RESPONSE = 0x8000;
    private static final int OPCODE = 0x7800;
    private static final int TRUNCATED = 0x0200;
    private static final int RECURSION_DESIRED = 0x0100;
    private static final int FORMAT_ERROR = 1;
    private static final int NAME_ERROR = 3;
    private static final int NOT_IMPLEMENTED = 4;

    private static final int NAME_OCTETS_MAX = 255;
    private static final int ALIASES_MAX = 16;
    private static final int ADDRESSES_MAX = 16;
    private static final int RECORDS_MAX = 512;
    private static final long TTL_MAX = 86_400;

    /// What is believed of a name that is not there if the server does not say for how long.
    private static final long ABSENT_TTL = 60;

    private static final long ABSENT_TTL_MAX = 10_800;

    private static final String[] RCODES = {
        "NOERROR", "FORMERR", "SERVFAIL", "NXDOMAIN", "NOTIMP", "REFUSED"
    };

    private final byte[] octets;
    private final int length;
    private int at;

    private DnsMessage(byte[] octets, int length) {
        this.octets = octets;
        this.length = length;
    }

    /// The question for the addresses of `name`, a valid host name, as a message.
    ///
    /// @param extended whether it says that replies may be longer than 512 octets
    static byte[] question(int id, String name, int type, boolean extended) {
        int plain = HEADER + name.length() + 2 + 4;
        byte[] message = new byte[plain + (extended ? OPT_OCTETS : 0)];
        if (extended) {
            put(message, 10, 1);
            put(message, plain + 1, OPT);
            put(message, plain + 3, UDP_OCTETS);
        }
        put(message, 0, id);
        put(message, 2, RECURSION_DESIRED);
        put(message, 4, 1);
        int to = HEADER;
        int start = 0;
        while (start < name.length()) {
            int dot = name.indexOf('.', start);
            int end = dot < 0 ? name.length() : dot;
            message[to++] = (byte) (end - start);
            for (int i = start; i < end; i++) {
                message[to++] = (byte) name.charAt(i);
            }
            start = end + 1;
        }
        message[to++] = 0;
        put(message, to, type);
        put(message, to + 2, INTERNET);
        return message;
    }

    private static void put(byte[] message, int at, int value) {
        message[at] = (byte) (value >> 8);
        message[at + 1] = (byte) value;
    }

    /// What the first `length` octets of `message` say about the question for `name` and `type`
    /// that was sent with `id`.
    static DnsReply reply(byte[] message, int length, int id, String name, int type) {
        try {
            return new DnsMessage(message, length).reply(id, name, type);
        } catch (Malformed e) {
            return new DnsReply.Failed("the reply is malformed: " + e.getMessage());
        }
    }

    private DnsReply reply(int id, String name, int type) throws Malformed {
        if (length < HEADER || unsigned16(0) != id) {
            return new DnsReply.Foreign();
        }
        int flags = unsigned16(2);
        if ((flags & RESPONSE) == 0 || (flags & OPCODE) != 0) {
            return new DnsReply.Foreign();
        }
        int rcode = flags & 0xf;
        if (unsigned16(4) == 0 && rcode != 0 && rcode != NAME_ERROR) {
            // A server that could not read the question does not repeat it.
            return failed(rcode);
        }
        at = HEADER;
        if (unsigned16(4) != 1
                || !name().equals(name)
                || next16() != type
                || next16() != INTERNET) {
            return new DnsReply.Foreign();
        }
        if ((flags & TRUNCATED) != 0) {
            return new DnsReply.Cut();
        }
        return rcode == 0 || rcode == NAME_ERROR
                ? answer(name, type, rcode == NAME_ERROR)
                : failed(rcode);
    }

    private static DnsReply failed(int rcode) {
        String why = "the server says " + (rcode < RCODES.length ? RCODES[rcode] : "code " + rcode);
        return rcode == FORMAT_ERROR || rcode == NOT_IMPLEMENTED
                ? new DnsReply.Unread(why)
                : new DnsReply.Failed(why);
    }

    /// One record whose contents matter.
    private record Entry(String owner, int type, long ttl, int start, int end) {}

    private DnsReply answer(String name, int type, boolean noSuchName) throws Malformed {
        int answers = unsigned16(6);
        int authorities = unsigned16(8);
        if (answers + authorities > RECORDS_MAX) {
            throw new Malformed("records=" + (answers + authorities));
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < answers; i++) {
            readEntry(entries, type, CNAME);
        }
        String owner = name;
        long ttl = TTL_MAX;
        for (int aliases = 0; aliases <= ALIASES_MAX; aliases++) {
            List<InetAddress> addresses = new ArrayList<>();
            Entry alias = null;
            for (Entry entry : entries) {
                if (entry.type == CNAME && entry.owner.equals(owner)) {
                    alias = entry;
                } else if (entry.type == type
                        && entry.owner.equals(owner)
                        && addresses.size() < ADDRESSES_MAX) {
                    addresses.add(address(entry, type));
                    ttl = Math.min(ttl, entry.ttl);
                }
            }
            if (!addresses.isEmpty()) {
                return new DnsReply.Found(addresses, ttl);
            }
            if (alias == null) {
                return absent(name, owner, ttl, authorities, noSuchName);
            }
            ttl = Math.min(ttl, alias.ttl);
            at = alias.start;
            owner = name();
        }
        return new DnsReply.Failed("names are other names for each other: aliases=" + ALIASES_MAX);
    }

    /// Nothing more is said of `owner`: the authority's record, if there is one, says that there is
    /// nothing; else the server left it to us to ask on.
    private DnsReply absent(
            String name, String owner, long ttl, int authorities, boolean noSuchName)
            throws Malformed {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < authorities; i++) {
            readEntry(entries, SOA, SOA);
        }
        if (entries.isEmpty()) {
            return owner.equals(name) || noSuchName
                    ? new DnsReply.Absent(!noSuchName, ABSENT_TTL)
                    : new DnsReply.Alias(owner, ttl);
        }
        Entry soa = entries.getFirst();
        if (soa.end - soa.start < 20) {
            throw new Malformed("SOA of " + (soa.end - soa.start) + " octets");
        }
        long minimum = unsigned32(soa.end - 4);
        return new DnsReply.Absent(
                !noSuchName, Math.min(ABSENT_TTL_MAX, Math.min(soa.ttl, ttl(minimum))));
    }

    /// Reads the record at the cursor, and keeps it if it is of one of two types.
    private void readEntry(List<Entry> into, int type, int other) throws Malformed {
        String owner = name();
        int found = next16();
        int recordClass = next16();
        long ttl = ttl(unsigned32(at));
        at += 4;
        int size = next16();
        int start = at;
        if (size > length - start) {
            throw new Malformed("a record ends beyond the message: octets=" + size);
        }
        at = start + size;
        if (recordClass == INTERNET && (found == type || found == other)) {
            into.add(new Entry(owner, found, ttl, start, at));
        }
    }

    private InetAddress address(Entry entry, int type) throws Malformed {
        int size = entry.end - entry.start;
        if (size != (type == A ? 4 : 16)) {
            throw new Malformed("an address of " + size + " octets");
        }
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(octets, entry.start, entry.end));
        } catch (UnknownHostException e) {
            throw new Malformed("an address of " + size + " octets");
        }
    }

    /// RFC 2181: a TTL with its highest bit set is none.
    private static long ttl(long seconds) {
        return seconds > Integer.MAX_VALUE ? 0 : Math.min(TTL_MAX, seconds);
    }

    /// The name at the cursor in small letters, without a dot at its end; the cursor moves behind
    /// it. A dot within a label is written `\.`, so that no two names look alike.
    private String name() throws Malformed {
        StringBuilder name = new StringBuilder();
        int from = at;
        int partStart = at;
        int behind = -1;
        int size = 0;
        while (true) {
            int head = unsigned8(from);
            if (head == 0) {
                at = behind < 0 ? from + 1 : behind;
                return name.toString().toLowerCase(Locale.ROOT);
            }
            if ((head & 0xc0) == 0xc0) {
                int target = unsigned16(from) & 0x3fff;
                behind = behind < 0 ? from + 2 : behind;
                if (target >= partStart) {
                    throw new Malformed("a name points forward or to itself: at=" + from);
                }
                from = target;
                partStart = target;
                continue;
            }
            size += head + 1;
            if (head > 63 || size >= NAME_OCTETS_MAX) {
                throw new Malformed("a name is too long, or its label is of no known kind");
            }
            if (!name.isEmpty()) {
                name.append('.');
            }
            for (int i = from + 1; i <= from + head; i++) {
                int octet = unsigned8(i);
                if (octet == '.') {
                    name.append('\\');
                }
                name.append((char) octet);
            }
            from += head + 1;
        }
    }

    private int next16() throws Malformed {
        int value = unsigned16(at);
        at += 2;
        return value;
    }

    private int unsigned8(int index) throws Malformed {
        if (index < 0 || index >= length) {
            throw new Malformed("it ends too early: length=" + length);
        }
        return octets[index] & 0xff;
    }

    private int unsigned16(int index) throws Malformed {
        return unsigned8(index) << 8 | unsigned8(index + 1);
    }

    private long unsigned32(int index) throws Malformed {
        return (long) unsigned16(index) << 16 | unsigned16(index + 2);
    }

    /// The message breaks a rule of its format.
    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String rule) {
            super(rule, null, false, false);
        }
    }
}
