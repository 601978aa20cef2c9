package telegraph.sources.json;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Walks the tokens of JSON documents from row to row.
///
/// Rows are the elements of the array at the top, or the objects that follow each other there, a
/// line each or not. With a path, as `$.orders[*].items[*]`, they are what stands at its end in
/// each document. What columns want of the values on the way there is handed to [JsonParents]
/// before the rows below come.
///
/// Invariants:
///
/// 1. Of the documents only what is wanted of the parents of the current row is kept, and what was
///    set aside: if an array of rows comes before a member of its parent that rows want, its JSON
///    is kept until that member is there, or the parent ends. That is at most
///    [JsonLimits#ROW_BYTES_MAX] bytes.
/// 2. A name of the path that no value has is refused in the end: it is misspelled. One that some
///    have stands for no rows in others.
///
/// Threads: one.
final class JsonRows {
    private static final int NAMES_SHOWN = 20;
    private static final JsonFields NOTHING = new JsonFields();

    private final List<JsonStep> steps;
    private final RowsPath path;
    private final String file;
    private final JsonText text;
    private final JsonText aside;
    private final JsonParents parents;

    /// The parser of the file, and above it those of what was set aside.
    private final Deque<JsonParser> parsers = new ArrayDeque<>();

    private final Deque<Spot> spots = new ArrayDeque<>();

    /// By step whether its name was there, and the names that were there where it was not.
    private final boolean[] met;

    private final Map<Integer, Set<String>> instead = new TreeMap<>();

    /// An array whose elements, or an object whose members are walked, or what was set aside.
    private static final class Spot {
        final Kind kind;

        /// The step that leads on from here.
        final int step;

        final JsonFields wanted;

        /// How many of the members that are wanted are still to come.
        int missing;

        boolean met;

        /// What the step leads to, if it has to wait for members.
        byte[] aside;

        Spot(Kind kind, int step, JsonFields wanted) {
            this.kind = kind;
            this.step = step;
            this.wanted = wanted;
        }
    }

    private enum Kind {
        ARRAY,
        OBJECT,
        ASIDE
    }

    JsonRows(JsonParser tokens, RowsPath path, String file, JsonText text, JsonParents parents) {
        this.path = path;
        this.steps = path.steps();
        this.file = file;
        this.text = text;
        this.aside = text.saying(this::tooLong);
        this.parents = parents;
        this.met = new boolean[steps.size()];
        parsers.push(tokens);
    }

    /// The parser that is at the row.
    JsonParser tokens() {
        return parsers.peek();
    }

    /// Goes to the first token of the next row; false at the end. The row before was read to its
    /// last token.
    boolean next() {
        while (true) {
            Spot spot = spots.peek();
            boolean row;
            if (spot == null) {
                if (tokens().nextToken() == null) {
                    requireMet();
                    return false;
                }
                row = begin(0, 0);
            } else {
                row =
                        switch (spot.kind) {
                            case ARRAY -> element(spot);
                            case OBJECT -> member(spot);
                            case ASIDE -> {
                                spots.pop();
                                parsers.pop().close();
                                yield false;
                            }
                        };
            }
            if (row) {
                return true;
            }
        }
    }

    /// Goes on from the current value by the steps that are left; true if it is a row.
    private boolean enter(int step, JsonFields wanted) {
        if (step == steps.size()) {
            return true;
        }
        JsonToken token = tokens().currentToken();
        if (token == JsonToken.VALUE_NULL && steps.size() > 1) {
            return false;
        }
        if (steps.get(step) instanceof JsonStep.Each) {
            if (token == JsonToken.START_ARRAY) {
                spots.push(new Spot(Kind.ARRAY, step, NOTHING));
                return false;
            }
            if (step == steps.size() - 1) {
                return true;
            }
            throw astray("a [*] of a path to rows is of an array", step, token);
        }
        if (token != JsonToken.START_OBJECT) {
            throw astray(
                    "a path to rows leads through objects, and through arrays by [*]", step, token);
        }
        Spot spot = new Spot(Kind.OBJECT, step, wanted);
        spot.missing = wanted.memberCount() - (wanted.member(name(step)) == null ? 0 : 1);
        wanted.begin();
        spots.push(spot);
        return false;
    }

    private String name(int step) {
        return ((JsonStep.Name) steps.get(step)).name();
    }

    private boolean element(Spot spot) {
        if (tokens().nextToken() == JsonToken.END_ARRAY) {
            spots.pop();
            return false;
        }
        if (spot.step == steps.size() - 1) {
            return true;
        }
        return begin(spot.step + 1, level(spot.step + 1));
    }

    /// Goes on from a level's value, which is the current one.
    private boolean begin(int step, int level) {
        parents.begin(level);
        JsonFields wanted = parents.of(level);
        if (!wanted.isWhole()) {
            return enter(step, wanted);
        }
        byte[] json = aside.json(tokens());
        takeAll(wanted, json);
        return takeUp(step, json, NOTHING);
    }

    /// How many arrays lie around what a step leads on from.
    private int level(int step) {
        int level = 0;
        for (int i = 0; i < step; i++) {
            level += steps.get(i) instanceof JsonStep.Each ? 1 : 0;
        }
        return level;
    }

    private boolean member(Spot spot) {
        if (tokens().nextToken() != JsonToken.PROPERTY_NAME) {
            spots.pop();
            if (spot.aside == null) {
                return false;
            }
            JsonFields below = spot.wanted.member(name(spot.step));
            return takeUp(
                    spot.step + 1, spot.aside, below == null || below.isWhole() ? NOTHING : below);
        }
        String name = tokens().currentName();
        tokens().nextToken();
        JsonFields below = spot.wanted.member(name);
        if (below != null) {
            spot.wanted.meet(name, below, parents);
        }
        if (name.equals(name(spot.step))) {
            return follow(spot, below == null ? NOTHING : below);
        }
        if (below == null) {
            note(spot, name);
            tokens().skipChildren();
        } else {
            spot.missing--;
            below.take(tokens(), text, parents);
        }
        return false;
    }

    /// Goes on to what the path leads to, or sets it aside.
    private boolean follow(Spot spot, JsonFields below) {
        if (spot.met) {
            throw TelegraphException.input(
                    "what a path to rows leads through must stand once in each object: file="
                            + file
                            + " rows="
                            + path
                            + " member=\""
                            + name(spot.step)
                            + "\"");
        }
        spot.met = true;
        met[spot.step] = true;
        instead.remove(spot.step);
        boolean whole = below.isWhole();
        if (!whole && spot.missing == 0) {
            return enter(spot.step + 1, below);
        }
        spot.aside = aside.json(tokens());
        if (whole) {
            takeAll(below, spot.aside);
        }
        return false;
    }

    private void takeAll(JsonFields wanted, byte[] json) {
        try (JsonParser again = aside.parser(json)) {
            wanted.take(again, text, parents);
        }
    }

    /// Goes on from what was set aside, since all that is wanted of what it is in is there.
    private boolean takeUp(int step, byte[] json, JsonFields wanted) {
        spots.push(new Spot(Kind.ASIDE, step, NOTHING));
        parsers.push(text.parser(json));
        return enter(step, wanted);
    }

    private void note(Spot spot, String name) {
        if (!met[spot.step]) {
            Set<String> names = instead.computeIfAbsent(spot.step, _ -> new TreeSet<>());
            if (names.size() < NAMES_SHOWN) {
                names.add(name);
            }
        }
    }

    private void requireMet() {
        instead.forEach((step, names) -> {
            throw TelegraphException.input(
                    "a path to rows leads through names that are there: file="
                            + file
                            + " rows="
                            + path
                            + " missing="
                            + name(step)
                            + Nearest.advice(name(step), names));
        });
    }

    /// What is said of rows that would have to wait.
    private TelegraphException tooLong() {
        Spot spot = spots.peek();
        return TelegraphException.of(
                SqlState.PROGRAM_LIMIT,
                "rows wait for what they have of the values around them, with at most "
                        + JsonLimits.ROW_BYTES_MAX
                        + " bytes: file="
                        + file
                        + " "
                        + JsonFormat.line(parsers.peekLast().currentTokenLocation())
                        + " rows="
                        + path
                        + (spot == null || spot.kind != Kind.OBJECT
                                ? ""
                                : " missing=" + spot.wanted.unmet(name(spot.step)))
                        + ". Leave out the column with that PATH, or write the member before the"
                        + " rows.");
    }

    private TelegraphException astray(String rule, int step, JsonToken found) {
        return TelegraphException.input(
                rule
                        + ": file="
                        + file
                        + " rows="
                        + path
                        + " step="
                        + (steps.get(step) instanceof JsonStep.Name(String name) ? name : "[*]")
                        + " found="
                        + found
                        + " "
                        + JsonFormat.line(parsers.peekLast().currentTokenLocation()));
    }
}
