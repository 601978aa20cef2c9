package telegraph.ground;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A set whose members are visited in the order they came: what is done to all of them is done in
/// the same order whenever the same happens.
///
/// Whoever visits sees those that were there when it began. As many members as its users put in.
/// Threads: any.
public final class ArrivalOrder<T> implements Iterable<T> {
    private final Set<T> members = new LinkedHashSet<>();

    public synchronized void add(T member) {
        members.add(member);
    }

    public synchronized void remove(T member) {
        members.remove(member);
    }

    public synchronized boolean isEmpty() {
        return members.isEmpty();
    }

    @Override
    public synchronized Iterator<T> iterator() {
        return List.copyOf(members).iterator();
    }
}
