package telegraph.crawler.warc;

import java.security.MessageDigest;
import telegraph.http.Octets;

/// Takes chunks apart (RFC 9112, section 7.1), so that a digest covers what they hold.
final class Chunks {
    private static final int LENGTH_DIGITS_MAX = 8;

    private Chunks() {}

    /// Feeds what the chunks hold to the digest; false if they are not as they should be.
    static boolean digest(Octets chunks, MessageDigest to) {
        byte[] a = chunks.array();
        int end = chunks.length();
        int at = 0;
        while (at < end) {
            long length = 0;
            int digits = 0;
            for (; at < end && Character.digit(a[at], 16) >= 0; at++) {
                length = length * 16 + Character.digit(a[at], 16);
                if (++digits > LENGTH_DIGITS_MAX) {
                    return false;
                }
            }
            while (at < end && a[at] != '\n') {
                at++;
            }
            at++;
            if (digits == 0 || length > end - at) {
                return false;
            }
            if (length == 0) {
                return true;
            }
            to.update(a, at, (int) length);
            at += (int) length;
            if (at < end && a[at] == '\r') {
                at++;
            }
            if (at >= end || a[at] != '\n') {
                return false;
            }
            at++;
        }
        return false;
    }
}
