package telegraph.query.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.query.value.Allowance;
import telegraph.query.value.Evaluation;

/// What is true of all values of jsonb, tried with random ones:
///
/// 1. A value that is read into its parts and written is in normal form.
/// 2. A value has in it all that is left when members and elements are taken from it.
/// 3. What is joined, taken out, set or inserted is in normal form again, and what was set is
///    there.
class JsonValueTest {
    private static final int ROUNDS = 500;
    private static final List<String> NAMES = List.of("a", "b", "aa", "é", "", "0", "k\\\"q");
    private static final List<String> SCALARS =
            List.of("1", "-2", "1.50", "1e3", "\"a\"", "\"\\u00e9\\n\"", "null", "true", "false");

    private final Allowance allowance = new Evaluation(Evaluation.TEXT_MAX).allowance();

    private static String value(Random random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(3);
        if (kind == 0) {
            return SCALARS.get(random.nextInt(SCALARS.size()));
        }
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String part = value(random, depth - 1);
            parts.add(
                    kind == 1
                            ? part
                            : '"' + NAMES.get(random.nextInt(NAMES.size())) + "\" :" + part);
        }
        String all = parts.stream().collect(Collectors.joining(" ,"));
        return kind == 1 ? '[' + all + ']' : '{' + all + '}';
    }

    /// Takes some members and elements from a value, and from those that stay.
    private static JsonValue less(JsonValue value, Random random) {
        switch (value) {
            case JsonValue.Members object -> {
                object.members().values().removeIf(_ -> random.nextInt(3) == 0);
                object.members().replaceAll((_, member) -> less(member, random));
            }
            case JsonValue.Elements array -> {
                array.elements().removeIf(_ -> random.nextInt(3) == 0);
                array.elements().replaceAll(element -> less(element, random));
            }
            default -> {} // has nothing to take
        }
        return value;
    }

    private void demandNormal(String json) {
        assertEquals(JsonFunctions.normal(json), json);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsReadIsWrittenInNormalForm(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            String json = value(random, 4);
            assertEquals(
                    JsonFunctions.normal(json),
                    JsonWriter.written(JsonValue.of(json, allowance), allowance),
                    "seed=" + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aValueHasWhatIsLeftOfIt(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            String json = value(random, 4);
            JsonValue left = less(JsonValue.of(json, allowance), random);
            String part = JsonWriter.written(left, allowance);
            assertTrue(
                    JsonContainment.contains(allowance, json, part),
                    "seed=" + seed + " json=" + json + " part=" + part);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatChangesStaysNormal(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            String object = "{\"o\": " + value(random, 3) + '}';
            String other = value(random, 2);
            demandNormal(JsonChanges.join(allowance, object, other));
            demandNormal(JsonChanges.without(allowance, object, "o"));
            demandNormal(JsonChanges.withoutNulls(allowance, object));
            String set = JsonChanges.set(allowance, object, "{n}", other);
            demandNormal(set);
            assertEquals(JsonFunctions.normal(other), JsonParts.member(set, "n"));
            assertEquals(
                    JsonFunctions.normal(object), JsonChanges.withoutAt(allowance, set, "{n}"));
            assertTrue(JsonContainment.contains(allowance, set, object));
        }
    }
}
