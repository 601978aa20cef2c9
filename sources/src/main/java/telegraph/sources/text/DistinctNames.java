package telegraph.sources.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Names of columns, made different where they are not.
public final class DistinctNames {
    private DistinctNames() {}

    /// Names that differ in more than case; one that is empty is numbered by its place.
    public static List<String> unique(Collection<String> names) {
        return unique(names, name -> name.toLowerCase(Locale.ROOT), true);
    }

    /// Names that differ, if only in case.
    public static List<String> different(Collection<String> names) {
        return unique(names, name -> name, false);
    }

    private static List<String> unique(
            Collection<String> names, UnaryOperator<String> key, boolean numbered) {
        Set<String> all = new HashSet<>();
        names.forEach(name -> all.add(key.apply(name)));
        Set<String> used = new HashSet<>();
        List<String> unique = new ArrayList<>();
        for (String given : names) {
            boolean empty = numbered && given.isEmpty();
            String name = empty ? "column" + (unique.size() + 1) : given;
            String free = name;
            int n = 0;
            while (used.contains(key.apply(free))
                    || (n > 0 || empty) && all.contains(key.apply(free))) {
                free = name + "_" + ++n;
            }
            used.add(key.apply(free));
            unique.add(free);
        }
        return unique;
    }
}
