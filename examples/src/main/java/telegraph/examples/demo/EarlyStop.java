package telegraph.examples.demo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.sql.ResultColumn;

/// What a question that stops early asks for, and whether an answer keeps it.
///
/// In the answer each estimated value `c` has its half-width `c_error` beside it, and the exact
/// value, which the golden answer knows, must lie within. A claim at 95 % is wrong once in twenty
/// times; those that the demonstration can make from its seed are not.
///
/// @param percent how large a half-width may be in relation to its value; none if only time counts
record EarlyStop(Optional<BigDecimal> percent) {
    private static final Pattern CLAUSE =
            Pattern.compile("\\n(?:ERROR WITHIN ([0-9.]+) PERCENT|WITHIN [0-9]+ SECONDS)$");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final String ERROR = "_error";
    private static final String BASIS = "basis";

    /// What a question asks for; empty if it wants the exact answer.
    static Optional<EarlyStop> of(Question question) {
        Matcher clause = CLAUSE.matcher(question.sql());
        return clause.find()
                ? Optional.of(
                        new EarlyStop(Optional.ofNullable(clause.group(1)).map(BigDecimal::new)))
                : Optional.empty();
    }

    /// A value of an answer with what is claimed of it and what it is in the end.
    ///
    /// @param halfWidth null if nothing is claimed
    private record Value(
            String name, boolean isEstimated, Object found, Object halfWidth, String exact) {
        /// What is wrong with it, if anything.
        Optional<String> fault(Optional<BigDecimal> percent) {
            if (!isEstimated) {
                return Golden.equal(exact, found) ? Optional.empty() : fault("it is not estimated");
            }
            if (halfWidth == null) {
                return percent.isEmpty() ? Optional.empty() : fault("nothing is claimed of it");
            }
            BigDecimal value = new BigDecimal(found.toString());
            BigDecimal within = new BigDecimal(halfWidth.toString());
            BigDecimal off = value.subtract(new BigDecimal(exact)).abs();
            if (off.compareTo(within) > 0 && !Golden.equal(exact, found)) {
                return fault("the exact value lies outside of ± " + halfWidth);
            }
            boolean isWide =
                    percent.isPresent()
                            && within.multiply(HUNDRED)
                                            .compareTo(percent.get().multiply(value.abs()))
                                    > 0;
            return isWide ? fault("its half-width is too large: " + halfWidth) : Optional.empty();
        }

        private Optional<String> fault(String what) {
            return Optional.of(name + ": " + what + ", expected=" + exact + " found=" + found);
        }

        String told() {
            if (halfWidth == null) {
                return name + ": nothing is claimed yet";
            }
            double within = ((Number) halfWidth).doubleValue();
            double value = ((Number) found).doubleValue();
            if (within == 0) {
                return String.format(Locale.ROOT, "%s: exactly %,.2f", name, value);
            }
            int digits = (int) Math.max(0, 1 - Math.floor(Math.log10(within)));
            String number = "%,." + digits + "f";
            return String.format(
                    Locale.ROOT,
                    "%s: the exact answer, " + number + ", lies within " + number + " ± " + number,
                    name,
                    Double.parseDouble(exact),
                    value,
                    within);
        }
    }

    /// The first thing in which an answer does not keep what it says, in words.
    Optional<String> broken(Golden golden, List<ResultColumn> columns, List<Object[]> rows) {
        List<String> names = columns.stream().map(ResultColumn::name).toList();
        List<String> own =
                names.stream()
                        .filter(name -> !name.endsWith(ERROR) && !name.equals(BASIS))
                        .toList();
        if (!own.equals(golden.header()) || !names.contains(BASIS)) {
            return Optional.of("columns differ: expected=" + golden.header() + " found=" + names);
        }
        if (rows.size() != golden.size()) {
            return Optional.of(
                    "the number of rows differs: expected="
                            + golden.size()
                            + " found="
                            + rows.size());
        }
        for (Value value : values(golden, names, rows)) {
            Optional<String> fault = value.fault(percent);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    /// A line for each estimated value of an answer that keeps what it says.
    List<String> told(Golden golden, List<ResultColumn> columns, List<Object[]> rows) {
        return values(golden, columns.stream().map(ResultColumn::name).toList(), rows).stream()
                .filter(Value::isEstimated)
                .map(Value::told)
                .toList();
    }

    private static List<Value> values(Golden golden, List<String> names, List<Object[]> rows) {
        List<Value> values = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            for (int column = 0; column < golden.header().size(); column++) {
                String name = golden.header().get(column);
                Object[] found = rows.get(row);
                int error = names.indexOf(name + ERROR);
                values.add(
                        new Value(
                                found[0] + " " + name,
                                error >= 0,
                                found[names.indexOf(name)],
                                error < 0 ? null : found[error],
                                golden.value(row, column)));
            }
        }
        return values;
    }
}
