package telegraph.sources.csv;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// How many fields the rows of a file have, where rows that do not fit are left out: as many as
/// most records at its top. The first record may be the odd one.
///
/// @param fields of a row, or 0 if the first record decides
/// @param openEnd whether the last field of each row is empty, because lines end in a delimiter
record CsvWidth(int fields, boolean openEnd) {
    /// The first record decides.
    static final CsvWidth OF_FIRST = new CsvWidth(0, false);

    /// What most records have that begin in these bytes; the first decides between equals.
    ///
    /// @param complete whether there are no more bytes
    static CsvWidth of(byte[] head, CsvDialect dialect, boolean complete) throws IOException {
        CsvRecords records = new CsvRecords(new ByteArrayInputStream(head), dialect);
        records.skipLines(dialect.skip());
        List<Integer> counts = new ArrayList<>();
        List<Boolean> open = new ArrayList<>();
        while (records.next()) {
            if (!records.isBlank() && records.problem() == null) {
                int last = records.fields() - 1;
                counts.add(records.fields());
                open.add(records.start(last) == records.stop(last) && !records.isQuoted(last));
            }
        }
        if (!complete && counts.size() > 1) {
            counts.removeLast(); // it is cut off somewhere
        }
        int usual = usual(counts);
        boolean openEnd = usual > 1;
        for (int i = 0; i < counts.size(); i++) {
            openEnd &= counts.get(i) != usual || open.get(i);
        }
        return new CsvWidth(usual, openEnd);
    }

    /// The number that occurs most often, or 0 if there is none.
    static int usual(List<Integer> counts) {
        if (counts.isEmpty()) {
            return 0;
        }
        int[] times = new int[1 + counts.stream().mapToInt(count -> count).max().orElse(0)];
        counts.forEach(count -> times[count]++);
        int usual = counts.getFirst();
        for (int fields = 0; fields < times.length; fields++) {
            usual = times[fields] > times[usual] ? fields : usual;
        }
        return usual;
    }

    /// Whether a record is a row, or a header of such rows: one that lacks the delimiter at the end
    /// of the others, or that alone has some.
    boolean takes(CsvRecords records) {
        if (records.problem() != null) {
            return false;
        }
        int actual = records.fields();
        if (fields == 0 || actual == fields || openEnd && actual == fields - 1) {
            return true;
        }
        for (int i = fields; i < actual; i++) {
            if (records.start(i) < records.stop(i)) {
                return false;
            }
        }
        return actual > fields;
    }

    /// As many names as rows have fields, of the fields of a header that is taken.
    List<String> names(List<String> header) {
        if (fields == 0) {
            return header;
        }
        List<String> names = new ArrayList<>(header.subList(0, Math.min(fields, header.size())));
        while (names.size() < fields) {
            names.add("");
        }
        return names;
    }
}
