package telegraph.sources.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Which parts of a JSON value are wanted, as a tree of the paths to them.
///
/// A part is handed on when it is met, so that nothing of the value is kept; only of what is wanted
/// as a whole and in parts the text is read twice.
///
/// Threads: one.
final class JsonFields {
    /// Takes what is wanted.
    interface Sink {
        /// Takes the current value for a column, and leaves the parser at the value's last token.
        void value(int place, JsonParser tokens);

        /// A member stands twice in an object, and what was taken of the first is void.
        void again(String name, JsonFields fields);
    }

    private final List<Integer> places = new ArrayList<>();
    private final Map<String, JsonFields> members = new HashMap<>();
    private final Map<Integer, JsonFields> elements = new HashMap<>();

    /// The object it was met in last, by the number of times that such were read.
    private long metIn;

    private long read;

    /// Wants a part.
    ///
    /// @param place of the column it is for
    void add(List<JsonStep> steps, int place) {
        JsonFields at = this;
        for (JsonStep step : steps) {
            at =
                    switch (step) {
                        case JsonStep.Name(String name) ->
                                at.members.computeIfAbsent(name, _ -> new JsonFields());
                        case JsonStep.Index(int index) ->
                                at.elements.computeIfAbsent(index, _ -> new JsonFields());
                        case JsonStep.Each _ -> throw new IllegalStateException("one value");
                    };
        }
        at.places.add(place);
    }

    /// The same parts, and the value itself.
    JsonFields withItself(int place) {
        JsonFields fields = new JsonFields();
        fields.places.addAll(places);
        fields.places.add(place);
        fields.members.putAll(members);
        fields.elements.putAll(elements);
        return fields;
    }

    boolean isEmpty() {
        return places.isEmpty() && members.isEmpty() && elements.isEmpty();
    }

    /// Whether the value itself is wanted, and not only its members.
    boolean isWhole() {
        return !places.isEmpty() || !elements.isEmpty();
    }

    /// What is wanted of a member; null if nothing is.
    JsonFields member(String name) {
        return members.get(name);
    }

    int memberCount() {
        return members.size();
    }

    /// The members wanted of the object begun last that are still to come, but for one.
    Set<String> unmet(String other) {
        Set<String> names = new TreeSet<>(members.keySet());
        names.removeIf(name -> members.get(name).metIn == read || name.equals(other));
        return names;
    }

    /// The columns that get a part.
    List<Integer> allPlaces() {
        List<Integer> all = new ArrayList<>(places);
        members.values().forEach(member -> all.addAll(member.allPlaces()));
        elements.values().forEach(element -> all.addAll(element.allPlaces()));
        return all;
    }

    /// Hands on what is wanted of the current value; the parser is then at its last token.
    void take(JsonParser tokens, JsonText text, Sink sink) {
        boolean alone = members.isEmpty() && elements.isEmpty();
        if (!tokens.currentToken().isStructStart()) {
            for (int place : places) {
                sink.value(place, tokens);
            }
        } else if (alone && places.isEmpty()) {
            tokens.skipChildren();
        } else if (alone && places.size() == 1) {
            sink.value(places.getFirst(), tokens);
        } else if (places.isEmpty()) {
            takeParts(tokens, text, sink);
        } else {
            takeTwice(text.json(tokens), text, sink);
        }
    }

    private void takeTwice(byte[] json, JsonText text, Sink sink) {
        for (int place : places) {
            try (JsonParser again = text.parser(json)) {
                sink.value(place, again);
            }
        }
        if (!members.isEmpty() || !elements.isEmpty()) {
            try (JsonParser again = text.parser(json)) {
                takeParts(again, text, sink);
            }
        }
    }

    private void takeParts(JsonParser tokens, JsonText text, Sink sink) {
        if (tokens.currentToken() == JsonToken.START_ARRAY) {
            for (int i = 0; tokens.nextToken() != JsonToken.END_ARRAY; i++) {
                takePart(elements.get(i), tokens, text, sink);
            }
            return;
        }
        begin();
        while (tokens.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = tokens.currentName();
            tokens.nextToken();
            JsonFields member = members.get(name);
            if (member != null) {
                meet(name, member, sink);
            }
            takePart(member, tokens, text, sink);
        }
    }

    private static void takePart(JsonFields part, JsonParser tokens, JsonText text, Sink sink) {
        if (part == null) {
            tokens.skipChildren();
        } else {
            part.take(tokens, text, sink);
        }
    }

    /// An object begins whose members are handed on.
    void begin() {
        read++;
    }

    /// Notes that the object begun last has a member.
    void meet(String name, JsonFields member, Sink sink) {
        if (member.metIn == read) {
            sink.again(name, member);
        }
        member.metIn = read;
    }
}
