package telegraph.sources.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Holds the parser against FastCSV on random RFC 4180 text.
///
/// Fields are drawn from few characters, so that quotes, delimiters and line ends meet often, and
/// the bytes arrive in pieces of random size through a tiny buffer, so that every boundary falls
/// everywhere; or in longer ones through a larger buffer, so that fields are also cut many bytes at
/// a time. The seed of a failing case is in its message.
class CsvRecordsModelTest {
    private static final int CASES = 20_000;
    private static final String[] ATOMS = {"a", "", "é", ",", "\"", "\n", "\r\n", "\r", " ", "bc"};

    @Test
    void cutsRandomTextAsFastCsvDoes() throws Exception {
        for (long seed = 1; seed <= CASES; seed++) {
            Random random = new Random(seed);
            String text = text(random);
            List<List<String>> expected = new ArrayList<>();
            try (CsvReader<CsvRecord> reader =
                    CsvReader.builder().skipEmptyLines(false).ofCsvRecord(text)) {
                reader.forEach(record -> expected.add(record.getFields()));
            }
            assertEquals(expected, cut(text, random), "seed=" + seed + " text=[" + text + "]");
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int rows = 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 5);
        int fields = 1 + random.nextInt(4);
        String end = List.of("\n", "\r\n", "\r").get(random.nextInt(3));
        for (int r = 0; r < rows; r++) {
            for (int f = 0; f < fields; f++) {
                text.append(f == 0 ? "" : ",").append(field(random));
            }
            // The last line may lack its end.
            text.append(r == rows - 1 && random.nextBoolean() ? "" : end);
        }
        return text.toString();
    }

    private static String field(Random random) {
        StringBuilder content = new StringBuilder();
        int atoms = random.nextInt(5);
        for (int i = 0; i < atoms; i++) {
            content.append(ATOMS[random.nextInt(ATOMS.length)]);
        }
        String field = content.toString();
        boolean special = field.chars().anyMatch(c -> ",\"\r\n".indexOf(c) >= 0);
        return special || random.nextInt(4) == 0 ? '"' + field.replace("\"", "\"\"") + '"' : field;
    }

    private static List<List<String>> cut(String text, Random random) throws Exception {
        int most = random.nextBoolean() ? 7 : 500;
        InputStream bytes = new Dripping(text.getBytes(StandardCharsets.UTF_8), random, most);
        CsvRecords records =
                new CsvRecords(
                        bytes,
                        CsvDialect.RFC_4180,
                        1 + random.nextInt(random.nextBoolean() ? 40 : 400));
        List<List<String>> rows = new ArrayList<>();
        int line = 1;
        while (records.next()) {
            assertEquals(null, records.problem());
            assertEquals(line, records.line());
            List<String> row = new ArrayList<>();
            for (int i = 0; i < records.fields(); i++) {
                String field =
                        new String(
                                records.bytes(),
                                records.start(i),
                                records.stop(i) - records.start(i),
                                StandardCharsets.UTF_8);
                row.add(field);
                line +=
                        (int)
                                field.replace("\r\n", "\n")
                                        .replace('\r', '\n')
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count();
            }
            line++;
            rows.add(row);
        }
        return rows;
    }

    /// Hands out a few bytes at a time.
    private static final class Dripping extends ByteArrayInputStream {
        private final Random random;
        private final int most;

        Dripping(byte[] bytes, Random random, int most) {
            super(bytes);
            this.random = random;
            this.most = most;
        }

        @Override
        public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, 1 + random.nextInt(most)));
        }
    }
}
