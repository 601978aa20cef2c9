package telegraph.sources.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import telegraph.memory.Type;

/// Finds out how a CSV file is written: its delimiter, and whether it has a header.
///
/// The delimiter is the one that cuts most records into equally many fields, and among those the
/// one that makes most fields. The first record is a header if some column is of another type below
/// it, or if all its fields are words.
final class CsvSniffer {
    private static final byte[] DELIMITERS = {',', '\t', ';', '|'};

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
        int[] times = new int[1 + counts.stream().mapToInt(count -> count).max().orElse(0)];
        counts.stream().filter(count -> count > 1).forEach(count -> times[count]++);
        int usual = 0;
        for (int fields = 0; fields < times.length; fields++) {
            usual = times[fields] > times[usual] ? fields : usual;
        }
        if (usual < 2) {
            return 0;
        }
        return 64L * times[usual] / counts.size() + usual / (usual + 1.0);
    }

    /// Whether the fields of a first record name the columns below it.
    static boolean isHeader(List<String> first, List<TypeGuess> below, TimeScanner times) {
        Set<String> words = new HashSet<>();
        boolean allWords = true;
        for (int i = 0; i < first.size(); i++) {
            String field = first.get(i).strip();
            if (field.isEmpty()) {
                continue;
            }
            words.add(field);
            byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
            TypeGuess guess = new TypeGuess(times);
            guess.see(bytes, 0, bytes.length);
            boolean word = guess.type(true).equals(Type.TEXT);
            allWords &= word && !NumberScanner.isInteger(bytes, 0, bytes.length);
            if (below.get(i).isSeen() && !below.get(i).type(true).equals(Type.TEXT)) {
                guess.merge(below.get(i));
                if (guess.type(true).equals(Type.TEXT)) {
                    return true;
                }
            }
        }
        return allWords && !words.isEmpty();
    }

    /// Names for columns, each once whatever its case; a field without one is numbered.
    static List<String> names(List<String> fields) {
        Set<String> all = new HashSet<>();
        fields.forEach(field -> all.add(field.strip().toLowerCase(Locale.ROOT)));
        Set<String> used = new HashSet<>();
        String[] names = new String[fields.size()];
        for (int i = 0; i < names.length; i++) {
            String field = fields.get(i).strip();
            String name = field.isEmpty() ? "column" + (i + 1) : field;
            String unique = name;
            for (int n = 1; !used.add(unique.toLowerCase(Locale.ROOT)); n++) {
                unique = name + "_" + n;
                while (all.contains(unique.toLowerCase(Locale.ROOT))) {
                    unique = name + "_" + ++n;
                }
            }
            names[i] = unique;
        }
        return Arrays.asList(names);
    }
}
