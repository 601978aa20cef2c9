package telegraph.sources.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.TelegraphException;

/// Where rows are in a document: names, and `[*]` for the elements of an array.
///
/// The last step is always `[*]`: rows are the elements of the array that the path leads to, or
/// what is there instead of one.
///
/// ```
/// $.orders[*].items[*]
/// └──── level 0         the document
///       └──────── level 1   each order
///                       └─ level 2   each item, which is a row
/// ```
///
/// Any thread.
public final class RowsPath {
    private final String text;
    private final List<JsonStep> steps;
    private final int levels;

    private RowsPath(String text, List<JsonStep> steps) {
        this.text = text;
        this.steps = steps;
        this.levels = (int) steps.stream().filter(JsonStep.Each.class::isInstance).count();
    }

    /// The path that a text says, if all of its steps are names, places and `[*]`.
    public static Optional<RowsPath> of(String text) {
        return JsonStep.read(text)
                .map(read -> {
                    List<JsonStep> steps = new ArrayList<>(read);
                    if (steps.isEmpty() || !(steps.getLast() instanceof JsonStep.Each)) {
                        steps.add(new JsonStep.Each());
                    }
                    return new RowsPath(JsonStep.fromRoot(text), List.copyOf(steps));
                });
    }

    public List<JsonStep> steps() {
        return steps;
    }

    /// How many arrays lie around a row.
    public int levels() {
        return levels;
    }

    /// Whether rows are at the top.
    boolean isTop() {
        return steps.size() == 1;
    }

    /// The level that a path from the row goes up to.
    ///
    /// @param what whose path it is, for messages
    /// @throws TelegraphException of kind INPUT if it is above the document
    public int level(UpPath path, String what) {
        // An array at the top lies in nothing.
        int top = steps.getFirst() instanceof JsonStep.Each ? 1 : 0;
        if (path.levels() > levels - top) {
            throw TelegraphException.input(
                    "a path goes up no further than the document: "
                            + what
                            + " path="
                            + "^.".repeat(path.levels())
                            + path.path().substring(1).replaceFirst("^\\.", "")
                            + " levels="
                            + path.levels()
                            + " most="
                            + (levels - top)
                            + " rows="
                            + text
                            + ". Each [*] of rows is a level, and has a ^");
        }
        return levels - path.levels();
    }

    @Override
    public String toString() {
        return text;
    }
}
