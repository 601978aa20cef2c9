package telegraph.crawler.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.url.Url;

/// Reads where a crawl starts.
///
/// Threads: any.
public final class Seeds {
    private Seeds() {}

    /// The URLs that a user gave; a scheme left out means http.
    ///
    /// @throws TelegraphException of kind INPUT that names the first that is none
    public static List<Url> parse(List<String> texts) {
        List<Url> urls = new ArrayList<>();
        for (String text : texts) {
            String whole = text.contains("://") ? text : "http://" + text;
            byte[] octets = whole.getBytes(StandardCharsets.UTF_8);
            Url url = new Url();
            Url.Verdict verdict = url.parse(octets, 0, octets.length);
            if (verdict != Url.Verdict.OK) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "a seed is an absolute URL of http or https: seed="
                                + text
                                + " verdict="
                                + verdict);
            }
            urls.add(url);
        }
        return urls;
    }
}
