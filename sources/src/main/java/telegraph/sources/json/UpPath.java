package telegraph.sources.json;

import telegraph.ground.TelegraphException;

/// Where the value of a column is, seen from its row: so many levels up, and a path from there.
///
/// `^` is what the array of the row is in: in `$.orders[*].items[*]` the order of an item, and
/// `^.^` what the orders are in.
///
/// @param levels how many `^` there are
/// @param path from `$`, which stands for the value there
public record UpPath(int levels, String path) {
    /// @param what whose path it is, for messages
    public static UpPath of(String text, String what) {
        String rest = text.strip();
        int levels = 0;
        while (rest.startsWith("^")) {
            levels++;
            rest = rest.substring(1);
            if (rest.startsWith(".^")) {
                rest = rest.substring(1);
            } else if (!rest.isEmpty() && !rest.startsWith(".") && !rest.startsWith("[")) {
                throw TelegraphException.input(
                        "a path goes up by ^ and a dot, as in '^.id' or '^.^.id': "
                                + what
                                + " path="
                                + text);
            }
        }
        return new UpPath(levels, levels == 0 ? JsonStep.fromRoot(rest) : "$" + rest);
    }
}
