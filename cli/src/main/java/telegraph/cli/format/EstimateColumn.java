package telegraph.cli.format;

import java.util.List;

/// A column of a snapshot: readings, and the widths that put their points below each other.
///
/// ```
/// | left of the point | fraction | sign | left | fraction |
/// |             ≥ 12  |          |      |      |          |
/// |               8   | .59      |  ±   |   0  | .12      |
/// ```
///
/// A value without a half-width may use the room of one for its fraction. Texts stand to the left
/// and ranges to the right, as wide as they are.
final class EstimateColumn {
    private final String name;
    private final boolean right;
    private final List<Reading> readings;
    private int left;
    private int fraction;
    private int bareFraction;
    private int sign;
    private int errorLeft;
    private int errorFraction;
    private int unaligned;

    EstimateColumn(String name, boolean right, List<Reading> readings) {
        this.name = name;
        this.right = right;
        this.readings = readings;
        for (Reading reading : readings) {
            if (!right || reading.isRange()) {
                unaligned = Math.max(unaligned, CellWidth.of(reading.lead() + reading.value()));
                continue;
            }
            String value = reading.lead() + reading.value();
            left = Math.max(left, CellWidth.of(beforePoint(value)));
            int digits = CellWidth.of(fromPoint(value));
            if (!reading.isInterval()) {
                bareFraction = Math.max(bareFraction, digits);
                continue;
            }
            fraction = Math.max(fraction, digits);
            sign = Math.max(sign, CellWidth.of(reading.sign()));
            errorLeft = Math.max(errorLeft, beforePoint(reading.error()).length());
            errorFraction = Math.max(errorFraction, fromPoint(reading.error()).length());
        }
    }

    boolean hasIntervals() {
        return sign > 0;
    }

    boolean isSettling() {
        return readings.stream().anyMatch(Reading::isSettling);
    }

    /// How wide the column is, with or without half-widths.
    int width(boolean errors) {
        return Math.max(CellWidth.of(name), Math.max(alignedWidth(errors), unaligned));
    }

    private int alignedWidth(boolean errors) {
        int claimed = fraction + (errors && sign > 0 ? errorWidth() : 0);
        return left + Math.max(claimed, bareFraction);
    }

    private int errorWidth() {
        return 1 + sign + 1 + errorLeft + errorFraction;
    }

    String header(boolean errors) {
        return placed(name, width(errors));
    }

    String cell(int row, boolean errors) {
        Reading reading = readings.get(row);
        String text = reading.lead() + reading.value();
        if (right && !reading.isRange()) {
            text = aligned(text, left, fraction);
            if (errors && reading.isInterval()) {
                String error = aligned(reading.error(), errorLeft, errorFraction);
                text += " " + padded(reading.sign(), sign) + " " + error;
            }
            text = padded(text, alignedWidth(errors));
        }
        String cell = placed(text, width(errors));
        return reading.sure() ? Emphasis.of(cell) : cell;
    }

    private String placed(String text, int width) {
        String padding = " ".repeat(width - CellWidth.of(text));
        return right ? padding + text : text + padding;
    }

    private static String aligned(String number, int left, int fraction) {
        String whole = beforePoint(number);
        return " ".repeat(left - CellWidth.of(whole)) + whole + padded(fromPoint(number), fraction);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - CellWidth.of(text)));
    }

    private static String beforePoint(String number) {
        int point = number.indexOf('.');
        return point < 0 ? number : number.substring(0, point);
    }

    private static String fromPoint(String number) {
        return number.substring(beforePoint(number).length());
    }
}
