package telegraph.crawler;

import java.time.Duration;
import java.util.Map;

/// How a crawl stands at one moment.
///
/// @param rows URLs that are done with, whatever became of them
/// @param pages responses among them
/// @param pagesBefore those of them that came before this process took the crawl up
/// @param answers how many of them have a status of 1xx, 2xx and so on, by the first digit
/// @param bytes that came over the network in bodies
/// @param pagesPerSecond over the last ten seconds
/// @param hosts sites met so far
/// @param queued URLs that wait
/// @param seen different URLs met so far
/// @param errors how often each outcome but success came
/// @param aside hosts that did not answer and are asked again when nothing else is left
/// @param cut links not followed, by the reason in words
/// @param memoryUsed bytes of `memoryLimit`
/// @param fetching requests under way
/// @param waits what is waited for if nothing is under way, in words; else empty
/// @param away for how long the crawl's own network was away, all in all
/// @param pauseMax the longest that the loop worked without a look at what came and who is idle
/// @param elapsed since this process started or resumed the crawl
public record CrawlStatus(
        long rows,
        long pages,
        long pagesBefore,
        Map<Integer, Long> answers,
        long bytes,
        double pagesPerSecond,
        long hosts,
        long queued,
        long seen,
        Map<Outcome, Long> errors,
        long aside,
        Map<String, Long> cut,
        long memoryUsed,
        long memoryLimit,
        int fetching,
        String waits,
        Duration away,
        Duration pauseMax,
        Duration elapsed) {
    public CrawlStatus {
        answers = Map.copyOf(answers);
        errors = Map.copyOf(errors);
        cut = Map.copyOf(cut);
    }
}
