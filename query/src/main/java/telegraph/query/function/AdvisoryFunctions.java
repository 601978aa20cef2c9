package telegraph.query.function;

import static telegraph.query.value.Parameter.TEXT;
import static telegraph.query.value.Parameter.WHOLE;

import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.query.session.AdvisoryLocks;
import telegraph.query.session.AdvisoryLocks.Key;
import telegraph.query.value.Allowance;

/// PostgreSQL's advisory locks, by the name of the function that was called, such as
/// `pg_try_advisory_xact_lock_shared`; its numbers; and the place where it is written, so that two
/// of them in one row are two.
///
/// Public because generated code calls it.
public final class AdvisoryFunctions {
    private AdvisoryFunctions() {}

    static void define(Routines.Definitions to) {
        SqlReturnTypeInference truth = ResultTypes.nullable(SqlTypeName.BOOLEAN);
        both(to, "$ADVISORY_LOCK", "take", Routines.TEXT_TYPE);
        both(to, "$ADVISORY_TRY", "tryToTake", truth);
        both(to, "$ADVISORY_UNLOCK", "release", truth);
        to.add(
                "$ADVISORY_UNLOCK_ALL",
                AdvisoryFunctions.class,
                "releaseAll",
                Routines.TEXT_TYPE,
                TEXT,
                WHOLE);
    }

    /// By one number and by two.
    private static void both(
            Routines.Definitions to, String name, String method, SqlReturnTypeInference result) {
        Class<?> owner = AdvisoryFunctions.class;
        to.add(name, owner, method, result, TEXT, WHOLE, WHOLE)
                .add(name, owner, method, result, TEXT, WHOLE, WHOLE, WHOLE);
    }

    public static String take(Allowance allowance, String called, Long number, Long place) {
        taken(allowance, called, Key.of(number), true);
        return "";
    }

    public static String take(
            Allowance allowance, String called, Long first, Long second, Long place) {
        taken(allowance, called, Key.of(first, second), true);
        return "";
    }

    public static Boolean tryToTake(Allowance allowance, String called, Long number, Long place) {
        return taken(allowance, called, Key.of(number), false);
    }

    public static Boolean tryToTake(
            Allowance allowance, String called, Long first, Long second, Long place) {
        return taken(allowance, called, Key.of(first, second), false);
    }

    private static boolean taken(Allowance allowance, String called, Key key, boolean waits) {
        return locks(allowance)
                .take(
                        key,
                        isShared(called),
                        called.contains("xact"),
                        waits,
                        allowance.time().ticker());
    }

    public static Boolean release(Allowance allowance, String called, Long number, Long place) {
        return locks(allowance).release(Key.of(number), isShared(called));
    }

    public static Boolean release(
            Allowance allowance, String called, Long first, Long second, Long place) {
        return locks(allowance).release(Key.of(first, second), isShared(called));
    }

    public static String releaseAll(Allowance allowance, String called, Long place) {
        locks(allowance).releaseAll();
        return "";
    }

    private static boolean isShared(String called) {
        return called.endsWith("_shared");
    }

    private static AdvisoryLocks locks(Allowance allowance) {
        return allowance.sequences().locks();
    }
}
