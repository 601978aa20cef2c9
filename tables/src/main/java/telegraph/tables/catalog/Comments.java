package telegraph.tables.catalog;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import telegraph.language.ast.Definition.Kind;

/// What COMMENT ON said of an entry of the catalog and of its parts.
///
/// Parts are known by their kind and name, whatever its case, so whoever renames one renames it
/// here too; what is said of one that went goes with the definition that has it no more.
///
/// Threads: any; immutable.
///
/// @param texts in order of their parts; none is empty
public record Comments(Map<Part, String> texts) {
    public static final Comments NONE = new Comments(Map.of());

    public Comments {
        texts = Collections.unmodifiableMap(new TreeMap<>(texts));
    }

    /// A part of an entry: a column, a constraint, an index, the sequence of an identity; or all of
    /// it, which is of no name.
    public record Part(Kind kind, String name) implements Comparable<Part> {
        /// The entry itself.
        public static final Part ALL = new Part(Kind.TABLE, "");

        public Part {
            name = name.toLowerCase(Locale.ROOT);
        }

        @Override
        public int compareTo(Part other) {
            int kinds = kind.compareTo(other.kind);
            return kinds == 0 ? name.compareTo(other.name) : kinds;
        }
    }

    public Optional<String> of(Part part) {
        return Optional.ofNullable(texts.get(part));
    }

    /// With another text for a part, or none.
    public Comments with(Part part, Optional<String> text) {
        Map<Part, String> others = new TreeMap<>(texts);
        text.ifPresentOrElse(said -> others.put(part, said), () -> others.remove(part));
        return new Comments(others);
    }

    /// With another name for a part.
    public Comments renamed(Kind kind, String before, String after) {
        Optional<String> text = of(new Part(kind, before));
        return with(new Part(kind, before), Optional.empty()).with(new Part(kind, after), text);
    }

    /// Those of the entry itself and of parts that are there.
    public Comments of(Predicate<Part> there) {
        Map<Part, String> kept = new TreeMap<>(texts);
        kept.keySet().removeIf(part -> !part.equals(Part.ALL) && !there.test(part));
        return kept.size() == texts.size() ? this : new Comments(kept);
    }
}
