package telegraph.testkit.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import telegraph.testkit.model.WebShape.Place;

/// Draws one [Kind] of an enum for each place, as a [WebShape] says.
///
/// Threads: any.
final class Draw<K extends Enum<K> & Kind> {
    private final long seed;
    private final Class<K> what;
    private final K plain;
    private final List<K> kinds = new ArrayList<>();
    private final int[] ends;
    private final Map<Place, Kind> places;

    /// @param plain what all is that nothing else was said of
    Draw(WebShape shape, Class<K> what, K plain) {
        this.seed = shape.seed() + what.getSimpleName().hashCode();
        this.what = what;
        this.plain = plain;
        this.places = shape.places();
        for (K kind : what.getEnumConstants()) {
            if (kind != plain && shape.shares().getOrDefault(kind, 0) > 0) {
                kinds.add(kind);
            }
        }
        ends = new int[kinds.size()];
        int end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += shape.shares().get(kinds.get(i));
            ends[i] = end;
        }
    }

    /// @param page -1 for the host itself
    K of(int host, int page) {
        if (!places.isEmpty()) {
            Kind placed = places.get(new Place(host, page, what));
            if (placed != null) {
                return what.cast(placed);
            }
        }
        if (ends.length == 0 || page == 0 || page < 0 && host == 0) {
            return plain;
        }
        int drawn = Mix.below(Mix.of(seed, 1, host, page), 1_000);
        for (int i = 0; i < ends.length; i++) {
            if (drawn < ends[i]) {
                return kinds.get(i);
            }
        }
        return plain;
    }
}
