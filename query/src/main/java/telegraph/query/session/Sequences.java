package telegraph.query.session;

import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.query.SequenceCalls.Reference;

/// The sequences that a statement counts up, by the keys of the references to them.
///
/// Threads: any, but for [#demand].
public interface Sequences {
    /// Where there are none.
    Sequences NONE =
            new Sequences() {
                @Override
                public void demand(Set<Reference> references) {
                    references.forEach(reference -> next(reference.key()));
                }

                @Override
                public boolean isEmpty() {
                    return true;
                }

                @Override
                public long next(String key) {
                    throw TelegraphException.of(
                            SqlState.UNDEFINED_TABLE, "unknown sequence \"" + key + "\"");
                }

                @Override
                public long current(String key) {
                    return next(key);
                }

                @Override
                public void set(String key, long value, boolean called) {
                    next(key);
                }

                @Override
                public long last() {
                    return next("");
                }

                @Override
                public AdvisoryLocks locks() {
                    return AdvisoryLocks.NONE;
                }
            };

    /// Finds the sequences that a query names, which stay what they are until the transaction ends.
    /// Others have no key. Called by the thread of the statement before the query begins.
    ///
    /// @throws TelegraphException of kind INPUT if one is not there
    void demand(Set<Reference> references);

    /// Whether none was demanded.
    boolean isEmpty();

    /// The next number.
    long next(String key);

    /// The number that this conversation was given last.
    long current(String key);

    /// Has it count on from a value.
    ///
    /// @param called whether that was given, or is the next
    void set(String key, long value, boolean called);

    /// The number that this conversation was given last of any sequence.
    long last();

    /// The locks that the session holds beside them.
    AdvisoryLocks locks();
}
