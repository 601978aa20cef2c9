package telegraph.sources.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import telegraph.engine.meter.Meter;
import telegraph.sources.fetch.BodyStream;
import telegraph.sources.fetch.Encodings;
import telegraph.sources.fetch.FetchRules;
import telegraph.sources.fetch.Fetcher;
import telegraph.sources.fetch.PageRequest;
import telegraph.sources.fetch.Transport;
import telegraph.sources.text.SourceOptions;

/// A file on the web that is still arriving; a connection that breaks meanwhile is opened again.
///
/// @param mediaType without parameters, in lower case; "" if the server said none
public record Download(InputStream body, OptionalLong size, String mediaType)
        implements AutoCloseable {
    private static final int RETRIES = 3;

    /// Asks for `url` and returns when the body begins.
    public static Download open(String url, Duration timeout, Fetcher fetcher, Meter meter)
            throws IOException, InterruptedException {
        SourceOptions options =
                new SourceOptions(
                        Optional.of(url),
                        Map.of("url", url, "header.Accept-Encoding", "identity"),
                        Declaration.OPTIONS);
        PageRequest request =
                new RequestTemplate(options, Set.of()).fill(Map.of(), fetcher.secrets());
        FetchRules rules =
                new FetchRules(url, timeout, RETRIES, 0, Optional.empty(), Long.MAX_VALUE);
        Transport.Answer<BodyStream> answer = fetcher.open(request, rules, meter);
        ContinuedBody body =
                new ContinuedBody(fetcher, new ContinuedBody.Ask(request, rules, meter), answer);
        String encoding = answer.header("Content-Encoding");
        boolean plain = encoding.isEmpty() || encoding.equalsIgnoreCase("identity");
        String type = answer.header("Content-Type");
        int end = type.indexOf(';');
        try {
            return new Download(
                    Encodings.stream(body, encoding),
                    plain
                            ? answer.headers().firstValueAsLong("Content-Length")
                            : OptionalLong.empty(),
                    (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            body.close();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
