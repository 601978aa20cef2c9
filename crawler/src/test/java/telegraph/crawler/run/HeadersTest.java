package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import telegraph.crawler.visit.MediaTypes;
import telegraph.http.Octets;
import telegraph.http.RetryAfter;

class HeadersTest {
    private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");
    private static final long HOUR = 3_600_000_000_000L;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                " 12 | 12000000000",
                "99999999999999999999 | 3600000000000",
                "7200 | 3600000000000",
                "Sun, 22 Nov 2026 03:00:05 GMT | 5000000000",
                "Sun, 22 Nov 2026 02:00:00 GMT | 0",
                "Mon, 22 Nov 2066 02:00:00 GMT | 3600000000000",
                "-5 | -1",
                "soon | -1",
                "'' | -1",
                "1.5 | 1500000000",
                "1795316405 | 5000000000",
                "1795316405000 | 5000000000",
                "Sunday, 22-Nov-26 03:00:05 GMT | 5000000000",
                "NaN | -1",
                "1e9 | -1"
            })
    void retryAfterIsSecondsOrADateUpToALimit(String value, long nanos) {
        assertEquals(nanos, RetryAfter.nanos(value, NOW, HOUR));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/html | true | false | ''",
                "Text/HTML;charset=UTF-8 | true | false | UTF-8",
                "  text/html ; a=b ; Charset = x | true | false | ''",
                "text/html; a=b; CHARSET=\"Shift_JIS\"; c | true | false | Shift_JIS",
                "application/xhtml+xml | true | false | ''",
                "text/htmlx | false | false | ''",
                "text/plain; charset=latin1 | false | true | latin1",
                "text/htm | false | false | ''",
                "'' | false | false | ''",
                ";charset= | false | false | ''"
            })
    void contentTypeSaysWhatToReadAndHow(String value, boolean html, boolean text, String charset) {
        Octets octets = Octets.of(value);
        assertEquals(html, MediaTypes.isHtml(octets));
        assertEquals(text, MediaTypes.isPlainText(octets));
        assertEquals(charset, new MediaTypes().charset(octets));
    }
}
