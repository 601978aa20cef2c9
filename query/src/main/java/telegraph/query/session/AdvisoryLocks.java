package telegraph.query.session;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;

/// The locks that programs agree on among themselves, by numbers that mean something to them alone:
/// PostgreSQL's advisory locks, as a session holds them.
///
/// | held until               | given back by                          |
/// |--------------------------|----------------------------------------|
/// | the session ends         | [#release], as often as it was taken   |
/// | the transaction ends     | that alone                             |
///
/// Threads: any.
public interface AdvisoryLocks {
    /// What is locked: one number, or two short ones, which are another thing.
    record Key(long number, boolean isPair) {
        public static Key of(long number) {
            return new Key(number, false);
        }

        /// @throws TelegraphException if one is no integer
        public static Key of(long first, long second) {
            return new Key(short32(first) << Integer.SIZE | short32(second) & 0xffff_ffffL, true);
        }

        private static long short32(long number) {
            if (number != (int) number) {
                throw TelegraphException.of(
                        SqlState.NUMBER_OUT_OF_RANGE,
                        "a lock by two numbers takes integers: number=" + number);
            }
            return number;
        }
    }

    /// Where there is no session.
    AdvisoryLocks NONE =
            new AdvisoryLocks() {
                @Override
                public boolean take(
                        Key key, boolean shared, boolean ofTransaction, boolean waits, Ticker t) {
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED, "only sessions take advisory locks");
                }

                @Override
                public boolean release(Key key, boolean shared) {
                    return false;
                }

                @Override
                public void releaseAll() {}
            };

    /// Takes a lock, once more if the session has it.
    ///
    /// @param shared whether others may share it
    /// @param ofTransaction whether it is held until the transaction ends
    /// @param waits whether to wait for those who have it
    /// @return whether it was taken, which it is if it waits
    /// @throws TelegraphException DEADLOCK, LOCK_NOT_AVAILABLE after the session's time limit, or
    ///   if nobody wants the statement's result any more
    boolean take(Key key, boolean shared, boolean ofTransaction, boolean waits, Ticker ticker);

    /// Gives back one that the session took until its end; false if it has none.
    boolean release(Key key, boolean shared);

    /// Gives back all that the session took until its end.
    void releaseAll();
}
