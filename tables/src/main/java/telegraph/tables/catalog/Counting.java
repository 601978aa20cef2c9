package telegraph.tables.catalog;

import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;

/// How a sequence counts.
///
/// @param type SMALLINT, INTEGER or BIGINT
/// @param increment negative if it counts down; never 0
/// @param min the least number it gives
/// @param max the greatest, which is greater than that
/// @param start the first, which is one of these
/// @param cache what CACHE says, which is shown and has no effect
/// @param cycle whether it goes on at the other end
public record Counting(
        SqlType.Name type,
        long start,
        long increment,
        long min,
        long max,
        long cache,
        boolean cycle) {
    /// From 1 on, by 1, to the greatest number of a type.
    public static Counting of(SqlType.Name type) {
        return new Counting(type, 1, 1, 1, greatest(type), 1, false);
    }

    /// What CREATE SEQUENCE or an identity says.
    ///
    /// @param byDefault the type of what does not say one
    /// @throws TelegraphException of kind INPUT if it makes no sense
    public static Counting of(SequenceOptions said, SqlType.Name byDefault) {
        SqlType.Name type = said.type().map(SqlType::name).orElse(byDefault);
        long increment = said.increment().orElse(1);
        long least = increment > 0 ? 1 : least(type);
        long greatest = increment > 0 ? greatest(type) : -1;
        return new Limits(type, increment, least, greatest)
                .counting(said, Optional.empty(), 1, false);
    }

    /// The same as ALTER SEQUENCE has it.
    ///
    /// @throws TelegraphException of kind INPUT if it makes no sense
    public Counting changed(SequenceOptions said) {
        SqlType.Name other = said.type().map(SqlType::name).orElse(type);
        boolean another = other != type;
        long by = said.increment().orElse(increment);
        // An end that was the type's goes with the type.
        long most = another && max == greatest(type) ? greatest(other) : max;
        long fewest = another && min == least(type) ? least(other) : min;
        return new Limits(other, by, fewest, most).counting(said, Optional.of(start), cache, cycle);
    }

    /// The ends of a sequence where nothing is said of them.
    private record Limits(SqlType.Name type, long increment, long min, long max) {
        Counting counting(
                SequenceOptions said, Optional<Long> started, long cached, boolean cycling) {
            if (increment == 0) {
                throw wrong("INCREMENT must not be zero");
            }
            long most =
                    said.maximum()
                            .map(b -> b.value().orElse(increment > 0 ? greatest(type) : -1))
                            .orElse(max);
            if (most > greatest(type) || most < least(type)) {
                throw wrong("MAXVALUE (" + most + ") is out of range for " + title());
            }
            long fewest =
                    said.minimum()
                            .map(b -> b.value().orElse(increment > 0 ? 1 : least(type)))
                            .orElse(min);
            if (fewest > greatest(type) || fewest < least(type)) {
                throw wrong("MINVALUE (" + fewest + ") is out of range for " + title());
            }
            if (fewest >= most) {
                throw wrong("MINVALUE (" + fewest + ") must be less than MAXVALUE (" + most + ")");
            }
            long first = said.start().orElse(started.orElse(increment > 0 ? fewest : most));
            long cache = said.cache().orElse(cached);
            Counting counting =
                    new Counting(
                            type,
                            first,
                            increment,
                            fewest,
                            most,
                            cache,
                            said.cycle().orElse(cycling));
            counting.demandWithin("START", first);
            if (cache < 1) {
                throw wrong("CACHE (" + cache + ") must be greater than zero");
            }
            return counting;
        }

        private String title() {
            return "sequence data type " + SqlType.of(type).toString().toLowerCase(Locale.ROOT);
        }
    }

    /// @param what the value is, for messages
    /// @throws TelegraphException of kind INPUT if the sequence never gives the value
    public void demandWithin(String what, long value) {
        if (value < min) {
            throw wrong(what + " value (" + value + ") cannot be less than MINVALUE (" + min + ")");
        }
        if (value > max) {
            throw wrong(
                    what + " value (" + value + ") cannot be greater than MAXVALUE (" + max + ")");
        }
    }

    private static TelegraphException wrong(String rule) {
        return TelegraphException.of(SqlState.INVALID_PARAMETER_VALUE, rule);
    }

    /// How many numbers come after one before the end.
    public long after(long value) {
        return increment > 0
                ? Long.divideUnsigned(max - value, increment)
                : Long.divideUnsigned(value - min, -increment);
    }

    /// Where it goes on that has come to its end and cycles.
    public long again() {
        return increment > 0 ? min : max;
    }

    /// Whether it counts as a sequence of its type does of which nothing else is said.
    public boolean isPlain() {
        return equals(of(type));
    }

    public static long greatest(SqlType.Name type) {
        return switch (type) {
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }

    public static long least(SqlType.Name type) {
        return -greatest(type) - 1;
    }

    /// The options as a statement has to write them.
    public String written() {
        StringBuilder text = new StringBuilder();
        text.append("START WITH ").append(start).append(" INCREMENT BY ").append(increment);
        text.append(" MINVALUE ").append(min).append(" MAXVALUE ").append(max);
        text.append(" CACHE ").append(cache);
        return text.append(cycle ? " CYCLE" : "").toString();
    }
}
