package telegraph.sources.csv;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import telegraph.memory.Type;
import telegraph.sources.file.FileBytes;
import telegraph.sources.text.DistinctNames;
import telegraph.sources.text.NumberScanner;
import telegraph.sources.text.TimeScanner;
import telegraph.sources.text.TypeGuess;

/// Finds out how a CSV file is written: its delimiter, and whether it has a header.
///
/// The delimiter is the one that cuts most records into equally many fields, and among those the
/// one that makes most fields. The first record is a header if some column is of another type below
/// it, or if all its fields are words; not if a field of it that is no number is written as those
/// below it, in digits and signs: `05/06/2019`, `2.2.2`, `5,5 %`.
final class CsvSniffer {
    private static final byte[] DELIMITERS = {',', '\t', ';', '|'};
    private static final Pattern NUMBER = Pattern.compile("[0-9]+([.,'][0-9]+)*");

    private CsvSniffer() {}

    static byte delimiter(byte[] head, CsvDialect dialect) throws IOException {
        byte best = DELIMITERS[0];
        double bestScore = 0;
        for (byte delimiter : DELIMITERS) {
            double score = score(head, dialect.withDelimiter(delimiter));
            if (score > bestScore) {
                best = delimiter;
                bestScore = score;
            }
        }
        return best;
    }

    /// Records cut into equally many fields, as a share in steps of 1/64, then how many fields.
    private static double score(byte[] head, CsvDialect dialect) throws IOException {
        CsvRecords records = new CsvRecords(new ByteArrayInputStream(head), dialect);
        records.skipLines(dialect.skip());
        List<Integer> counts = new ArrayList<>();
        while (records.next()) {
            if (!records.isBlank()) {
                counts.add(records.problem() == null ? records.fields() : -1);
            }
        }
        // The last record of a longer file is cut off somewhere.
        if (head.length == FileBytes.HEAD_BYTES && counts.size() > 1) {
            counts.removeLast();
        }
        int usual = CsvWidth.usual(counts.stream().filter(count -> count > 1).toList());
        if (usual < 2) {
            return 0;
        }
        long times = counts.stream().filter(count -> count == usual).count();
        return 64L * times / counts.size() + usual / (usual + 1.0);
    }

    /// What the first records of a file show. Threads: one.
    static final class Top {
        private final TimeScanner times;
        private final List<TypeGuess> firstGuess = new ArrayList<>();
        private final List<TypeGuess> below = new ArrayList<>();
        private List<String> first = List.of();

        /// For each column the first text below the first record, or null.
        private String[] second = {};

        private boolean inFirst;
        private boolean leftOut;

        Top(TimeScanner times) {
            this.times = times;
        }

        /// A record is no row.
        void leaveOut() {
            leftOut |= isEmpty();
        }

        /// Whether records above the first that is a row are none.
        boolean hasLeftOut() {
            return leftOut;
        }

        /// The first record comes, which has these fields.
        void begin(List<String> fields) {
            first = fields;
            second = new String[fields.size()];
            inFirst = true;
            for (int i = 0; i < second.length; i++) {
                firstGuess.add(new TypeGuess(times));
                below.add(new TypeGuess(times));
            }
        }

        boolean isEmpty() {
            return first.isEmpty();
        }

        int fields() {
            return first.size();
        }

        List<String> first() {
            return first;
        }

        /// Takes a field of the current record, without blanks around it.
        void see(int column, byte[] bytes, int start, int stop) {
            (inFirst ? firstGuess : below).get(column).see(bytes, start, stop);
            if (!inFirst && second[column] == null) {
                second[column] = new String(bytes, start, stop - start, StandardCharsets.UTF_8);
            }
        }

        void endRow() {
            inFirst = false;
        }

        /// What the values of a column may be, with the first record or without.
        TypeGuess guess(int column, boolean withFirst) {
            TypeGuess guess = below.get(column);
            if (withFirst) {
                guess.merge(firstGuess.get(column));
            }
            return guess;
        }

        /// Whether the fields of the first record name the columns below it.
        boolean isHeader() {
            Set<String> words = new HashSet<>();
            boolean allWords = true;
            boolean differs = false;
            for (int i = 0; i < first.size(); i++) {
                String field = first.get(i).strip();
                if (field.isEmpty()) {
                    continue;
                }
                words.add(field);
                byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
                TypeGuess guess = new TypeGuess(times);
                guess.see(bytes, 0, bytes.length);
                boolean word =
                        guess.type(true).equals(Type.TEXT)
                                && !NumberScanner.isInteger(bytes, 0, bytes.length);
                if (word && isWrittenAs(field, second[i])) {
                    return false;
                }
                allWords &= word;
                if (below.get(i).isSeen() && !below.get(i).type(true).equals(Type.TEXT)) {
                    guess.merge(below.get(i));
                    differs |= guess.type(true).equals(Type.TEXT);
                }
            }
            return differs || allWords && !words.isEmpty();
        }
    }

    /// Whether a field has digits, and the one below it is the same but for its numbers; where
    /// there is none below, whether it has digits and no letter.
    private static boolean isWrittenAs(String field, String below) {
        boolean digits = field.chars().anyMatch(c -> c >= '0' && c <= '9');
        return digits
                && (below == null
                        ? field.codePoints().noneMatch(Character::isLetter)
                        : shape(field).equals(shape(below)));
    }

    /// A field with the same digit for each number in it, and without a sign before it.
    private static String shape(String field) {
        return NUMBER.matcher(field).replaceAll("0").replaceFirst("^[+-]", "");
    }

    /// Names for columns, each once whatever its case; a field without one is numbered.
    static List<String> names(List<String> fields) {
        return DistinctNames.unique(fields.stream().map(String::strip).toList());
    }
}
