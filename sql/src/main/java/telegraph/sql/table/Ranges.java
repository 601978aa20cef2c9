package telegraph.sql.table;

import telegraph.store.Bytes;

/// Keys that begin alike, as a range.
final class Ranges {
    private Ranges() {}

    /// The first key after all that begin with `prefix`, or null if there is none.
    static Bytes after(Bytes prefix) {
        Bytes end = new Bytes().set(prefix);
        while (end.length() > 0 && end.array()[end.length() - 1] == (byte) 0xff) {
            end.length(end.length() - 1);
        }
        if (end.length() == 0) {
            return null;
        }
        end.array()[end.length() - 1]++;
        return end;
    }
}
