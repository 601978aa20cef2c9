package telegraph.examples.crawl;

import java.util.regex.Pattern;
import telegraph.crawler.PageModule;

/// Refuses the pages of calendars, which go on for ever: URLs with a day in their path, such as
/// `/events/2026/11/22/`.
public final class NoCalendars implements PageModule {
    private static final Pattern DAY = Pattern.compile("/\\d{4}/\\d{2}/\\d{2}(/|$)");

    @Override
    public boolean wants(String url, int depth) {
        return !DAY.matcher(url).find();
    }
}
