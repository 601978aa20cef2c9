package telegraph.sources;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import telegraph.engine.meter.Meter;
import telegraph.sources.http.Download;

/// Opens files on the web, by way of a process's limits, redirects and retries.
///
/// A body that breaks off goes on where it did, if it is still the same.
///
/// Threads: any.
public final class HttpRemoteFiles implements RemoteFiles {
    private final HttpAccess access;

    public HttpRemoteFiles(HttpAccess access) {
        this.access = access;
    }

    @Override
    public RemoteFile open(String url, Meter meter) throws IOException, InterruptedException {
        return new Arriving(
                Download.open(url, access.settings().timeout(), access.fetcher(), meter));
    }

    private record Arriving(Download download) implements RemoteFile {
        @Override
        public InputStream body() {
            return download.body();
        }

        @Override
        public OptionalLong size() {
            return download.size();
        }

        @Override
        public String mediaType() {
            return download.mediaType();
        }

        @Override
        public void close() {
            download.close();
        }
    }
}
