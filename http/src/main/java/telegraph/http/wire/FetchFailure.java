package telegraph.http.wire;

import telegraph.http.FetchOutcome;

/// The end of a fetch that brought no response, or not all of it.
///
/// It has no stack trace: what the net does wrong is no news, and happens a thousand times a
/// second.
public final class FetchFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final FetchOutcome outcome;

    public FetchFailure(FetchOutcome outcome, String words) {
        super(words, null, false, false);
        this.outcome = outcome;
    }

    public FetchOutcome outcome() {
        return outcome;
    }
}
