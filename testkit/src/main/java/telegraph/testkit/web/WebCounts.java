package telegraph.testkit.web;

import java.util.Map;
import telegraph.testkit.model.Violation;

/// What crawlers did to a synthetic web so far.
///
/// @param requests of any kind
/// @param connections accepted
/// @param distinct different pages whose answer was sent at least once
/// @param repeated answers sent for pages that had been answered before
/// @param wild answers sent for what traps and odd links lead to
/// @param robots requests for robots.txt
/// @param bytes sent, heads included
/// @param handshakes of TLS that came to their end
/// @param resumed those of them that took up what was agreed before
/// @param violations by kind; a kind that did not occur is not there
public record WebCounts(
        long requests,
        long connections,
        long distinct,
        long repeated,
        long wild,
        long robots,
        long bytes,
        long handshakes,
        long resumed,
        Map<Violation, Long> violations) {
    public long of(Violation violation) {
        return violations.getOrDefault(violation, 0L);
    }
}
