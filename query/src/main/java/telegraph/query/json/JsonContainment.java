package telegraph.query.json;

import java.util.List;
import java.util.Map;
import telegraph.query.value.Allowance;

/// Whether a value of jsonb has others in it: `@>`, `<@`, `?`, `?|` and `?&`.
///
/// An object has another if it has all its members, with values that are equal or have the others'
/// in them; an array has another if each element of that is equal to one of its own or in one. What
/// has no parts counts as an array of itself, but only where nothing is around it.
///
/// Public because generated code calls it. Threads: any.
public final class JsonContainment {
    private JsonContainment() {}

    public static Boolean contains(Allowance allowance, String whole, String part) {
        JsonValue one = JsonValue.of(whole, allowance);
        JsonValue other = JsonValue.of(part, allowance);
        if (one.isScalar()) {
            return other.isScalar() && one.isEqual(other);
        }
        return contains(one, other.isScalar() ? new JsonValue.Elements(List.of(other)) : other);
    }

    public static Boolean isContained(Allowance allowance, String part, String whole) {
        return contains(allowance, whole, part);
    }

    private static boolean contains(JsonValue whole, JsonValue part) {
        return switch (whole) {
            case JsonValue.Members object ->
                    part instanceof JsonValue.Members other
                            && other.members().entrySet().stream()
                                    .allMatch(member -> contains(object.members(), member));
            case JsonValue.Elements array ->
                    part instanceof JsonValue.Elements other
                            && other.elements().stream()
                                    .allMatch(element ->
                                            array.elements().stream()
                                                    .anyMatch(own -> contains(own, element)));
            default -> whole.isEqual(part);
        };
    }

    private static boolean contains(
            Map<String, JsonValue> members, Map.Entry<String, JsonValue> member) {
        JsonValue own = members.get(member.getKey());
        return own != null && contains(own, member.getValue());
    }

    /// Whether it has a member of that name, or is or has a string of that.
    public static Boolean exists(Allowance allowance, String json, String name) {
        return exists(JsonValue.of(json, allowance), name);
    }

    /// @param names an array as a text
    public static Boolean existsAny(Allowance allowance, String json, String names) {
        JsonValue value = JsonValue.of(json, allowance);
        return JsonPath.steps(names).stream().anyMatch(name -> exists(value, name));
    }

    /// @param names an array as a text
    public static Boolean existsAll(Allowance allowance, String json, String names) {
        JsonValue value = JsonValue.of(json, allowance);
        return JsonPath.steps(names).stream().allMatch(name -> exists(value, name));
    }

    private static boolean exists(JsonValue value, String name) {
        JsonValue text = new JsonValue.Text(name);
        return switch (value) {
            case JsonValue.Members object -> object.members().containsKey(name);
            case JsonValue.Elements array -> array.elements().contains(text);
            default -> value.equals(text);
        };
    }
}
