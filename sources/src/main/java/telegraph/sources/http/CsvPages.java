package telegraph.sources.http;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.sources.csv.CsvRecords;
import telegraph.sources.fetch.HttpPage;
import telegraph.sources.fetch.RequestTexts;
import telegraph.sources.fetch.Unfit;
import telegraph.sources.text.SourceOptions;

/// Pages of CSV with a header line: columns by the name in the header, or by the name that the path
/// gives. An empty field is NULL, and a line with nothing in it is no row.
final class CsvPages implements PageFormat {
    private final Spec spec;
    private final byte delimiter;
    private final Optional<Charset> charset;

    CsvPages(Spec spec, SourceOptions options) {
        this.spec = spec;
        this.delimiter = options.character("delimiter").orElse((int) ',').byteValue();
        if (delimiter < 0 || delimiter == '"') {
            String given = options.text("delimiter").orElse("");
            throw options.wrong("delimiter", given, "one character that is no quote is needed");
        }
        try {
            this.charset = options.text("encoding").map(Charset::forName);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw options.wrong(
                    "encoding", options.text("encoding").orElse(""), "a known encoding is needed");
        }
    }

    @Override
    public Rows open(HttpPage page) {
        if (page.looksLikeMarkup()) {
            throw TelegraphException.input(
                    "CSV is needed and the page is HTML or XML: "
                            + page.shown()
                            + " starts=\""
                            + page.excerpt()
                            + "\". Check the option url, or set format = 'html'.");
        }
        CsvRecords records = CsvRecords.of(utf8(page), delimiter);
        try {
            if (!next(page, records, -1)) {
                return new Lines(List.of());
            }
            List<String> header = new ArrayList<>();
            for (int i = 0; i < records.fields(); i++) {
                header.add(records.text(i));
            }
            int[] places = places(page, header);
            List<String[]> lines = new ArrayList<>();
            while (next(page, records, header.size())) {
                String[] line = new String[places.length];
                for (int f = 0; f < places.length; f++) {
                    line[f] = places[f] < 0 ? "" : records.text(places[f]);
                }
                lines.add(line);
            }
            return new Lines(lines);
        } catch (IOException e) {
            throw broken(page, records, e.getMessage());
        }
    }

    private byte[] utf8(HttpPage page) {
        Charset coded = charset.or(page::charset).orElse(StandardCharsets.UTF_8);
        return coded.equals(StandardCharsets.UTF_8)
                ? page.body()
                : new String(page.body(), coded).getBytes(StandardCharsets.UTF_8);
    }

    /// Goes to the next record with something in it; false at the end.
    ///
    /// @param expected how many fields it has to have, or -1 for any number
    private static boolean next(HttpPage page, CsvRecords records, int expected)
            throws IOException {
        do {
            if (!records.next()) {
                return false;
            }
        } while (records.isBlank());
        if (records.problem() != null) {
            throw broken(page, records, records.problem());
        }
        if (expected >= 0 && records.fields() != expected) {
            throw broken(
                    page,
                    records,
                    "a row must have as many fields as the header: expected="
                            + expected
                            + " actual="
                            + records.fields());
        }
        return true;
    }

    private static TelegraphException broken(HttpPage page, CsvRecords records, String cause) {
        return TelegraphException.input(
                "CSV is needed: " + page.shown() + " " + records.place() + " cause=" + cause);
    }

    private int[] places(HttpPage page, List<String> header) {
        int[] places = new int[spec.fields().size()];
        for (int i = 0; i < places.length; i++) {
            Field field = spec.fields().get(i);
            String name = field.path().isEmpty() ? field.name() : field.path();
            places[i] = indexOf(header, name);
            if (places[i] < 0 && !field.echoed()) {
                throw TelegraphException.input(
                        "a column must stand in the header line: "
                                + page.shown()
                                + " column="
                                + name
                                + Nearest.advice(name, header));
            }
        }
        return places;
    }

    private static int indexOf(List<String> header, String name) {
        for (int i = 0; i < header.size(); i++) {
            if (header.get(i).strip().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /// The records of a page, as the text of each field declared.
    private final class Lines implements Rows {
        private final List<String[]> lines;

        Lines(List<String[]> lines) {
            this.lines = lines;
        }

        @Override
        public int count() {
            return lines.size();
        }

        @Override
        public boolean fill(int row, int[] fields, Object[] values) throws Unfit {
            String[] line = lines.get(row);
            for (int f : fields) {
                String text = line[f];
                values[f] = null;
                if (!text.isEmpty() && !spec.nulls().contains(text)) {
                    try {
                        values[f] = RequestTexts.value(spec.fields().get(f).type(), text);
                    } catch (Unfit e) {
                        throw e.in(f);
                    }
                }
            }
            return true;
        }

        @Override
        public Optional<String> mark(Mark mark) {
            return Optional.empty();
        }

        @Override
        public boolean hasPlace() {
            return true;
        }

        @Override
        public String advice() {
            return "";
        }
    }
}
