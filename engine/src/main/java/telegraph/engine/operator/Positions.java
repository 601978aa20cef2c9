package telegraph.engine.operator;

import telegraph.memory.Batch;

/// The positions of a batch, in order.
public final class Positions {
    private Positions() {}

    /// All there can be: 0 to 4,095.
    public static int[] all() {
        int[] all = new int[Batch.ROWS_MAX];
        for (int at = 0; at < all.length; at++) {
            all[at] = at;
        }
        return all;
    }
}
