package telegraph.crawler.scan;

import telegraph.crawler.Octets;

/// Writes text of one charset in UTF-8, with replacement characters for what is none.
sealed interface Transcoder permits SingleTranscoder, LongTranscoder {
    void append(byte[] a, int start, int end, Octets to);
}
