package telegraph.server.redis;

import telegraph.server.resp.CommandWords;
import telegraph.server.resp.RedisRefusal;

/// What SET is told beside the key and the value.
///
/// @param onlyNew whether a key that is there is left as it is
/// @param onlyOld whether a key that is not there stays so
/// @param get whether the value before is asked for
/// @param keepsDeadline whether the key expires when it would have
/// @param deadline when it expires
record SetOptions(
        boolean onlyNew, boolean onlyOld, boolean get, boolean keepsDeadline, long deadline) {
    private static final SetOptions NONE =
            new SetOptions(false, false, false, false, KeyValueTable.NEVER);

    private static final int FIRST = 3;

    /// Reads them.
    ///
    /// @throws RedisRefusal if they are wrong or contradict each other
    static SetOptions of(CommandWords words, long now) {
        if (words.count() == FIRST) {
            return NONE;
        }
        boolean onlyNew = false;
        boolean onlyOld = false;
        boolean get = false;
        boolean keeps = false;
        long deadline = KeyValueTable.NEVER;
        for (int i = FIRST; i < words.count(); i++) {
            if (words.is(i, "NX")) {
                onlyNew = true;
            } else if (words.is(i, "XX")) {
                onlyOld = true;
            } else if (words.is(i, "GET")) {
                get = true;
            } else if (words.is(i, "KEEPTTL")) {
                keeps = true;
            } else if (deadline == KeyValueTable.NEVER) {
                deadline = Deadline.option(Command.SET, words, i, now);
                i++;
            } else {
                throw RedisRefusal.SYNTAX;
            }
        }
        if (onlyNew && onlyOld || keeps && deadline != KeyValueTable.NEVER) {
            throw RedisRefusal.SYNTAX;
        }
        return new SetOptions(onlyNew, onlyOld, get, keeps, deadline);
    }
}
