package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static telegraph.store.Duel.of;

import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import telegraph.ground.Isolation;

/// Which level forbids which anomaly: each is tried at each level, by the shortest interleaving
/// that shows it. Where it may happen, it does.
class AnomaliesTest {
    private static final List<Isolation> LEVELS = List.of(Isolation.values());

    /// The table of [Isolation], and what no level allows.
    private static final List<Anomaly> ANOMALIES =
            List.of(
                    new Anomaly("a dirty write", AnomaliesTest::dirtyWrite, 0),
                    new Anomaly("a dirty read", AnomaliesTest::dirtyRead, 1),
                    new Anomaly("a read in the middle", AnomaliesTest::intermediateRead, 1),
                    new Anomaly("an update lost", AnomaliesTest::lostUpdate, 2),
                    new Anomaly("an update lost after reading for update", AnomaliesTest::lost, 0),
                    new Anomaly("a read that is not repeatable", AnomaliesTest::unrepeatable, 2),
                    new Anomaly("a missing key that appears", AnomaliesTest::appearing, 2),
                    new Anomaly("a write skew over rows", AnomaliesTest::rowSkew, 2),
                    new Anomaly("a phantom", AnomaliesTest::phantom, 3),
                    new Anomaly("a phantom at the end", AnomaliesTest::phantomAtEnd, 3),
                    new Anomaly("a write skew over a range", AnomaliesTest::rangeSkew, 3));

    /// @param happens whether it does, when two transactions try
    /// @param forbidden the first level, of LEVELS, at which it never does
    private record Anomaly(String name, Predicate<Duel> happens, int forbidden) {}

    @TestFactory
    Stream<DynamicTest> eachLevelForbidsWhatItPromises() {
        return ANOMALIES.stream()
                .flatMap(anomaly ->
                        LEVELS.stream()
                                .map(level ->
                                        DynamicTest.dynamicTest(
                                                anomaly.name + " at " + level,
                                                () -> tryIt(anomaly, level))));
    }

    private static void tryIt(Anomaly anomaly, Isolation level) {
        try (Duel duel = new Duel(level)) {
            assertEquals(level.ordinal() < anomaly.forbidden, anomaly.happens.test(duel));
        }
    }

    private static boolean dirtyWrite(Duel d) {
        d.one.set("x", "1");
        d.two.set("x", "2");
        d.two.set("y", "2");
        d.one.set("y", "1");
        bothCommit(d);
        return !d.committed("x").equals(d.committed("y"));
    }

    private static boolean dirtyRead(Duel d) {
        d.one.set("x", "1");
        Future<String> read = d.two.get("x");
        of(d.one.rollback());
        boolean dirty = of(read).equals("1");
        of(d.two.commit());
        return dirty;
    }

    private static boolean intermediateRead(Duel d) {
        d.one.set("x", "1");
        Future<String> read = d.two.get("x");
        d.one.set("x", "2");
        of(d.one.commit());
        boolean middle = of(read).equals("1");
        of(d.two.commit());
        return middle;
    }

    private static boolean lostUpdate(Duel d) {
        return addOneEach(d, ReadMode.PLAIN);
    }

    private static boolean lost(Duel d) {
        return addOneEach(d, ReadMode.FOR_UPDATE);
    }

    private static boolean addOneEach(Duel d, ReadMode reading) {
        Future<String> first = d.one.get("x", reading);
        Future<String> second = d.two.get("x", reading);
        String sum = plusOne(of(first));
        d.one.set("x", sum);
        if (second.isDone()) {
            d.two.set("x", plusOne(of(second)));
        }
        Future<String> ended = d.one.commit();
        if (reading == ReadMode.FOR_UPDATE) {
            d.two.set("x", plusOne(of(second)));
        }
        Future<String> endedToo = d.two.commit();
        boolean both = of(ended).equals("committed") & of(endedToo).equals("committed");
        return both && d.committed("x").equals("1");
    }

    private static String plusOne(String number) {
        return number.equals("failed") ? number : String.valueOf(Integer.parseInt(number) + 1);
    }

    private static boolean unrepeatable(Duel d) {
        String before = of(d.one.get("x"));
        d.two.set("x", "1");
        Future<String> ended = d.two.commit();
        Future<String> after = d.one.get("x");
        boolean differs = !of(after).equals(before);
        of(d.one.commit());
        of(ended);
        return differs;
    }

    private static boolean appearing(Duel d) {
        String before = of(d.one.get("xx"));
        d.two.insert("xx");
        Future<String> ended = d.two.commit();
        boolean differs = !of(d.one.get("xx")).equals(before);
        of(d.one.commit());
        of(ended);
        return differs;
    }

    private static boolean rowSkew(Duel d) {
        of(d.one.get("x"));
        of(d.one.get("y"));
        of(d.two.get("x"));
        of(d.two.get("y"));
        d.one.set("x", "1");
        d.two.set("y", "1");
        return bothCommit(d);
    }

    private static boolean bothCommit(Duel d) {
        Future<String> first = d.one.commit();
        Future<String> second = d.two.commit();
        return of(first).equals("committed") & of(second).equals("committed");
    }

    private static boolean phantom(Duel d) {
        return appearsInRange(d, "a", "y");
    }

    private static boolean phantomAtEnd(Duel d) {
        return appearsInRange(d, "z", "zz");
    }

    /// A key right above `low`.
    private static boolean appearsInRange(Duel d, String low, String high) {
        String before = of(d.one.count(low, high));
        d.two.insert(low + "a");
        Future<String> ended = d.two.commit();
        boolean differs = !of(d.one.count(low, high)).equals(before);
        of(d.one.commit());
        of(ended);
        return differs;
    }

    private static boolean rangeSkew(Duel d) {
        of(d.one.count("a", "z"));
        of(d.two.count("a", "z"));
        d.one.insert("b");
        d.two.insert("c");
        return bothCommit(d);
    }
}
