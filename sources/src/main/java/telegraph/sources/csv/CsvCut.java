package telegraph.sources.csv;

/// Some records cut into fields, for columns to be parsed out of them one after the other.
///
/// Record `r` begins behind `marks[r * fields]`, and its field `f` ends before `marks[r * fields +
/// f + 1]`, quotes included.
///
/// Threads: one. Memory: arrays of others, filled anew for each cut.
final class CsvCut {
    byte[] bytes;
    int[] marks;
    int fields;
    int rows;

    /// Whether the last field of a record may be followed by CR.
    boolean returns;

    /// Whether all bytes are known to be ASCII.
    boolean ascii;

    /// Whether the bytes are those of the [CsvAside].
    boolean aside;

    private int[] trimmed = new int[0];

    /// The same records with the last field alone, without the CR behind it.
    CsvCut lastField(CsvCut to) {
        if (to.trimmed.length < 2 * rows + 1) {
            to.trimmed = new int[2 * rows + 1];
        }
        int[] ends = to.trimmed;
        for (int row = 0; row < rows; row++) {
            int start = marks[row * fields + fields - 1] + 1;
            int stop = marks[row * fields + fields];
            ends[2 * row] = start - 1;
            ends[2 * row + 1] = stop > start && bytes[stop - 1] == '\r' ? stop - 1 : stop;
        }
        to.bytes = bytes;
        to.marks = ends;
        to.fields = 2;
        to.rows = rows;
        to.returns = false;
        to.ascii = ascii;
        to.aside = aside;
        return to;
    }
}
