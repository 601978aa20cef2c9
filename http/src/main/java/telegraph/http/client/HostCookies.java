package telegraph.http.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// The cookies of one host, at most [#COUNT_MAX] and [#BYTES_MAX], the oldest forgotten first.
///
/// Threads: whoever has the lock of the jar's part.
final class HostCookies {
    private static final int COUNT_MAX = 50;
    private static final int BYTES_MAX = 16 << 10;
    private static final int COOKIE_BYTES_MAX = 4 << 10;
    private static final int BYTES_EMPTY = 128;

    private final List<Cookie> cookies = new ArrayList<>();
    private long bytes = BYTES_EMPTY;
    private boolean counted;

    /// What all of it takes; nothing before the first.
    long bytes() {
        return counted ? bytes : 0;
    }

    /// Takes a cookie in the place of the one of the same name and path; one whose time is over
    /// only takes that away.
    void put(Cookie cookie, long now) {
        counted = true;
        remove(c -> c.isSame(cookie) || c.isOver(now));
        if (cookie.isOver(now) || cookie.bytes() > COOKIE_BYTES_MAX) {
            return;
        }
        cookies.add(cookie);
        bytes += cookie.bytes();
        while (cookies.size() > COUNT_MAX || bytes > BYTES_MAX) {
            bytes -= cookies.removeFirst().bytes();
        }
    }

    private void remove(Predicate<Cookie> which) {
        for (int i = cookies.size() - 1; i >= 0; i--) {
            if (which.test(cookies.get(i))) {
                bytes -= cookies.remove(i).bytes();
            }
        }
    }

    /// What to send for a path: the cookies of the longest paths first, then the oldest.
    String line(String path, boolean secure, long now) {
        StringBuilder line = new StringBuilder();
        cookies.stream()
                .filter(c -> c.goesTo(path, secure) && !c.isOver(now))
                .sorted(Comparator.comparingInt((Cookie c) -> -c.path().length()))
                .forEach(c ->
                        line.append(line.isEmpty() ? "" : "; ")
                                .append(c.name())
                                .append('=')
                                .append(c.value()));
        return line.toString();
    }
}
