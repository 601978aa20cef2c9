package telegraph.query.translate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.language.lexer.Position;

/// The types of a statement's parameters as far as they are known: those that were given, those
/// that the statement tells by how it uses them, and those guessed for want of better.
///
/// | used as            | type                                               |
/// |--------------------|----------------------------------------------------|
/// | `a = $1`           | that of `a`                                        |
/// | `$1::int`          | integer                                            |
/// | `VALUES ($1)`      | that of the column the value goes to               |
/// | `LIMIT $1`         | bigint                                             |
/// | `a = ANY ($1)`     | an array of that of `a`                            |
/// | otherwise          | text, or the next of [#GUESSES] with which the statement makes sense |
///
/// Types are as PostgreSQL writes them; parameters count from 1.
///
/// Threads: one.
public final class ParameterTypes {
    private static final List<String> GUESSES =
            List.of(
                    "text",
                    "integer",
                    "double precision",
                    "timestamp with time zone",
                    "date",
                    "boolean",
                    "text[]");

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

    private final Map<Position, Integer> places;
    private final String[] types;
    private final boolean[] plain;

    /// For a place where nothing tells the type, which guess holds there.
    private final Map<Position, Integer> guesses = new HashMap<>();

    private final Set<Position> arrays = new HashSet<>();
    private Position guessed;

    /// @param places for each place in the script that stands for a value its parameter
    /// @param count how many parameters there are
    /// @param given the types of the first ones, "" for one that is not known
    public ParameterTypes(Map<Position, Integer> places, int count, List<String> given) {
        this.places = new HashMap<>(places);
        this.types = new String[count];
        this.plain = new boolean[count];
        for (int i = 0; i < count; i++) {
            types[i] = i < given.size() ? given.get(i) : "";
        }
    }

    /// The type of the parameter at a place, or "" if it is not known.
    String at(Position place) {
        Integer parameter = places.get(place);
        if (parameter == null) {
            return "";
        }
        Integer guess = guesses.get(place);
        String type =
                types[parameter - 1].isEmpty() && guess != null
                        ? GUESSES.get(guess)
                        : types[parameter - 1];
        return arrays.contains(place) && type.endsWith("[]")
                ? type.substring(0, type.length() - 2)
                : type;
    }

    /// What a parameter is, unless that is known. A type that is known is not told again.
    public void tell(Position place, String type) {
        Integer parameter = places.get(place);
        if (parameter != null && types[parameter - 1].isEmpty()) {
            types[parameter - 1] = arrays.contains(place) ? type + "[]" : type;
        }
    }

    /// What stands at a place is an element of the parameter, which is an array.
    void array(Position place) {
        arrays.add(place);
    }

    /// A parameter is compared with something, or put in a column: a number is as good as one of
    /// another type, and a text is read by the other side.
    public void plain(Position place) {
        Integer parameter = places.get(place);
        if (parameter != null) {
            plain[parameter - 1] = true;
        }
    }

    /// Guesses the type of the first parameter between two places, both within, of which nothing is
    /// known; false if there is none.
    boolean guess(Position start, Position end) {
        Optional<Position> open =
                places.keySet().stream()
                        .filter(place -> ORDER.compare(start, place) <= 0)
                        .filter(place -> ORDER.compare(place, end) <= 0)
                        .filter(place -> at(place).isEmpty())
                        .min(ORDER);
        open.ifPresent(place -> {
            guesses.put(place, 0);
            guessed = place;
        });
        return open.isPresent();
    }

    /// Has the last guess make room for the next one; false if there is none left.
    boolean guessAgain() {
        if (guessed == null) {
            return false;
        }
        if (guesses.merge(guessed, 1, Integer::sum) == GUESSES.size()) {
            guesses.put(guessed, 0);
            guessed = null;
            return false;
        }
        return true;
    }

    /// The statement makes sense with what was guessed, which holds unless the parameter was told.
    void settle() {
        guesses.forEach((place, guess) -> tell(place, GUESSES.get(guess)));
        guesses.clear();
        guessed = null;
    }

    /// All types; text for a parameter of which nothing is known.
    public List<String> types() {
        List<String> all = new ArrayList<>();
        for (String type : types) {
            all.add(type.isEmpty() ? "text" : type);
        }
        return all;
    }

    /// For each parameter whether its value may stand where it is as it is written, without a cast
    /// to its type.
    public boolean[] plain() {
        return plain.clone();
    }
}
