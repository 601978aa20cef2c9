package telegraph.query.json;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;
import telegraph.query.value.Interrupts;

/// Follows a path of SQL/JSON through a value.
///
/// A lax path passes over what a step cannot be taken from, takes the elements of an array where
/// members are asked for, and an item for an array of itself; a strict one fails there. A predicate
/// whose operands fail is unknown. So it is in PostgreSQL, and in the order of its steps.
///
/// Threads: one, once.
final class PathRun {
    private final boolean lax;
    private final JsonValue root;
    private final JsonValue variables;
    private final Allowance allowance;
    private boolean passesOver;
    private JsonValue current;
    private int innermost = -1;

    /// @param variables an object, or null where all variables are null
    PathRun(PathReader.Path path, JsonValue root, JsonValue variables, Allowance allowance) {
        this.lax = !path.strict();
        this.passesOver = lax;
        this.root = root;
        this.current = root;
        this.variables = variables;
        this.allowance = allowance;
    }

    /// Where a path leads to nothing that it can be followed to.
    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient SqlState state;

        private Failure(SqlState state, String message) {
            super(message, null, false, false);
            this.state = state;
        }
    }

    /// The items that a path leads to; empty if it fails, and that is not to be told.
    ///
    /// @throws TelegraphException of the class 22 if it fails
    static Optional<List<JsonValue>> items(PathRun run, PathNode path, boolean silent) {
        List<JsonValue> items = new ArrayList<>();
        return run.add(path, items, silent) ? Optional.of(items) : Optional.empty();
    }

    /// Whether there are items; in a lax path the first one decides, whatever fails after it.
    static Optional<Boolean> exists(PathRun run, PathNode path, boolean silent) {
        List<JsonValue> items = new ArrayList<>();
        try {
            run.evalFirst(path, run.root, items);
        } catch (Failure e) {
            if (!run.lax || items.isEmpty()) {
                run.tell(e, silent);
                return Optional.empty();
            }
        }
        return Optional.of(!items.isEmpty());
    }

    private boolean add(PathNode path, List<JsonValue> items, boolean silent) {
        try {
            eval(path, root, items);
            return true;
        } catch (Failure e) {
            tell(e, silent);
            return false;
        }
    }

    private void tell(Failure failure, boolean silent) {
        if (!silent) {
            throw TelegraphException.of(failure.state, failure.getMessage(), failure);
        }
    }

    private void found(JsonValue item, List<JsonValue> items) {
        allowance.use(Long.BYTES);
        items.add(item);
    }

    private void eval(PathNode node, JsonValue item, List<JsonValue> items) {
        Interrupts.check();
        switch (node) {
            case PathNode.Root _ -> found(root, items);
            case PathNode.Current _ -> found(current, items);
            case PathNode.Constant constant -> found(constant.value(), items);
            case PathNode.Variable variable -> found(variable(variable.name()), items);
            case PathNode.Last _ ->
                    found(new JsonValue.Number(BigDecimal.valueOf(innermost - 1)), items);
            case PathNode.Chain chain -> {
                List<JsonValue> starts = new ArrayList<>();
                eval(chain.first(), item, starts);
                starts.forEach(start -> step(chain.steps(), start, items, lax));
            }
            case PathNode.Signed signed -> {
                for (JsonValue number : unwrapped(signed.operand(), item)) {
                    found(signed(signed.sign(), number), items);
                }
            }
            case PathNode.Arithmetic sum -> found(computed(sum, item), items);
            default -> {
                Boolean truth = truth(node, item);
                found(
                        truth == null
                                ? JsonValue.Word.NULL
                                : truth ? JsonValue.Word.TRUE : JsonValue.Word.FALSE,
                        items);
            }
        }
    }

    /// As [#eval] where only that there are items counts: a sign in a lax path passes over what is
    /// no number then.
    private void evalFirst(PathNode node, JsonValue item, List<JsonValue> items) {
        if (!lax || !(node instanceof PathNode.Signed signed)) {
            eval(node, item, items);
            return;
        }
        for (JsonValue number : unwrapped(signed.operand(), item)) {
            if (number instanceof JsonValue.Number) {
                found(number, items);
            }
        }
    }

    private JsonValue variable(String name) {
        if (variables == null) {
            return JsonValue.Word.NULL;
        }
        JsonValue value =
                variables instanceof JsonValue.Members object ? object.members().get(name) : null;
        if (value == null) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_OBJECT, "a path names an unknown variable: \"" + name + '"');
        }
        return value;
    }

    /// @param unwraps whether a step that is for no arrays is taken from the elements of one
    private void step(
            List<PathNode.Step> steps, JsonValue item, List<JsonValue> items, boolean unwraps) {
        Interrupts.check();
        if (steps.isEmpty()) {
            found(item, items);
            return;
        }
        PathNode.Step step = steps.getFirst();
        List<PathNode.Step> rest = steps.subList(1, steps.size());
        boolean ofEach =
                switch (step) {
                    case PathNode.Member _, PathNode.Members _, PathNode.Filter _ -> true;
                    case PathNode.Method method ->
                            !method.name().equals("type") && !method.name().equals("size");
                    default -> false;
                };
        if (ofEach && unwraps && item instanceof JsonValue.Elements array) {
            array.elements().forEach(element -> step(steps, element, items, false));
            return;
        }
        switch (step) {
            case PathNode.Member member -> member(member.name(), rest, item, items);
            case PathNode.Members _ -> {
                if (item instanceof JsonValue.Members object) {
                    object.members().values().forEach(value -> step(rest, value, items, lax));
                } else {
                    pass(
                            SqlState.JSON_OBJECT_NOT_FOUND,
                            "a path asks what is no object for members");
                }
            }
            case PathNode.Elements _ -> {
                if (item instanceof JsonValue.Elements array) {
                    array.elements().forEach(element -> step(rest, element, items, lax));
                } else if (lax) {
                    step(rest, item, items, true);
                } else {
                    pass(
                            SqlState.JSON_ARRAY_NOT_FOUND,
                            "a path asks what is no array for elements");
                }
            }
            case PathNode.Subscripts subscripts -> subscripts(subscripts, rest, item, items);
            case PathNode.Below below -> below(below, rest, item, items);
            case PathNode.Filter filter -> {
                JsonValue outer = current;
                current = item;
                Boolean truth = truth(filter.predicate(), item);
                current = outer;
                if (Boolean.TRUE.equals(truth)) {
                    step(rest, item, items, lax);
                }
            }
            case PathNode.Method method when method.name().equals("size") ->
                    size(rest, item, items);
            case PathNode.Method method -> step(rest, called(method.name(), item), items, lax);
        }
    }

    private void member(
            String name, List<PathNode.Step> rest, JsonValue item, List<JsonValue> items) {
        if (!(item instanceof JsonValue.Members object)) {
            pass(SqlState.JSON_MEMBER_NOT_FOUND, "a path asks what is no object for a member");
        } else if (object.members().containsKey(name)) {
            step(rest, object.members().get(name), items, lax);
        } else {
            pass(
                    SqlState.JSON_MEMBER_NOT_FOUND,
                    "an object has no member that a path asks for: \"" + name + '"');
        }
    }

    private void subscripts(
            PathNode.Subscripts subscripts,
            List<PathNode.Step> rest,
            JsonValue item,
            List<JsonValue> items) {
        if (!(item instanceof JsonValue.Elements) && !lax) {
            pass(SqlState.JSON_ARRAY_NOT_FOUND, "a path asks what is no array for an element");
            return;
        }
        List<JsonValue> all =
                item instanceof JsonValue.Elements array ? array.elements() : List.of(item);
        int outer = innermost;
        innermost = all.size();
        for (PathNode.Range range : subscripts.ranges()) {
            int first = index(range.first(), item);
            int last = range.last() == null ? first : index(range.last(), item);
            if (!passesOver && (first < 0 || first > last || last >= all.size())) {
                throw new Failure(
                        SqlState.INVALID_JSON_SUBSCRIPT, "a subscript of a path is out of bounds");
            }
            for (int i = Math.max(first, 0); i <= Math.min(last, all.size() - 1); i++) {
                step(rest, all.get(i), items, lax);
            }
        }
        innermost = outer;
    }

    private int index(PathNode node, JsonValue item) {
        List<JsonValue> found = new ArrayList<>();
        eval(node, item, found);
        if (found.size() != 1 || !(found.getFirst() instanceof JsonValue.Number number)) {
            throw new Failure(
                    SqlState.INVALID_JSON_SUBSCRIPT, "a subscript of a path is no single number");
        }
        BigDecimal whole = number.number().setScale(0, RoundingMode.DOWN);
        if (whole.precision() > 10 || whole.intValue() != whole.longValue()) {
            throw new Failure(
                    SqlState.INVALID_JSON_SUBSCRIPT, "a subscript of a path is out of range");
        }
        return whole.intValue();
    }

    private void below(
            PathNode.Below below, List<PathNode.Step> rest, JsonValue item, List<JsonValue> items) {
        boolean outer = passesOver;
        passesOver = true;
        if (below.first() == 0) {
            step(rest, item, items, lax);
        }
        parts(below, rest, item, items, 1);
        passesOver = outer;
    }

    private void parts(
            PathNode.Below below,
            List<PathNode.Step> rest,
            JsonValue item,
            List<JsonValue> items,
            int level) {
        boolean leaves = below.first() == PathNode.Below.LEAVES;
        for (JsonValue part : parts(item)) {
            if (level >= below.first()
                    || leaves && below.last() == below.first() && part.isScalar()) {
                step(rest, part, items, lax);
            }
            if (level < below.last()) {
                parts(below, rest, part, items, level + 1);
            }
        }
    }

    private static Iterable<JsonValue> parts(JsonValue item) {
        return switch (item) {
            case JsonValue.Members object -> object.members().values();
            case JsonValue.Elements array -> array.elements();
            default -> List.of();
        };
    }

    private void size(List<PathNode.Step> rest, JsonValue item, List<JsonValue> items) {
        if (!(item instanceof JsonValue.Elements) && !lax) {
            pass(SqlState.JSON_ARRAY_NOT_FOUND, "a path asks what is no array for its size");
            return;
        }
        int size = item instanceof JsonValue.Elements array ? array.elements().size() : 1;
        step(rest, new JsonValue.Number(BigDecimal.valueOf(size)), items, lax);
    }

    private JsonValue called(String method, JsonValue item) {
        if (method.equals("type")) {
            return new JsonValue.Text(type(item));
        }
        if (method.equals("double") && item instanceof JsonValue.Text) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported: .double() of a string in a path of JSON. Cast it in SQL");
        }
        if (!(item instanceof JsonValue.Number(BigDecimal number))) {
            throw new Failure(
                    SqlState.NON_NUMERIC_JSON_ITEM,
                    "a method of a path is for numbers: ." + method + "()");
        }
        return new JsonValue.Number(
                switch (method) {
                    case "abs" -> number.abs();
                    case "floor" -> number.setScale(0, RoundingMode.FLOOR);
                    case "ceiling" -> number.setScale(0, RoundingMode.CEILING);
                    default -> {
                        if (Double.isInfinite(number.doubleValue())) {
                            throw new Failure(
                                    SqlState.NON_NUMERIC_JSON_ITEM,
                                    "a method of a path is for doubles: .double()");
                        }
                        yield number;
                    }
                });
    }

    private static String type(JsonValue item) {
        return switch (item) {
            case JsonValue.Members _ -> "object";
            case JsonValue.Elements _ -> "array";
            case JsonValue.Text _ -> "string";
            case JsonValue.Number _ -> "number";
            case JsonValue.Word word -> word == JsonValue.Word.NULL ? "null" : "boolean";
        };
    }

    /// The items of an operand, of arrays in a lax path their elements.
    private List<JsonValue> unwrapped(PathNode node, JsonValue item) {
        List<JsonValue> found = new ArrayList<>();
        eval(node, item, found);
        if (!lax) {
            return found;
        }
        List<JsonValue> all = new ArrayList<>();
        for (JsonValue one : found) {
            all.addAll(one instanceof JsonValue.Elements array ? array.elements() : List.of(one));
        }
        return all;
    }

    private static JsonValue signed(char sign, JsonValue item) {
        if (!(item instanceof JsonValue.Number(BigDecimal number))) {
            throw new Failure(SqlState.JSON_NUMBER_NOT_FOUND, "a sign in a path is for numbers");
        }
        return sign == '-' ? new JsonValue.Number(number.negate()) : item;
    }

    private JsonValue computed(PathNode.Arithmetic sum, JsonValue item) {
        List<JsonValue> lefts = unwrapped(sum.left(), item);
        List<JsonValue> rights = unwrapped(sum.right(), item);
        BigDecimal left = single(lefts, sum.operator());
        BigDecimal right = single(rights, sum.operator());
        return new JsonValue.Number(
                switch (sum.operator()) {
                    case '+' -> left.add(right);
                    case '-' -> left.subtract(right);
                    case '*' -> left.multiply(right);
                    default -> {
                        if (right.signum() == 0) {
                            throw new Failure(SqlState.DIVISION_BY_ZERO, "division by zero");
                        }
                        BigDecimal rest = left.remainder(right);
                        yield rest.setScale(Math.max(left.scale(), right.scale()));
                    }
                });
    }

    private static BigDecimal single(List<JsonValue> items, char operator) {
        if (items.size() == 1 && items.getFirst() instanceof JsonValue.Number(BigDecimal number)) {
            return number;
        }
        throw new Failure(
                SqlState.SINGLE_JSON_ITEM_REQUIRED,
                "an operand in a path is no single number: " + operator);
    }

    /// Whether a predicate is true; null if that is unknown.
    private Boolean truth(PathNode node, JsonValue item) {
        return switch (node) {
            case PathNode.Both both -> {
                Boolean left = truth(both.left(), item);
                if (left != null && left != both.and()) {
                    yield left;
                }
                Boolean right = truth(both.right(), item);
                yield right != null && right == both.and() ? left : right;
            }
            case PathNode.Not not -> {
                Boolean truth = truth(not.predicate(), item);
                yield truth == null ? null : !truth;
            }
            case PathNode.IsUnknown is -> truth(is.predicate(), item) == null;
            case PathNode.Exists exists -> exists(exists.path(), item);
            case PathNode.Compared compared -> compared(compared, item);
            case PathNode.Starts starts -> starts(starts, item);
            default -> throw TelegraphException.bug("a predicate: " + node, null);
        };
    }

    private Boolean exists(PathNode path, JsonValue item) {
        List<JsonValue> found = new ArrayList<>();
        try {
            kept(() -> evalFirst(path, item, found));
        } catch (Failure e) {
            return lax && !found.isEmpty() ? true : null;
        }
        return !found.isEmpty();
    }

    /// Has state as it was before, also where something fails.
    private void kept(Runnable part) {
        boolean passed = passesOver;
        JsonValue item = current;
        int size = innermost;
        try {
            part.run();
        } finally {
            passesOver = passed;
            current = item;
            innermost = size;
        }
    }

    /// The items of an operand of a predicate; null if it fails.
    private List<JsonValue> operand(PathNode node, JsonValue item, boolean unwraps) {
        List<JsonValue> found = new ArrayList<>();
        try {
            kept(() -> {
                if (unwraps) {
                    found.addAll(unwrapped(node, item));
                } else {
                    eval(node, item, found);
                }
            });
            return found;
        } catch (Failure e) {
            return null;
        }
    }

    private interface Comparison {
        Boolean of(JsonValue left, JsonValue right);
    }

    private Boolean compared(PathNode.Compared compared, JsonValue item) {
        List<JsonValue> left = operand(compared.left(), item, true);
        List<JsonValue> right = left == null ? null : operand(compared.right(), item, true);
        return any(left, right, (one, other) -> compared(compared.operator(), one, other));
    }

    private Boolean starts(PathNode.Starts starts, JsonValue item) {
        List<JsonValue> texts = operand(starts.text(), item, true);
        List<JsonValue> beginnings =
                texts == null ? null : operand(starts.beginning(), item, false);
        return any(
                texts,
                beginnings,
                (one, other) ->
                        one instanceof JsonValue.Text(String text)
                                        && other instanceof JsonValue.Text(String beginning)
                                ? (Boolean) text.startsWith(beginning)
                                : null);
    }

    /// Whether some pair is true; in a strict path one that is unknown makes all so.
    private Boolean any(List<JsonValue> left, List<JsonValue> right, Comparison comparison) {
        if (left == null || right == null) {
            return null;
        }
        boolean unknown = false;
        boolean found = false;
        for (JsonValue one : left) {
            for (JsonValue other : right) {
                Interrupts.check();
                Boolean truth = comparison.of(one, other);
                if (truth == null && !lax || truth != null && truth && lax) {
                    return truth;
                }
                unknown |= truth == null;
                found |= truth != null && truth;
            }
        }
        return found ? Boolean.TRUE : unknown ? null : Boolean.FALSE;
    }

    private static Boolean compared(String operator, JsonValue left, JsonValue right) {
        int order;
        switch (left) {
            case JsonValue.Number(BigDecimal one)
                    when right instanceof JsonValue.Number(BigDecimal other) ->
                    order = one.compareTo(other);
            case JsonValue.Text(String one) when right instanceof JsonValue.Text(String other) ->
                    order =
                            Arrays.compareUnsigned(
                                    one.getBytes(StandardCharsets.UTF_8),
                                    other.getBytes(StandardCharsets.UTF_8));
            case JsonValue.Word one
                    when right instanceof JsonValue.Word other && isNull(one) == isNull(other) ->
                    order = other.compareTo(one); // FALSE before TRUE
            default -> {
                return isNull(left) || isNull(right) ? (Boolean) operator.equals("!=") : null;
            }
        }
        return switch (operator) {
            case "==" -> order == 0;
            case "!=" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static boolean isNull(JsonValue value) {
        return value == JsonValue.Word.NULL;
    }

    private void pass(SqlState state, String message) {
        if (!passesOver) {
            throw new Failure(state, message);
        }
    }
}
