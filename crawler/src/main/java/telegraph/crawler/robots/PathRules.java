package telegraph.crawler.robots;

import crawlercommons.robots.SimpleRobotRules.RobotRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.http.Octets;
import telegraph.http.url.Url;

/// The rules of one robots.txt for paths, in one array.
///
/// | octets | field                                             |
/// |-------:|---------------------------------------------------|
/// |      1 | 1: allows, 2: fits only whole paths, 4: has `*`   |
/// |      2 | number of octets of the pattern, big-endian       |
/// |      n | the pattern, with `*` for any octets              |
///
/// Rules stand there longest first, as they were written, among equally long ones those that allow
/// first; so the first that fits decides.
///
/// Paths and patterns are compared in one spelling, since `/%7Ea`, `/~a` and `/%7ea` are the same:
/// unreserved characters stand for themselves, those with a meaning of their own in URLs as they
/// were found, everything else as `%XX`. `*` and `$` of a path are written so, too: a pattern that
/// means them has `%2A` and `%24`.
///
/// Threads: any; immutable.
final class PathRules {
    /// What the rules of a site may take up, in octets.
    static final int OCTETS_MAX = 64 << 10;

    /// What may be tried to find the rule for a URL. Patterns with many `*` have many ways to fit,
    /// and a hostile site has many such patterns; then it has forbidden the URL.
    static final int STEPS_MAX = 1 << 20;

    static final PathRules NONE = new PathRules(new byte[0]);

    private static final int ALLOWS = 1;
    private static final int WHOLE = 2;
    private static final int WILD = 4;
    private static final int HEAD = 3;

    private static final boolean[] PLAIN = plain();

    private final byte[] rules;

    private PathRules(byte[] rules) {
        this.rules = rules;
    }

    /// Characters that stand for themselves in paths: RFC 3986's unreserved and reserved ones but
    /// for `*`, `$` and `'`, which the URL standard writes in two ways.
    private static boolean[] plain() {
        boolean[] plain = new boolean[128];
        for (int c = 0; c < plain.length; c++) {
            plain[c] = isUnreserved(c) || "/:?#[]@!&()+,;=".indexOf(c) >= 0;
        }
        return plain;
    }

    private static boolean isUnreserved(int c) {
        return c < 128 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
    }

    /// The rules in one array, in the order in which the library has them; empty if they are too
    /// many.
    static Optional<PathRules> of(List<RobotRule> found) {
        Octets all = new Octets(256);
        for (RobotRule one : found) {
            Octets rule = rule(one);
            if (all.length() + rule.length() > OCTETS_MAX) {
                return Optional.empty();
            }
            if (rule.length() > HEAD) {
                all.append(rule);
            }
        }
        return Optional.of(new PathRules(Arrays.copyOf(all.array(), all.length())));
    }

    private static Octets rule(RobotRule found) {
        byte[] text = found.getPrefix().getBytes(StandardCharsets.UTF_8);
        boolean whole = text.length > 0 && text[text.length - 1] == '$';
        int end = whole ? text.length - 1 : text.length;
        int flags = (found.isAllow() ? ALLOWS : 0) | (whole ? WHOLE : 0);
        Octets rule = new Octets(HEAD + end + 1).length(HEAD);
        if (end > 0 && text[0] != '/' && text[0] != '*') {
            rule.append((byte) '/');
        }
        for (int start = 0; start <= end; ) {
            int star = start;
            while (star < end && text[star] != '*') {
                star++;
            }
            respell(text, start, star, rule);
            if (star < end && rule.at(rule.length() - 1) != '*') {
                rule.append((byte) '*');
                flags |= WILD;
            }
            start = star + 1;
        }
        int length = Math.min(0xffff, rule.length() - HEAD);
        rule.array()[0] = (byte) flags;
        rule.array()[1] = (byte) (length >> 8);
        rule.array()[2] = (byte) length;
        return rule.length(HEAD + length);
    }

    private static void respell(byte[] from, int start, int end, Octets to) {
        for (int i = start; i < end; i++) {
            int octet = from[i] & 0xff;
            if (octet == '%' && i + 2 < end && hex(from[i + 1]) >= 0 && hex(from[i + 2]) >= 0) {
                octet = hex(from[i + 1]) << 4 | hex(from[i + 2]);
                i += 2;
                if (!isUnreserved(octet)) {
                    escape(octet, to);
                    continue;
                }
            }
            if (octet < 128 && PLAIN[octet]) {
                to.append((byte) octet);
            } else {
                escape(octet, to);
            }
        }
    }

    private static void escape(int octet, Octets to) {
        to.append((byte) '%')
                .append((byte) Character.toUpperCase(Character.forDigit(octet >> 4, 16)))
                .append((byte) Character.toUpperCase(Character.forDigit(octet & 0xf, 16)));
    }

    private static int hex(byte octet) {
        return Character.digit(octet, 16);
    }

    /// Whether the rules let a crawler ask for `url`.
    boolean allow(Url url) {
        byte[] path = url.array();
        int start = url.pathStart();
        int end = url.length();
        if (!isPlain(path, start, end)) {
            Octets respelled = new Octets(2 * (end - start));
            respell(path, start, end, respelled);
            path = respelled.array();
            start = 0;
            end = respelled.length();
        }
        return allow(path, start, end);
    }

    private static boolean isPlain(byte[] path, int start, int end) {
        for (int i = start; i < end; i++) {
            if (path[i] < 0 || !PLAIN[path[i]]) {
                return false;
            }
        }
        return true;
    }

    private boolean allow(byte[] path, int start, int end) {
        int steps = 0;
        for (int at = 0; at < rules.length; ) {
            int flags = rules[at];
            int pattern = at + HEAD;
            int patternEnd = pattern + ((rules[at + 1] & 0xff) << 8 | rules[at + 2] & 0xff);
            boolean fits;
            if ((flags & WILD) == 0) {
                int length = patternEnd - pattern;
                int rest = end - start - length;
                fits =
                        (rest == 0 || rest > 0 && (flags & WHOLE) == 0)
                                && Arrays.equals(
                                        path, start, start + length, rules, pattern, patternEnd);
            } else {
                int taken = match(path, start, end, at, STEPS_MAX - steps);
                fits = taken > 0;
                steps += Math.abs(taken);
            }
            if (fits) {
                return (flags & ALLOWS) != 0;
            }
            if (steps >= STEPS_MAX) {
                return false;
            }
            at = patternEnd;
        }
        return true;
    }

    /// Tries the pattern of the rule at `at`: returns the steps it took, negative if it does not
    /// fit.
    ///
    /// Only the last `*` need be tried again when the octets after it do not fit, further on: what
    /// fitted before it leaves the longest rest.
    private int match(byte[] path, int start, int end, int at, int stepsMax) {
        boolean whole = (rules[at] & WHOLE) != 0;
        int pattern = at + HEAD;
        int patternEnd = pattern + ((rules[at + 1] & 0xff) << 8 | rules[at + 2] & 0xff);
        int from = start;
        int star = -1;
        int starFrom = -1;
        int steps = 1;
        while (steps < stepsMax) {
            steps++;
            if (pattern == patternEnd && (!whole || from == end)) {
                return steps;
            }
            if (pattern < patternEnd && rules[pattern] == '*') {
                star = ++pattern;
                starFrom = from;
            } else if (pattern < patternEnd && from < end && rules[pattern] == path[from]) {
                pattern++;
                from++;
            } else if (star >= 0 && starFrom < end) {
                pattern = star;
                from = ++starFrom;
            } else {
                return -steps;
            }
        }
        return -steps;
    }

    boolean isEmpty() {
        return rules.length == 0;
    }

    int bytes() {
        return 32 + rules.length;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(rules.length);
        out.write(rules);
    }

    static PathRules read(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > OCTETS_MAX) {
            throw new IOException("rules are at most " + OCTETS_MAX + " octets: " + length);
        }
        byte[] rules = new byte[length];
        in.readFully(rules);
        int at = 0;
        while (at < length) {
            if (length - at < HEAD) {
                throw new IOException("a rule has a head of 3 octets: " + (length - at));
            }
            at += HEAD + ((rules[at + 1] & 0xff) << 8 | rules[at + 2] & 0xff);
        }
        if (at != length) {
            throw new IOException("the last rule ends with the rules: " + (at - length));
        }
        return new PathRules(rules);
    }
}
