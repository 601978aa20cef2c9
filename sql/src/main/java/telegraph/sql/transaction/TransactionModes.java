package telegraph.sql.transaction;

import java.util.Locale;
import java.util.Optional;
import telegraph.ground.Isolation;
import telegraph.language.ast.TransactionControl;
import telegraph.sql.Settings;

/// What transactions are like, in words and settings.
public final class TransactionModes {
    private TransactionModes() {}

    /// What a transaction is like that says nothing of it.
    public static TransactionControl.Modes initial(Settings settings) {
        return new TransactionControl.Modes(
                Optional.of(isolation(settings.text("default_transaction_isolation"))),
                Optional.of(settings.text("default_transaction_read_only").equals("on")));
    }

    /// How long a transaction waits for a lock.
    public static long patienceMillis(Settings settings) {
        long millis = settings.duration("lock_timeout").toMillis();
        return millis == 0 ? Long.MAX_VALUE : millis;
    }

    /// Makes them those of the transactions to come.
    public static void keep(TransactionControl.Modes modes, Settings settings) {
        modes.isolation()
                .ifPresent(level -> settings.set("default_transaction_isolation", words(level)));
        modes.readOnly()
                .ifPresent(
                        only -> settings.set("default_transaction_read_only", only ? "on" : "off"));
    }

    /// Such as `read committed`.
    public static String words(Isolation level) {
        return level.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Isolation isolation(String words) {
        return Isolation.valueOf(words.toUpperCase(Locale.ROOT).replace(' ', '_'));
    }
}
