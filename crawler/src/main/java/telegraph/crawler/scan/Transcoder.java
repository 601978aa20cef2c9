package telegraph.crawler.scan;

import java.nio.charset.Charset;
import telegraph.http.Octets;

/// Writes text of one charset in UTF-8, with replacement characters for what is none.
sealed interface Transcoder permits SingleTranscoder, LongTranscoder {
    Charset charset();

    void append(byte[] a, int start, int end, Octets to);
}
