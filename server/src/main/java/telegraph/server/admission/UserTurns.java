package telegraph.server.admission;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What waits, in the order of turns: users in a round, and for each user first come, first served.
///
/// ```
/// ada   a1 a2 a3        next: a1 b1 a2 b2 a3
/// bob   b1 b2
/// ```
///
/// Threads: one at a time; whoever has it keeps a lock.
final class UserTurns<T> {
    /// The user whose turn it is first.
    private final Map<String, Deque<T>> waiting = new LinkedHashMap<>();

    private int size;

    void add(String user, T item) {
        waiting.computeIfAbsent(user, _ -> new ArrayDeque<>()).add(item);
        size++;
    }

    /// Takes the next of a user who may have one; that user's turn is then last.
    Optional<T> next(Predicate<String> may) {
        for (Map.Entry<String, Deque<T>> entry : waiting.entrySet()) {
            String user = entry.getKey();
            if (may.test(user)) {
                Deque<T> items = entry.getValue();
                T item = items.remove();
                size--;
                waiting.remove(user);
                if (!items.isEmpty()) {
                    waiting.put(user, items);
                }
                return Optional.of(item);
            }
        }
        return Optional.empty();
    }

    /// Takes one out of its turn; false if it does not wait.
    boolean remove(String user, T item) {
        Deque<T> items = waiting.get(user);
        if (items == null || !items.remove(item)) {
            return false;
        }
        size--;
        if (items.isEmpty()) {
            waiting.remove(user);
        }
        return true;
    }

    /// How many have their turn up to this one, itself counted, if every user may; 0 if it does not
    /// wait.
    int place(String user, T item) {
        Deque<T> own = waiting.get(user);
        int before = own == null ? -1 : indexOf(own, item);
        if (before < 0) {
            return 0;
        }
        int place = before + 1;
        boolean passed = false;
        for (Map.Entry<String, Deque<T>> entry : waiting.entrySet()) {
            if (entry.getKey().equals(user)) {
                passed = true;
            } else {
                place += Math.min(entry.getValue().size(), passed ? before : before + 1);
            }
        }
        return place;
    }

    /// All that wait, in the order of their turns if every user may.
    List<T> order() {
        List<T> order = new ArrayList<>(size);
        List<Iterator<T>> users = new ArrayList<>();
        waiting.values().forEach(items -> users.add(items.iterator()));
        while (!users.isEmpty()) {
            users.removeIf(items -> !items.hasNext());
            users.forEach(items -> order.add(items.next()));
        }
        return order;
    }

    private static <T> int indexOf(Deque<T> items, T wanted) {
        int index = 0;
        for (T item : items) {
            if (item.equals(wanted)) {
                return index;
            }
            index++;
        }
        return -1;
    }

    int size() {
        return size;
    }
}
