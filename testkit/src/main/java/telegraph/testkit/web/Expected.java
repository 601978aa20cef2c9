package telegraph.testkit.web;

import java.util.Map;
import java.util.Set;

/// What a crawl must have done when it has ended, by normalised URL.
///
/// @param answered what it fetched, with the status of the response
/// @param unanswered what it asked for, or would have if the host had an address, without ever
///   getting a response
/// @param disallowed what it found but may not ask for
public record Expected(
        Map<String, Integer> answered, Set<String> unanswered, Set<String> disallowed) {}
