package telegraph.store.lock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What a lock manager promises, as simply as it can be said: a queue for each name, in which each
/// owner has one place, and whose members are looked at one after the other.
final class LockModel {
    private static final String[] CONTAINERS = {
        "    IS  IX  S   SIX U   X",
        "IS  yes yes yes yes no  no",
        "IX  yes yes no  no  no  no",
        "S   yes no  yes no  no  no",
        "SIX yes no  no  no  no  no",
        "U   no  no  yes no  no  no",
        "X   no  no  no  no  no  no",
    };

    private final Map<String, Set<String>> containerConflicts = new HashMap<>();
    private final Map<String, Set<String>> rowConflicts = new HashMap<>();
    private final Map<Name, List<Place>> queues = new HashMap<>();

    /// @param key empty for a container
    record Name(int container, String key) {}

    /// What an owner has in a queue; empty modes for none.
    static final class Place {
        final long owner;
        String granted = "";
        String wanted = "";

        Place(long owner) {
            this.owner = owner;
        }
    }

    LockModel() {
        String[] held = CONTAINERS[0].trim().split(" +");
        for (int i = 1; i < CONTAINERS.length; i++) {
            String[] row = CONTAINERS[i].trim().split(" +");
            Set<String> in = new HashSet<>();
            for (int j = 0; j < held.length; j++) {
                if (row[j + 1].equals("no")) {
                    in.add(held[j]);
                }
            }
            containerConflicts.put(row[0], in);
        }
        for (RowMode a : RowMode.values()) {
            Set<String> in = new HashSet<>();
            for (RowMode b : RowMode.values()) {
                if (!a.goesWith(b)) {
                    in.add(b.text());
                }
            }
            rowConflicts.put(a.text(), in);
        }
    }

    private boolean conflict(Name name, String requested, String held) {
        Map<String, Set<String>> conflicts = name.key.isEmpty() ? containerConflicts : rowConflicts;
        return !held.isEmpty() && conflicts.get(requested).contains(held);
    }

    /// The mode that conflicts with what either does, and as little else as possible.
    private String cover(Name name, String a, String b) {
        if (a.isEmpty()) {
            return b;
        }
        if (!name.key.isEmpty()) {
            return row(a).with(row(b)).text();
        }
        Set<String> both = new HashSet<>(containerConflicts.get(a));
        both.addAll(containerConflicts.get(b));
        String least = "X";
        for (String mode : List.of("IS", "IX", "S", "SIX", "U")) {
            Set<String> in = containerConflicts.get(mode);
            if (in.containsAll(both) && in.size() < containerConflicts.get(least).size()) {
                least = mode;
            }
        }
        return least;
    }

    private static RowMode row(String text) {
        return Arrays.stream(RowMode.values())
                .filter(mode -> mode.text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    private Place place(Name name, long owner) {
        for (Place place : queues.getOrDefault(name, List.of())) {
            if (place.owner == owner) {
                return place;
            }
        }
        return null;
    }

    String granted(Name name, long owner) {
        Place place = place(name, owner);
        return place == null ? "" : place.granted;
    }

    boolean isWaiting(long owner) {
        return queues.values().stream()
                .flatMap(List::stream)
                .anyMatch(place -> place.owner == owner && !place.wanted.isEmpty());
    }

    /// Whether a request is granted at once; if not, it waits if `wait`, and is forgotten if not.
    boolean request(Name name, long owner, String mode, boolean wait) {
        List<Place> queue = queues.computeIfAbsent(name, n -> new ArrayList<>());
        Place place = place(name, owner);
        boolean isNew = place == null;
        if (isNew) {
            place = new Place(owner);
            queue.add(place);
        }
        place.wanted = cover(name, place.granted, mode);
        if (place.wanted.equals(place.granted) || mayHave(name, place)) {
            place.granted = place.wanted;
            place.wanted = "";
            // U goes with S, but not with IS: who converts may let others in.
            goOn();
            return true;
        }
        if (!wait) {
            place.wanted = "";
            queue.removeIf(p -> p.granted.isEmpty() && p.wanted.isEmpty());
        }
        return false;
    }

    private boolean mayHave(Name name, Place place) {
        boolean isAhead = true;
        for (Place other : queues.get(name)) {
            if (other == place) {
                isAhead = false;
                continue;
            }
            if (conflict(name, place.wanted, other.granted)) {
                return false;
            }
            boolean goesFirst = place.granted.isEmpty() && (isAhead || !other.granted.isEmpty());
            if (goesFirst
                    && !other.wanted.isEmpty()
                    && (conflict(name, place.wanted, other.wanted)
                            || conflict(name, other.wanted, place.wanted))) {
                return false;
            }
        }
        return true;
    }

    void cancel(long owner) {
        queues.forEach((name, queue) -> {
            for (Place place : queue) {
                if (place.owner == owner) {
                    place.wanted = "";
                }
            }
        });
        goOn();
    }

    void release(long owner) {
        queues.values().forEach(queue -> queue.removeIf(place -> place.owner == owner));
        goOn();
    }

    private void goOn() {
        queues.forEach((name, queue) -> {
            queue.removeIf(p -> p.granted.isEmpty() && p.wanted.isEmpty());
            goOn(name, true);
            goOn(name, false);
        });
    }

    private void goOn(Name name, boolean conversions) {
        for (Place place : queues.get(name)) {
            if (!place.wanted.isEmpty()
                    && place.granted.isEmpty() != conversions
                    && mayHave(name, place)) {
                place.granted = place.wanted;
                place.wanted = "";
            }
        }
    }

    /// All that is held and waited for, in order.
    Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        queues.forEach((name, queue) -> {
            for (Place place : queue) {
                states.put(name + " of " + place.owner, place.granted + ">" + place.wanted);
            }
        });
        return states;
    }
}
