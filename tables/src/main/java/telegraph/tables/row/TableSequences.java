package telegraph.tables.row;

import java.util.Set;
import telegraph.language.query.SequenceCalls.Reference;
import telegraph.query.session.AdvisoryLocks;
import telegraph.query.session.Sequences;
import telegraph.tables.catalog.Sequence;

/// The sequences that a statement counts up, those of the identities that it fills among them.
///
/// Threads: as those of [Sequences].
public interface TableSequences extends Sequences {
    /// Where no sequence has a name, and nobody asks what was given.
    TableSequences NONE =
            new TableSequences() {
                @Override
                public void demand(Set<Reference> references) {
                    Sequences.NONE.demand(references);
                }

                @Override
                public boolean isEmpty() {
                    return true;
                }

                @Override
                public long next(String key) {
                    return Sequences.NONE.next(key);
                }

                @Override
                public long current(String key) {
                    return Sequences.NONE.current(key);
                }

                @Override
                public void set(String key, long value, boolean called) {
                    Sequences.NONE.set(key, value, called);
                }

                @Override
                public long last() {
                    return Sequences.NONE.last();
                }

                @Override
                public AdvisoryLocks locks() {
                    return AdvisoryLocks.NONE;
                }

                @Override
                public void given(Sequence sequence, long value) {}
            };

    /// A number was given to a row, which the conversation may ask for.
    void given(Sequence sequence, long value);
}
