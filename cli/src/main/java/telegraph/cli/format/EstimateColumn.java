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
/// A value that stands alone may use the room of a half-width for its fraction. Where a terminal is
/// narrow, values stand without ranges, or without half-widths too. Texts stand to the left.
final class EstimateColumn {
    /// What stands behind values.
    enum Reach {
        NOTHING,
        INTERVALS,
        ALL
    }

    private final String name;
    private final boolean right;
    private final List<RunningValue> readings;

    EstimateColumn(String name, boolean right, List<RunningValue> readings) {
        this.name = name;
        this.right = right;
        this.readings = readings;
    }

    boolean hasIntervals() {
        return readings.stream().anyMatch(RunningValue::isInterval);
    }

    boolean isSettling() {
        return readings.stream().anyMatch(RunningValue::isSettling);
    }

    int width(Reach reach) {
        return laid(reach).width;
    }

    String header(Reach reach) {
        return laid(reach).header();
    }

    /// The cells, one for each row.
    List<String> cells(Reach reach) {
        Laid laid = laid(reach);
        return readings.stream()
                .map(reading -> {
                    String cell = laid.cell(reading);
                    return reading.sure() ? Emphasis.of(cell) : cell;
                })
                .toList();
    }

    private Laid laid(Reach reach) {
        return new Laid(reach);
    }

    /// The widths for one choice of what stands behind values.
    private final class Laid {
        private final Reach reach;
        private int left;
        private int fraction;
        private int aloneFraction;
        private int sign;
        private int reachLeft;
        private int reachFraction;
        private final int aligned;
        private final int width;

        Laid(Reach reach) {
            this.reach = reach;
            int text = CellWidth.of(name);
            for (RunningValue reading : readings) {
                if (!right) {
                    text = Math.max(text, CellWidth.of(reading.value()));
                } else if (reaches(reading)) {
                    left = Math.max(left, leftOfPoint(reading.value()));
                    fraction = Math.max(fraction, fraction(reading.value()));
                    sign = Math.max(sign, CellWidth.of(reading.sign()));
                    reachLeft = Math.max(reachLeft, leftOfPoint(reading.reach()));
                    reachFraction = Math.max(reachFraction, fraction(reading.reach()));
                } else {
                    left = Math.max(left, leftOfPoint(reading.narrow()));
                    aloneFraction = Math.max(aloneFraction, fraction(reading.narrow()));
                }
            }
            int behind = sign == 0 ? 0 : 1 + sign + 1 + reachLeft + reachFraction;
            aligned = left + Math.max(fraction + behind, aloneFraction);
            width = Math.max(text, aligned);
        }

        private boolean reaches(RunningValue reading) {
            return switch (reach) {
                case NOTHING -> false;
                case INTERVALS -> reading.isInterval();
                case ALL -> reading.hasReach();
            };
        }

        String header() {
            String padding = " ".repeat(width - CellWidth.of(name));
            return right ? padding + name : name + padding;
        }

        String cell(RunningValue reading) {
            if (!right) {
                return padded(reading.value(), width);
            }
            String text;
            if (reaches(reading)) {
                text =
                        atPoint(reading.value(), left, fraction)
                                + " "
                                + padded(reading.sign(), sign)
                                + " "
                                + atPoint(reading.reach(), reachLeft, reachFraction);
            } else {
                text = atPoint(reading.narrow(), left, aloneFraction);
            }
            return " ".repeat(width - aligned) + padded(text, aligned);
        }
    }

    private static String atPoint(String number, int left, int fraction) {
        return padded(" ".repeat(left - leftOfPoint(number)) + number, left + fraction);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - CellWidth.of(text)));
    }

    private static int leftOfPoint(String number) {
        int point = number.indexOf('.');
        return CellWidth.of(point < 0 ? number : number.substring(0, point));
    }

    private static int fraction(String number) {
        return CellWidth.of(number) - leftOfPoint(number);
    }
}
