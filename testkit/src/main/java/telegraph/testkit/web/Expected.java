package telegraph.testkit.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a crawl must have done when it has ended, by normalised URL.
///
/// What traps and odd links lead to is not in it: how much of that is fetched is for the crawler to
/// decide; [SyntheticWeb#isWild] tells it. A page that leads into an endless chain is expected with
/// ten redirects. A host that answers nothing does not answer for its robots.txt either, so a
/// crawler may as well call its pages disallowed.
///
/// @param answered what it fetched, with the status of the response
/// @param unanswered what it asked for, or would have if the host had an address, without ever
///   getting a response
/// @param disallowed what it found but may not ask for
public record Expected(
        Map<String, Integer> answered, Set<String> unanswered, Set<String> disallowed) {
    /// What of the URLs that were answered, with their statuses, is not as it should be, in words;
    /// nothing for a right crawl. What is wild is passed over.
    public List<String> difference(Map<String, Integer> crawled) {
        List<String> words = new ArrayList<>();
        answered.forEach((url, status) -> {
            Integer found = crawled.get(url);
            if (found == null) {
                words.add("missing: " + status + " " + url);
            } else if (!found.equals(status)) {
                words.add("status " + found + " for " + status + ": " + url);
            }
        });
        crawled.forEach((url, status) -> {
            if (!answered.containsKey(url) && !SyntheticWeb.isWild(url)) {
                words.add("not expected: " + status + " " + url);
            }
        });
        words.sort(null);
        return words;
    }
}
