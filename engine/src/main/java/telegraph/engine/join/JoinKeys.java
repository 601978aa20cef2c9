package telegraph.engine.join;

import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.RowWords;
import telegraph.engine.stem.KeyHashes;
import telegraph.engine.vector.Vector;

/// The columns by which rows of one side of a join meet those of the other.
///
/// Threads: one.
final class JoinKeys {
    private final int[] columns;
    private final boolean areWords;
    private final Vector[] values;

    /// @param areWords whether the words of the keys tell them apart
    JoinKeys(int[] columns, boolean areWords) {
        this.columns = columns;
        this.areWords = areWords;
        this.values = new Vector[columns.length];
    }

    int count() {
        return columns.length;
    }

    int column(int key) {
        return columns[key];
    }

    /// The key of the rows given last, by position.
    Vector value(int key) {
        return values[key];
    }

    /// Sets words and the active positions, those without NULLs in their keys; returns how many.
    int words(BatchRows rows, int[] positions, int count, JoinTable.Chains to) {
        for (int k = 0; k < values.length; k++) {
            values[k] = rows.column(columns[k]);
        }
        int present = KeyHashes.present(values, positions, count, to.active);
        if (areWords) {
            RowWords.keys(values[0], to.active, present, to.words);
        } else {
            RowWords.hash(values, to.active, present, to.words);
        }
        return present;
    }
}
