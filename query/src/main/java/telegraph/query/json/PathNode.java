package telegraph.query.json;

import java.util.List;

/// A part of a path of SQL/JSON, as it is written.
///
/// | path                         | node                                                        |
/// |------------------------------|-------------------------------------------------------------|
/// | `$`, `@`, `$x`, `last`, `1`  | [Root], [Current], [Variable], [Last], [Constant]           |
/// | `$.a[*]`                     | a [Chain] of `$` and its steps                              |
/// | `$.a > 1 && exists ($.b)`    | predicates: [Compared], [Both], [Exists]                    |
///
/// Threads: any.
sealed interface PathNode {
    /// Whether it is true, false or unknown.
    default boolean isPredicate() {
        return switch (this) {
            case Compared _, Starts _, Both _, Not _, IsUnknown _, Exists _ -> true;
            default -> false;
        };
    }

    record Root() implements PathNode {}

    record Current() implements PathNode {}

    record Last() implements PathNode {}

    record Variable(String name) implements PathNode {}

    record Constant(JsonValue value) implements PathNode {}

    /// What steps lead to from what comes first.
    record Chain(PathNode first, List<Step> steps) implements PathNode {}

    /// `-x` or `+x`.
    record Signed(char sign, PathNode operand) implements PathNode {}

    record Arithmetic(char operator, PathNode left, PathNode right) implements PathNode {}

    record Compared(String operator, PathNode left, PathNode right) implements PathNode {}

    /// `x starts with "…"`.
    record Starts(PathNode text, PathNode beginning) implements PathNode {}

    /// AND, or OR.
    record Both(boolean and, PathNode left, PathNode right) implements PathNode {}

    record Not(PathNode predicate) implements PathNode {}

    record IsUnknown(PathNode predicate) implements PathNode {}

    record Exists(PathNode path) implements PathNode {}

    /// A step from one item to others.
    sealed interface Step {}

    /// `.name`.
    record Member(String name) implements Step {}

    /// `.*`.
    record Members() implements Step {}

    /// `.**{first to last}`, [#LEAVES] for `last`.
    record Below(int first, int last) implements Step {
        static final int LEAVES = Integer.MAX_VALUE;
    }

    /// `[*]`.
    record Elements() implements Step {}

    /// `[1, 2 to last]`.
    record Subscripts(List<Range> ranges) implements Step {}

    /// @param last null for one element
    record Range(PathNode first, PathNode last) {}

    /// `?(…)`.
    record Filter(PathNode predicate) implements Step {}

    /// `.size()` and the like.
    record Method(String name) implements Step {}
}
