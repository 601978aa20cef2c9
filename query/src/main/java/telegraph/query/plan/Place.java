package telegraph.query.plan;

import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;

/// Where a kept plan has a source when it runs: it looks like one, and has no rows.
///
/// @param isLocal as the source that was there
/// @param isAtHand as that too
record Place(String name, Schema schema, Access access, boolean isLocal, boolean isAtHand)
        implements Source {
    static Place of(Source source) {
        return new Place(
                source.name(),
                source.schema(),
                source.access(),
                source.isLocal(),
                source.isAtHand());
    }

    @Override
    public Reader scan(ScanRequest request) {
        throw unfilled();
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw unfilled();
    }

    private IllegalStateException unfilled() {
        return new IllegalStateException("a kept plan is run over sources: place=" + name);
    }
}
