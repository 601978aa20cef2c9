package telegraph.server.redis;

import telegraph.server.resp.CommandWords;
import telegraph.server.resp.RedisRefusal;

/// When keys expire, as commands say it: in milliseconds since 1970.
final class Deadline {
    /// The end of the year 9999; what is later is refused.
    private static final long LATEST = 253_402_300_799_999L;

    private static final int MILLIS = 1_000;

    private Deadline() {}

    /// The deadline that a word of a command gives, in the unit and from the moment that go with
    /// the command.
    static long of(Command command, CommandWords words, int index, long now) {
        boolean positive = command == Command.SETEX || command == Command.PSETEX;
        return switch (command) {
            case EXPIRE, SETEX -> deadline(command, words.whole(index), MILLIS, now, positive);
            case PEXPIRE, PSETEX -> deadline(command, words.whole(index), 1, now, positive);
            case EXPIREAT -> deadline(command, words.whole(index), MILLIS, 0, positive);
            case PEXPIREAT -> deadline(command, words.whole(index), 1, 0, positive);
            default -> throw new IllegalStateException("no deadline: command=" + command);
        };
    }

    /// The deadline that `EX seconds`, `PX millis`, `EXAT second` or `PXAT milli` gives.
    static long option(Command command, CommandWords words, int index, long now) {
        if (index + 1 >= words.count()) {
            throw RedisRefusal.SYNTAX;
        } else if (words.is(index, "EX")) {
            return deadline(command, words.whole(index + 1), MILLIS, now, true);
        } else if (words.is(index, "PX")) {
            return deadline(command, words.whole(index + 1), 1, now, true);
        } else if (words.is(index, "EXAT")) {
            return deadline(command, words.whole(index + 1), MILLIS, 0, true);
        } else if (words.is(index, "PXAT")) {
            return deadline(command, words.whole(index + 1), 1, 0, true);
        }
        throw RedisRefusal.SYNTAX;
    }

    private static long deadline(
            Command command, long count, long unit, long from, boolean positive) {
        boolean tooLate = count > (LATEST - from) / unit;
        boolean tooEarly = count < (positive ? 1 : -LATEST / unit);
        if (tooLate || tooEarly) {
            throw new RedisRefusal("ERR invalid expire time in '" + command.title() + "' command");
        }
        return from + count * unit;
    }

    /// Whether the words after the deadline (`NX`, `XX`, `GT`, `LT`) let it take the place of the
    /// one there is.
    static boolean may(CommandWords words, long until, long now) {
        boolean may = true;
        boolean isNew = false;
        boolean isOther = false;
        for (int i = 3; i < words.count(); i++) {
            if (words.is(i, "NX")) {
                isNew = true;
                may &= now == KeyValueTable.NEVER;
            } else if (words.is(i, "XX")) {
                isOther = true;
                may &= now != KeyValueTable.NEVER;
            } else if (words.is(i, "GT")) {
                isOther = true;
                may &= until > now;
            } else if (words.is(i, "LT")) {
                isOther = true;
                may &= until < now;
            } else {
                throw new RedisRefusal("ERR Unsupported option " + words.text(i));
            }
        }
        if (isNew && isOther) {
            throw new RedisRefusal(
                    "ERR NX and XX, GT or LT options at the same time are not compatible");
        }
        return may;
    }
}
