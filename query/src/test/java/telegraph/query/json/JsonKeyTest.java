package telegraph.query.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import telegraph.query.value.Allowance;
import telegraph.query.value.Evaluation;

/// Keys of jsonb are in the order in which PostgreSQL 15 puts the values, and are equal when the
/// values are.
class JsonKeyTest {
    /// As PostgreSQL 15 ordered them, in a database of the collation C.
    private static final List<String> ORDERED =
            List.of(
                    "[]",
                    "null",
                    "\"\"",
                    "\"X\"",
                    "\"a\"",
                    "\"a\\u0001b\"",
                    "\"a\\u0002\"",
                    "\"ab\"",
                    "\"x\"",
                    "\"ä\"",
                    "\"\uffee\"",
                    "\"😀\"",
                    "-1e30",
                    "-100",
                    "-12",
                    "-1.5",
                    "-1.25",
                    "-0.2",
                    "-1e-7",
                    "0",
                    "1e-7",
                    "0.02",
                    "0.2",
                    "1",
                    "1.05",
                    "1.5",
                    "9",
                    "10",
                    "12",
                    "100",
                    "1e30",
                    "false",
                    "true",
                    "[null]",
                    "[\"1\"]",
                    "[\"ab\"]",
                    "[\"b\"]",
                    "[1]",
                    "[10]",
                    "[false]",
                    "[true]",
                    "[[]]",
                    "[{}]",
                    "[\"a\", \"b\"]",
                    "[1, 2]",
                    "[1, 3]",
                    "[[1], 2]",
                    "{}",
                    "{\"a\": 1}",
                    "{\"a\": 2}",
                    "{\"a\": []}",
                    "{\"a\": {\"x\": []}}",
                    "{\"aa\": 1}",
                    "{\"b\": 0}",
                    "{\"a\": 1, \"b\": 1}",
                    "{\"a\": 1, \"b\": 2}",
                    "{\"b\": 1, \"aa\": 1}");

    private static final int ROUNDS = 3_000;

    private final Allowance allowance = new Evaluation(Evaluation.TEXT_MAX).allowance();

    private byte[] key(String json) {
        return JsonKey.of(allowance, json).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void keysAreInTheOrderOfTheirValues() {
        for (int i = 0; i < ORDERED.size(); i++) {
            for (int j = i + 1; j < ORDERED.size(); j++) {
                String both = ORDERED.get(i) + " < " + ORDERED.get(j);
                assertTrue(
                        Arrays.compareUnsigned(key(ORDERED.get(i)), key(ORDERED.get(j))) < 0, both);
            }
        }
    }

    @Test
    void keysOfTheLongestNumbersAreInOrder() {
        List<String> numbers =
                List.of("-1e990", "-9e989", "-1e-990", "0", "1e-990", "9e989", "1e990");
        for (int i = 1; i < numbers.size(); i++) {
            String both = numbers.get(i - 1) + " < " + numbers.get(i);
            assertTrue(
                    Arrays.compareUnsigned(key(numbers.get(i - 1)), key(numbers.get(i))) < 0, both);
        }
    }

    /// Of random values many are equal: they are made of few parts, and written in several ways.
    @Test
    void keysAreEqualWhenValuesAre() {
        Random random = new Random(11);
        int equal = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String one = value(random, 2);
            String other = value(random, 2);
            boolean same = JsonValue.of(one, allowance).isEqual(JsonValue.of(other, allowance));
            assertEquals(
                    same,
                    JsonKey.of(allowance, one).equals(JsonKey.of(allowance, other)),
                    () -> one + " = " + other);
            equal += same ? 1 : 0;
        }
        assertTrue(equal > ROUNDS / 50, "equal=" + equal);
    }

    private static String value(Random random, int depth) {
        List<String> scalars =
                List.of("1", "1.0", "10e-1", "\"1\"", "\"\\u0031\"", "null", "true", "-1", "0");
        int kind = depth == 0 ? 0 : random.nextInt(3);
        if (kind == 0) {
            return scalars.get(random.nextInt(scalars.size()));
        }
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String part = value(random, depth - 1);
            parts.add(kind == 1 ? part : "\"" + (random.nextBoolean() ? "a" : "b") + "\":" + part);
        }
        String all = parts.stream().collect(Collectors.joining(", "));
        return kind == 1 ? "[" + all + "]" : "{" + all + "}";
    }
}
