package telegraph.examples.demo;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.sql.ResultColumn;

/// The right answer to a question, as another system computed it.
///
/// Rows must come in the same order. Numbers are equal if they differ by no more than one part in a
/// thousand million, since one side may hold 12.3 as a decimal and the other as a double.
final class Golden {
    private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

    private final List<String> header;
    private final List<CsvRecord> rows;

    private Golden(List<CsvRecord> records) {
        this.header = records.getFirst().getFields();
        this.rows = records.subList(1, records.size());
    }

    static Golden of(Question question) throws IOException {
        return parse(Question.resource("golden/" + question.name() + ".csv"));
    }

    static Golden parse(String csv) throws IOException {
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(csv)) {
            return new Golden(reader.stream().toList());
        }
    }

    List<String> header() {
        return header;
    }

    int size() {
        return rows.size();
    }

    /// A value as the other system wrote it; "" for NULL.
    String value(int row, int column) {
        return rows.get(row).getField(column);
    }

    /// The first thing in which the answer differs, in words; empty if it is right.
    Optional<String> difference(List<ResultColumn> columns, List<Object[]> answer) {
        List<String> names = columns.stream().map(ResultColumn::name).toList();
        if (!names.equals(header)) {
            return Optional.of("columns differ: expected=" + header + " found=" + names);
        }
        for (int row = 0; row < Math.min(rows.size(), answer.size()); row++) {
            for (int column = 0; column < header.size(); column++) {
                String expected = rows.get(row).getField(column);
                Object found = answer.get(row)[column];
                if (!equal(expected, found)) {
                    return Optional.of(
                            "row %d differs in %s: expected=%s found=%s, all of it %s"
                                    .formatted(
                                            row + 1,
                                            header.get(column),
                                            expected,
                                            found,
                                            Arrays.toString(answer.get(row))));
                }
            }
        }
        if (rows.size() != answer.size()) {
            return Optional.of(
                    "the number of rows differs: expected="
                            + rows.size()
                            + " found="
                            + answer.size());
        }
        return Optional.empty();
    }

    /// Whether a value is the one that the other system wrote.
    static boolean equal(String expected, Object found) {
        return switch (found) {
            case null -> expected.isEmpty();
            case Number number -> near(expected, number.toString());
            default -> expected.equals(found.toString());
        };
    }

    private static boolean near(String expected, String found) {
        BigDecimal right;
        BigDecimal number;
        try {
            right = new BigDecimal(expected);
            number = new BigDecimal(found);
        } catch (NumberFormatException notANumber) {
            // Text where a number is expected, or NaN.
            return false;
        }
        BigDecimal allowed = right.abs().max(BigDecimal.ONE).multiply(TOLERANCE);
        return right.subtract(number).abs().compareTo(allowed) <= 0;
    }
}
