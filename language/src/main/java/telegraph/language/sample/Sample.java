package telegraph.language.sample;

import java.util.Optional;

/// Which of a table's rows are read, as TABLESAMPLE has it.
///
/// @param blocks whether runs of rows are in it or not as a whole (SYSTEM), or each row for itself
///   (BERNOULLI)
/// @param percentage how probable that is, from 0 to 100
/// @param seed what it is drawn from; if empty it is another one each time
/// @param place where it stands in the statement, so that two are not one
public record Sample(boolean blocks, double percentage, Optional<Double> seed, int place) {
    /// No name of a table has it.
    private static final char MARK = '\0';

    /// A sample of a table under the name of both.
    public record Of(String table, Sample sample) {
        /// What such a name stands for; empty if it is a table's alone.
        public static Optional<Of> read(String name) {
            int mark = name.indexOf(MARK);
            if (mark < 0) {
                return Optional.empty();
            }
            String[] words = name.substring(mark + 1).split(" ");
            Optional<Double> seed =
                    words.length < 4 ? Optional.empty() : Optional.of(Double.valueOf(words[3]));
            boolean blocks = words[0].equals("system");
            double percentage = Double.parseDouble(words[1]);
            Sample sample = new Sample(blocks, percentage, seed, Integer.parseInt(words[2]));
            return Optional.of(new Of(name.substring(0, mark), sample));
        }

        /// The table's name of one or the other.
        public static String bare(String name) {
            int mark = name.indexOf(MARK);
            return mark < 0 ? name : name.substring(0, mark);
        }

        public String name() {
            return table
                    + MARK
                    + sample.method()
                    + " "
                    + sample.percentage
                    + " "
                    + sample.place
                    + sample.seed.map(seed -> " " + seed).orElse("");
        }
    }

    public String method() {
        return blocks ? "system" : "bernoulli";
    }

    /// The clause, as a statement has it.
    public String clause() {
        return "TABLESAMPLE "
                + method()
                + " ("
                + digits(percentage)
                + ")"
                + seed.map(value -> " REPEATABLE (" + digits(value) + ")").orElse("");
    }

    private static String digits(double number) {
        return number == (long) number ? String.valueOf((long) number) : String.valueOf(number);
    }
}
