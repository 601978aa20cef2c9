package telegraph.sources.http;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.memory.Batch;

/// A whole page as batches, not yet handed over, and the marks that lead on.
///
/// Memory: whoever holds it either hands the batches over or unpins them with [#drop].
///
/// @param candidates rows the page has, whether or not they belong to the answer
/// @param content of the rows: what was read of them; the same for the same rows
/// @param fingerprint of the body; two different pages have different ones, nearly always
/// @param state whether the page is there, is missing, or failed and was given up
/// @param reason why it was given up, or ""
record LoadedPage(
        List<Batch> batches,
        long rows,
        int candidates,
        Map<PageFormat.Mark, String> marks,
        URI uri,
        Optional<String> linkNext,
        long content,
        long fingerprint,
        State state,
        String reason) {
    /// What became of the request.
    enum State {
        THERE,
        NOT_FOUND,
        FAILED
    }

    static LoadedPage notFound(URI uri) {
        return new LoadedPage(
                List.of(), 0, 0, Map.of(), uri, Optional.empty(), 0, 0, State.NOT_FOUND, "");
    }

    static LoadedPage failed(URI uri, String reason) {
        return new LoadedPage(
                List.of(), 0, 0, Map.of(), uri, Optional.empty(), 0, 0, State.FAILED, reason);
    }

    Optional<String> mark(PageFormat.Mark mark) {
        return Optional.ofNullable(marks.get(mark));
    }

    void drop() {
        batches.forEach(Batch::unpin);
    }
}
