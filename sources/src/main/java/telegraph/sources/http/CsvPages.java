package telegraph.sources.http;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.sources.fetch.HttpPage;
import telegraph.sources.fetch.RequestTexts;
import telegraph.sources.fetch.Unfit;
import telegraph.sources.text.SourceOptions;

/// Pages of CSV with a header line: columns by the name in the header, or by the name that the path
/// gives. An empty field is NULL.
final class CsvPages implements PageFormat {
    private final Spec spec;
    private final char delimiter;
    private final Optional<Charset> charset;

    CsvPages(Spec spec, SourceOptions options) {
        this.spec = spec;
        String separator = options.text("delimiter").orElse(",").replace("\\t", "\t");
        if (separator.length() != 1) {
            throw options.wrong("delimiter", separator, "one character is needed");
        }
        this.delimiter = separator.charAt(0);
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
        String text =
                new String(page.body(), charset.or(page::charset).orElse(StandardCharsets.UTF_8));
        if (text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        List<CsvRecord> records;
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder()
                        .fieldSeparator(delimiter)
                        .skipEmptyLines(true)
                        .ofCsvRecord(text)) {
            records = reader.stream().toList();
        } catch (CsvParseException e) {
            throw TelegraphException.input(
                    "CSV is needed: " + page.shown() + " cause=" + e.getMessage(), e);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        if (records.isEmpty()) {
            return new Lines(List.of(), new int[spec.fields().size()]);
        }
        return new Lines(
                records.subList(1, records.size()), places(page, records.getFirst().getFields()));
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
                                + Nearest.advice(name, new ArrayList<>(header)));
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

    /// The records of a page; `places` has for each field its index in a record, or -1.
    private final class Lines implements Rows {
        private final List<CsvRecord> records;
        private final int[] places;

        Lines(List<CsvRecord> records, int[] places) {
            this.records = records;
            this.places = places;
        }

        @Override
        public int count() {
            return records.size();
        }

        @Override
        public boolean fill(int row, int[] fields, Object[] values) throws Unfit {
            CsvRecord line = records.get(row);
            for (int f : fields) {
                int place = places[f];
                values[f] = null;
                if (place >= 0 && place < line.getFieldCount()) {
                    String text = line.getField(place);
                    if (!text.isEmpty() && !spec.nulls().contains(text)) {
                        try {
                            values[f] = RequestTexts.value(spec.fields().get(f).type(), text);
                        } catch (Unfit e) {
                            throw e.in(f);
                        }
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
