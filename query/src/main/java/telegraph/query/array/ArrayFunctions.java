package telegraph.query.array;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.ArrayText;
import telegraph.query.value.Allowance;
import telegraph.query.value.GrowingText;

/// Functions of arrays, which are lists of values of Calcite's runtime; the index of the first
/// element is 1.
///
/// Public because generated code calls it. What takes NULL says so; the others are not called with
/// it. No list is changed. Any thread.
public final class ArrayFunctions {
    private static final long VALUE_BYTES = 8;
    private static final int LENGTH_MAX = 134_217_727;

    private ArrayFunctions() {}

    private static List<Object> made(Allowance allowance, long size) {
        if (size > LENGTH_MAX) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "an array has at most " + LENGTH_MAX + " elements: " + size);
        }
        allowance.use(VALUE_BYTES * size);
        return new ArrayList<>((int) size);
    }

    /// An element by its index; NULL where there is none.
    public static Object element(List<?> array, Long index) {
        return index >= 1 && index <= array.size() ? array.get((int) (index - 1)) : null;
    }

    /// An element of an array of arrays.
    public static Object element(List<?> array, Long row, Long column) {
        return element(array, row) instanceof List<?> inner ? element(inner, column) : null;
    }

    /// The elements from one index to another, both of them too.
    public static List<?> slice(List<?> array, Long from, Long to) {
        int first = Math.clamp(from - 1, 0, array.size());
        int end = Math.clamp(to, first, array.size());
        return array.subList(first, end);
    }

    /// With another element at an index, before which NULL stands where there was none; takes NULL
    /// for an array without elements.
    public static List<?> set(Allowance allowance, List<?> array, Long index, Object element) {
        if (index == null) {
            throw TelegraphException.of(
                    SqlState.NULL_NOT_ALLOWED, "array subscript in assignment must not be null");
        }
        int size = size(array);
        if (index < 1 || size == 0 && index > 1) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported: an array that begins at another index than 1: index=" + index);
        }
        List<Object> other = made(allowance, Math.max(size, index));
        addAll(other, array);
        while (other.size() < index) {
            other.add(null);
        }
        other.set((int) (index - 1), element);
        return other;
    }

    /// Takes NULL for an array without elements.
    public static List<?> append(Allowance allowance, List<?> array, Object element) {
        List<Object> longer = made(allowance, size(array) + 1L);
        addAll(longer, array);
        longer.add(element);
        return longer;
    }

    /// Takes NULL for an array without elements.
    public static List<?> prepend(Allowance allowance, Object element, List<?> array) {
        List<Object> longer = made(allowance, size(array) + 1L);
        longer.add(element);
        addAll(longer, array);
        return longer;
    }

    /// Takes NULL for nothing to add; NULL of two of them.
    public static List<?> join(Allowance allowance, List<?> one, List<?> other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        List<Object> both = made(allowance, (long) one.size() + other.size());
        both.addAll(one);
        both.addAll(other);
        return both;
    }

    /// An array without elements in the place of NULL.
    public static List<?> orEmpty(List<?> array) {
        return array == null ? List.of() : array;
    }

    private static int size(List<?> array) {
        return array == null ? 0 : array.size();
    }

    private static void addAll(List<Object> to, List<?> array) {
        if (array != null) {
            to.addAll(array);
        }
    }

    /// Without the elements that are the same as one, or NULL if that is; takes NULL.
    public static List<?> remove(List<?> array, Object element) {
        return array == null
                ? null
                : array.stream()
                        .filter(each -> !Elements.same(each, element))
                        .collect(Collectors.toCollection(ArrayList::new));
    }

    /// With one in the place of each that is the same as another; takes NULL.
    public static List<?> replace(List<?> array, Object from, Object to) {
        if (array == null) {
            return null;
        }
        List<Object> replaced = new ArrayList<>(array.size());
        for (Object each : array) {
            replaced.add(Elements.same(each, from) ? to : each);
        }
        return replaced;
    }

    /// Without so many elements at the end.
    public static List<?> trim(List<?> array, Long count) {
        if (count < 0 || count > array.size()) {
            throw TelegraphException.of(
                    SqlState.ARRAY_SUBSCRIPT_ERROR,
                    "number of elements to trim must be between 0 and "
                            + array.size()
                            + ": "
                            + count);
        }
        return array.subList(0, (int) (array.size() - count));
    }

    /// So many times the same; takes NULL for what is repeated.
    public static List<?> fill(Allowance allowance, Object element, List<?> sizes) {
        if (sizes == null) {
            return null;
        }
        if (sizes.size() > 1) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported: array_fill of more than one dimension");
        }
        if (sizes.contains(null)) {
            throw TelegraphException.of(
                    SqlState.NULL_NOT_ALLOWED, "dimension values cannot be null");
        }
        long size = sizes.isEmpty() ? 0 : ((Number) sizes.getFirst()).longValue();
        if (size < 0) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT, "an array has no length below 0: " + size);
        }
        List<Object> filled = made(allowance, size);
        filled.addAll(Collections.nCopies((int) size, element));
        return filled;
    }

    /// The index of the first element that is the same, NULL if there is none; takes NULL.
    public static Long position(List<?> array, Object element) {
        return position(array, element, 1L);
    }

    /// The same from an index on.
    public static Long position(List<?> array, Object element, Long from) {
        if (array == null) {
            return null;
        }
        if (from == null) {
            throw TelegraphException.of(
                    SqlState.NULL_NOT_ALLOWED, "initial position must not be null");
        }
        for (long i = Math.max(1, from); i <= array.size(); i++) {
            if (Elements.same(array.get((int) (i - 1)), element)) {
                return i;
            }
        }
        return null;
    }

    /// The indexes of all elements that are the same; takes NULL.
    public static List<?> positions(List<?> array, Object element) {
        if (array == null) {
            return null;
        }
        List<Object> positions = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            if (Elements.same(array.get(i), element)) {
                positions.add(i + 1);
            }
        }
        return positions;
    }

    /// Whether each element of one, none of which is NULL then, is in another.
    public static Boolean contains(List<?> array, List<?> part) {
        Set<Object> all = values(array);
        return flat(part).stream().allMatch(all::contains);
    }

    public static Boolean isContained(List<?> part, List<?> array) {
        return contains(array, part);
    }

    /// Whether they have an element in common.
    public static Boolean overlaps(List<?> one, List<?> other) {
        Set<Object> all = values(other);
        return flat(one).stream().anyMatch(each -> each != null && all.contains(each));
    }

    /// The elements that are not NULL, which is equal to nothing.
    private static Set<Object> values(List<?> array) {
        Set<Object> values = new TreeSet<>(Elements.ORDER);
        values.addAll(flat(array));
        values.remove(null);
        return values;
    }

    /// The elements of all dimensions.
    private static List<?> flat(List<?> array) {
        if (array.stream().noneMatch(List.class::isInstance)) {
            return array;
        }
        List<Object> all = new ArrayList<>();
        for (Object element : array) {
            if (element instanceof List<?> inner) {
                all.addAll(flat(inner));
            } else {
                all.add(element);
            }
        }
        return all;
    }

    /// How many elements there are in all dimensions.
    public static Long cardinality(List<?> array) {
        return (long) flat(array).size();
    }

    /// How many elements a dimension has; NULL if there is no such.
    public static Long length(List<?> array, Long dimension) {
        List<?> level = array;
        for (long d = 1; d < dimension && level != null; d++) {
            level = !level.isEmpty() && level.getFirst() instanceof List<?> inner ? inner : null;
        }
        return dimension < 1 || level == null || level.isEmpty() ? null : (long) level.size();
    }

    /// The index of a dimension's first element.
    public static Long lower(List<?> array, Long dimension) {
        return length(array, dimension) == null ? null : 1L;
    }

    /// NULL of an array without elements.
    public static Long dimensions(List<?> array) {
        long count = 0;
        while (length(array, count + 1) != null) {
            count++;
        }
        return count == 0 ? null : count;
    }

    /// The bounds of all dimensions, such as `[1:2][1:3]`; NULL of an array without elements.
    public static String bounds(List<?> array) {
        StringBuilder bounds = new StringBuilder();
        Long length = length(array, 1L);
        for (long d = 1; length != null; d++) {
            bounds.append("[1:").append(length).append(']');
            length = length(array, d + 1);
        }
        return bounds.isEmpty() ? null : bounds.toString();
    }

    /// The elements as PostgreSQL writes an array of them.
    public static String text(List<?> shown) {
        return ArrayText.of(shown);
    }

    /// The elements that are not NULL, with a text between them.
    public static String joined(Allowance allowance, List<?> shown, String between) {
        return joined(allowance, shown, between, null);
    }

    /// The same, with a text in the place of each NULL; takes NULL for none.
    public static String joined(Allowance allowance, List<?> shown, String between, String absent) {
        if (shown == null || between == null) {
            return null;
        }
        GrowingText text = new GrowingText("array_to_string", allowance);
        boolean first = true;
        for (Object element : flat(shown)) {
            if (element == null && absent == null) {
                continue;
            }
            text.append(first ? "" : between);
            text.append(element == null ? absent : element.toString());
            first = false;
        }
        return text.toString();
    }

    /// What stands in a text between occurrences of another; see [#parts(String, String, String)].
    public static List<String> parts(String text, String between) {
        return parts(text, between, null);
    }

    /// The same, with a NULL for each that is a text. An empty text has no parts; by an empty one
    /// it is one part, by NULL each character is.
    public static List<String> parts(String text, String between, String absent) {
        if (text == null) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        int at = 0;
        boolean left = !text.isEmpty();
        while (left) {
            int next = end(text, at, between);
            int end = next < 0 ? text.length() : next;
            String part = text.substring(at, end);
            parts.add(part.equals(absent) ? null : part);
            left = next >= 0;
            at = end + (between == null ? 0 : between.length());
        }
        return parts;
    }

    /// Where a part ends that is not the last, or -1.
    private static int end(String text, int at, String between) {
        if (between == null) {
            int next = text.offsetByCodePoints(at, 1);
            return next == text.length() ? -1 : next;
        }
        return between.isEmpty() ? -1 : text.indexOf(between, at);
    }

    /// Whether a value compares so with one of the elements; NULL if it does with none, but may
    /// with NULL.
    public static Boolean any(Object value, String operator, List<?> array) {
        return compared(value, operator, array, true);
    }

    /// Whether a value compares so with all elements; NULL if it does with all but NULL.
    public static Boolean all(Object value, String operator, List<?> array) {
        return compared(value, operator, array, false);
    }

    private static Boolean compared(Object value, String operator, List<?> array, boolean decided) {
        if (array == null) {
            return null;
        }
        IntPredicate fits = fits(operator);
        boolean unknown = false;
        for (Object element : flat(array)) {
            if (value == null || element == null) {
                unknown = true;
            } else if (fits.test(Elements.ORDER.compare(value, element)) == decided) {
                return decided;
            }
        }
        return unknown ? null : (Boolean) !decided;
    }

    private static IntPredicate fits(String operator) {
        return switch (operator) {
            case "=" -> order -> order == 0;
            case "<>" -> order -> order != 0;
            case "<" -> order -> order < 0;
            case "<=" -> order -> order <= 0;
            case ">" -> order -> order > 0;
            case ">=" -> order -> order >= 0;
            default -> throw new IllegalStateException("no comparison: " + operator);
        };
    }
}
