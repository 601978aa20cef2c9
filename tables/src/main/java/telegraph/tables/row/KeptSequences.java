package telegraph.tables.row;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import telegraph.language.query.SequenceCalls.Reference;
import telegraph.query.session.AdvisoryLocks;
import telegraph.tables.catalog.Sequence;

/// The sequences of a statement as a text names them that a table keeps: whatever temporary
/// sequence the session has, a bare name in it stands for the same as ever.
///
/// Threads: as those of the statement's own.
final class KeptSequences implements TableSequences {
    private final TableSequences all;

    /// What names are called among all.
    private final Map<String, String> keys = new ConcurrentHashMap<>();

    KeptSequences(TableSequences all) {
        this.all = all;
    }

    @Override
    public void demand(Set<Reference> references) {
        references.forEach(reference -> keys.put(reference.key(), reference.kept().key()));
        all.demand(references.stream().map(Reference::kept).collect(Collectors.toSet()));
    }

    @Override
    public boolean isEmpty() {
        return all.isEmpty();
    }

    private String key(String named) {
        return keys.getOrDefault(named, named);
    }

    @Override
    public long next(String key) {
        return all.next(key(key));
    }

    @Override
    public long current(String key) {
        return all.current(key(key));
    }

    @Override
    public void set(String key, long value, boolean called) {
        all.set(key(key), value, called);
    }

    @Override
    public AdvisoryLocks locks() {
        return all.locks();
    }

    @Override
    public long last() {
        return all.last();
    }

    @Override
    public void given(Sequence sequence, long value) {
        all.given(sequence, value);
    }
}
