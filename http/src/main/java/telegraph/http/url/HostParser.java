package telegraph.http.url;

import java.nio.charset.StandardCharsets;

/// The host of a URL: a name, made small and ASCII, or an address, made normal (WHATWG, *URL*,
/// section 3.5).
///
/// Names that are plain ASCII and addresses make no garbage; `%XX` and other letters go a slow way.
///
/// Threads: one.
final class HostParser {
    private static final int REFUSED = -1;

    /// The longest IPv6 address, in brackets.
    private static final int ADDRESS_MAX = 41;

    private final Ipv6 ipv6 = new Ipv6();

    /// Writes the host in `in[start, end)`, which is not empty, to where the host of `to` starts.
    ///
    /// Returns the offset behind it, or a negative number if it is none.
    int write(byte[] in, int start, int end, Url to) {
        to.room(to.hostStart + Math.max(end - start, ADDRESS_MAX));
        if (in[start] == '[') {
            boolean closed = end - start > 2 && in[end - 1] == ']';
            return closed && ipv6.parse(in, start + 1, end - 1)
                    ? ipv6.write(to.array, to.hostStart)
                    : REFUSED;
        }
        byte[] out = to.array;
        int n = to.hostStart;
        for (int i = start; i < end; i++) {
            byte c = in[i];
            if (!Octet.fitsHost(c)) {
                return c == '%' || c < 0 ? decoded(in, start, end, to) : REFUSED;
            }
            out[n++] = Octet.small(c);
        }
        return Ipv4.normal(out, to.hostStart, n);
    }

    private static int decoded(byte[] in, int start, int end, Url to) {
        byte[] name = new byte[end - start];
        int length = 0;
        boolean ascii = true;
        for (int i = start; i < end; i++) {
            byte c = in[i];
            if (c == '%' && i + 2 < end && Octet.hex(in[i + 1]) >= 0 && Octet.hex(in[i + 2]) >= 0) {
                c = (byte) (Octet.hex(in[i + 1]) << 4 | Octet.hex(in[i + 2]));
                i += 2;
            }
            ascii &= c >= 0;
            name[length++] = c;
        }
        if (!ascii) {
            String foreign = new String(name, 0, length, StandardCharsets.UTF_8);
            name = DomainName.toAscii(foreign).getBytes(StandardCharsets.US_ASCII);
            length = name.length;
        }
        if (length == 0 || length > Url.LENGTH_MAX) {
            return REFUSED;
        }
        to.room(to.hostStart + Math.max(length, ADDRESS_MAX));
        int n = to.hostStart;
        for (int i = 0; i < length; i++) {
            if (!Octet.fitsHost(name[i])) {
                return REFUSED;
            }
            to.array[n++] = Octet.small(name[i]);
        }
        return Ipv4.normal(to.array, to.hostStart, n);
    }
}
