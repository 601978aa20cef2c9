package telegraph.server.postgres;

import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.Malformed;

/// Which values of a row go over the wire in binary form: none, all, or some.
///
/// Threads: any; immutable.
final class Formats {
    static final Formats TEXT = new Formats(false, null);
    static final Formats BINARY = new Formats(true, null);

    private final boolean all;
    private final boolean[] some;

    private Formats(boolean all, boolean[] some) {
        this.all = all;
        this.some = some;
    }

    /// Reads codes as Bind has them: no code means text for all, one code is for all.
    ///
    /// @param last what was read before, which is given again if it is the same
    static Formats read(Fields fields, Formats last) {
        int count = fields.count(2);
        if (count == 0) {
            return TEXT;
        }
        boolean first = binary(fields.int16());
        boolean[] each = null;
        boolean same = last.some != null && last.some.length == count && last.some[0] == first;
        for (int i = 1; i < count; i++) {
            boolean binary = binary(fields.int16());
            if (same && last.some[i] == binary) {
                continue;
            }
            if (each == null && (same || binary != first)) {
                each = new boolean[count];
                for (int before = 0; before < i; before++) {
                    each[before] = same ? last.some[before] : first;
                }
                same = false;
            }
            if (each != null) {
                each[i] = binary;
            }
        }
        if (same) {
            return last;
        }
        return each == null ? first ? BINARY : TEXT : new Formats(false, each);
    }

    private static boolean binary(int code) {
        if (code != 0 && code != 1) {
            throw new Malformed("a format is 0 for text or 1 for binary: format=" + code);
        }
        return code == 1;
    }

    /// How many values it is about; -1 for any number.
    int count() {
        return some == null ? -1 : some.length;
    }

    boolean isBinary(int column) {
        return some == null ? all : some[column];
    }
}
