package telegraph.examples.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All flights in memory, a short array or an array of shared strings for each column.
///
/// Immutable once loaded. Threads: any.
final class FlightTable {
    private static final short MISSING = Short.MIN_VALUE;
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

    private final Map<String, short[]> numbers = new HashMap<>();
    private final Map<String, String[]> words = new HashMap<>();
    private final String[] hours;
    private final int rows;

    private FlightTable(int rows, Map<String, List<String[]>> parts) {
        this.rows = rows;
        Map<String, String> shared = new HashMap<>();
        for (Map.Entry<String, List<String[]>> column : parts.entrySet()) {
            switch (column.getKey()) {
                case "carrier", "tailnum", "origin", "dest" ->
                        words.put(column.getKey(), joinedWords(column.getValue(), shared));
                default -> numbers.put(column.getKey(), joinedNumbers(column.getValue()));
            }
        }
        this.hours = departureHours();
    }

    static FlightTable load() throws IOException {
        Map<String, List<String[]>> parts = new HashMap<>();
        int rows = 0;
        for (int month = 1; month <= 12; month++) {
            try (BufferedReader in = Shipped.text("flights-%02d.columns.gz".formatted(month))) {
                String[] column = null;
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    column = line.split(",", -1);
                    parts.computeIfAbsent(column[0], name -> new java.util.ArrayList<>())
                            .add(column);
                }
                if (column == null) {
                    throw new IOException("a month of flights is empty: month=" + month);
                }
                rows += column.length - 1;
            }
        }
        return new FlightTable(rows, parts);
    }

    int rows() {
        return rows;
    }

    /// The rows in which every column named has the value given, in order. Unknown names match
    /// nothing.
    int[] matching(Map<String, String> filters) {
        int[] found = new int[rows];
        int count = 0;
        for (int row = 0; row < rows; row++) {
            if (matches(row, filters)) {
                found[count++] = row;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /// Appends a row as a JSON object.
    void appendJson(int row, StringBuilder out) {
        out.append("{\"year\":2013");
        number(out, "month", row);
        number(out, "day", row);
        number(out, "dep_time", row);
        number(out, "sched_dep_time", row);
        number(out, "dep_delay", row);
        number(out, "arr_time", row);
        number(out, "sched_arr_time", row);
        number(out, "arr_delay", row);
        word(out, "carrier", row);
        number(out, "flight", row);
        word(out, "tailnum", row);
        word(out, "origin", row);
        word(out, "dest", row);
        number(out, "air_time", row);
        number(out, "distance", row);
        int scheduled = numbers.get("sched_dep_time")[row];
        out.append(",\"hour\":").append(scheduled / 100);
        out.append(",\"minute\":").append(scheduled % 100);
        out.append(",\"time_hour\":\"").append(hours[row]).append("\"}");
    }

    private boolean matches(int row, Map<String, String> filters) {
        for (Map.Entry<String, String> filter : filters.entrySet()) {
            String[] text = words.get(filter.getKey());
            short[] number = numbers.get(filter.getKey());
            boolean equal =
                    text != null
                            ? text[row].equals(filter.getValue())
                            : number != null
                                    && Short.toString(number[row]).equals(filter.getValue());
            if (!equal) {
                return false;
            }
        }
        return true;
    }

    private void number(StringBuilder out, String name, int row) {
        short value = numbers.get(name)[row];
        out.append(",\"").append(name).append("\":");
        if (value == MISSING) {
            out.append("null");
        } else {
            out.append(value);
        }
    }

    private void word(StringBuilder out, String name, int row) {
        String value = words.get(name)[row];
        out.append(",\"").append(name).append("\":");
        if (value.isEmpty()) {
            out.append("null");
        } else {
            out.append('"').append(value).append('"');
        }
    }

    private short[] joinedNumbers(List<String[]> parts) {
        short[] joined = new short[rows];
        int row = 0;
        for (String[] part : parts) {
            for (int i = 1; i < part.length; i++) {
                joined[row++] = part[i].isEmpty() ? MISSING : Short.parseShort(part[i]);
            }
        }
        return joined;
    }

    private String[] joinedWords(List<String[]> parts, Map<String, String> shared) {
        String[] joined = new String[rows];
        int row = 0;
        for (String[] part : parts) {
            for (int i = 1; i < part.length; i++) {
                joined[row++] = shared.computeIfAbsent(part[i], word -> word);
            }
        }
        return joined;
    }

    /// The hour of scheduled departure in UTC, by which flights and weather meet.
    private String[] departureHours() {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'");
        Map<LocalDateTime, String> known = new HashMap<>();
        String[] result = new String[rows];
        for (int row = 0; row < rows; row++) {
            LocalDateTime local =
                    LocalDateTime.of(
                            2013,
                            numbers.get("month")[row],
                            numbers.get("day")[row],
                            numbers.get("sched_dep_time")[row] / 100,
                            0);
            result[row] =
                    known.computeIfAbsent(
                            local,
                            time ->
                                    time.atZone(NEW_YORK)
                                            .withZoneSameInstant(ZoneOffset.UTC)
                                            .format(format));
        }
        return result;
    }
}
