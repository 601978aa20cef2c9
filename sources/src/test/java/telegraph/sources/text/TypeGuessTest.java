package telegraph.sources.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import telegraph.memory.Type;

/// What the types of a column in several files come down to.
class TypeGuessTest {
    private static final ValueType JSON = ValueType.of(Type.TEXT);

    @Test
    void arraysAreOfWhatTakesTheElementsOfBoth() {
        ValueType integers = ValueType.array(Type.INTEGER);
        ValueType longs = ValueType.array(Type.BIGINT);
        assertEquals(integers, merged(integers, integers));
        assertEquals(longs, merged(integers, longs));
        assertEquals(longs, merged(longs, integers));
        assertEquals(longs, merged(longs, integers, integers));
        assertEquals(
                ValueType.array(Type.TIMESTAMP),
                merged(ValueType.array(Type.DATE), ValueType.array(Type.TIMESTAMP)));
        assertEquals(ValueType.array(Type.TEXT), merged(integers, ValueType.array(Type.TEXT)));
    }

    @Test
    void arraysBesideOtherTextsAreTexts() {
        ValueType integers = ValueType.array(Type.INTEGER);
        assertEquals(JSON, merged(integers, JSON));
        assertEquals(JSON, merged(JSON, integers));
        assertEquals(JSON, merged(integers, JSON, integers));
    }

    private static ValueType merged(ValueType first, ValueType... others) {
        TypeGuess guess = TypeGuess.certain(first);
        for (ValueType other : others) {
            guess.merge(TypeGuess.certain(other));
        }
        return guess.valueType(true);
    }
}
