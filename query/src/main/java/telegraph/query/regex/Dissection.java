package telegraph.query.regex;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/// Finds what the groups of a match stand for, and whether its references agree.
///
/// Of two parts one after another the first takes the longest that leaves the second a match, or
/// the shortest; of alternatives the first that fits is taken; of rounds each takes the longest, or
/// the shortest. Whether a part fits is asked of its automaton before its own parts are looked at.
/// So only references make anything fail within, and without them nothing is tried twice.
///
/// Source: H. Spencer's library, as PostgreSQL 15 has it. Threads: one.
final class Dissection {
    /// Dead ends of one iteration that are remembered.
    private static final int DEAD_ENDS_MAX = 1 << 16;

    private final Automata automata;
    private final Subject subject;
    private final boolean anyCase;
    private final int[] starts;
    private final int[] ends;

    Dissection(Automata automata, Subject subject, int groups, boolean anyCase) {
        this.automata = automata;
        this.subject = subject;
        this.anyCase = anyCase;
        this.starts = new int[groups + 1];
        this.ends = new int[groups + 1];
    }

    int start(int group) {
        return starts[group];
    }

    int end(int group) {
        return ends[group];
    }

    void clear() {
        Arrays.fill(starts, -1);
        Arrays.fill(ends, -1);
    }

    void set(int group, int start, int end) {
        starts[group] = start;
        ends[group] = end;
    }

    private void clear(Part part) {
        if (part.group > 0) {
            set(part.group, -1, -1);
        }
        for (Part inner : part.parts) {
            clear(inner);
        }
    }

    /// Whether a part is what stands from one place to another, which its automaton says already;
    /// if so its groups are set, if not they are cleared.
    boolean fits(Part part, int from, int to) {
        subject.spend(Subject.START);
        boolean fits =
                switch (part.kind) {
                    case PLAIN -> true;
                    case REFERENCE -> refers(part, from, to);
                    case WRAPPER -> fits(part.parts.getFirst(), from, to);
                    case ALTERNATION -> alternates(part, from, to);
                    case CONCATENATION ->
                            part.parts.getFirst().isShortest()
                                    ? shortestFirst(part, from, to)
                                    : longestFirst(part, from, to);
                    case ITERATION ->
                            part.parts.getFirst().isShortest()
                                    ? shortRounds(part, from, to)
                                    : longRounds(part, from, to);
                };
        if (fits && part.group > 0) {
            set(part.group, from, to);
        }
        return fits;
    }

    private boolean refers(Part part, int from, int to) {
        int start = starts[part.to];
        if (start < 0) {
            return false;
        }
        int length = ends[part.to] - start;
        if (length == 0) {
            return from == to;
        }
        if (from == to) {
            return part.min == 0;
        }
        int rounds = (to - from) / length;
        if ((to - from) % length != 0 || rounds < part.min || rounds > part.max) {
            return false;
        }
        for (int i = 0; i < rounds; i++) {
            if (!subject.same(start, from + i * length, length, anyCase)) {
                return false;
            }
        }
        return true;
    }

    private boolean alternates(Part part, int from, int to) {
        for (Part each : part.parts) {
            if (each.dfa(automata).fits(subject, from, to) && fits(each, from, to)) {
                return true;
            }
        }
        return false;
    }

    private boolean longestFirst(Part part, int from, int to) {
        Dfa left = part.parts.getFirst().dfa(automata);
        int middle = left.longest(subject, from, to);
        if (middle < 0 || divides(part, from, middle, to)) {
            return middle >= 0;
        }
        BitSet ends = part.middles();
        left.ends(subject, from, middle, ends);
        int next = ends.previousSetBit(middle - from - 1);
        while (next >= 0 && !divides(part, from, from + next, to)) {
            next = ends.previousSetBit(next - 1);
        }
        return next >= 0;
    }

    private boolean shortestFirst(Part part, int from, int to) {
        Dfa left = part.parts.getFirst().dfa(automata);
        int middle = left.shortest(subject, from, from, to);
        if (middle < 0 || divides(part, from, middle, to)) {
            return middle >= 0;
        }
        BitSet ends = part.middles();
        left.ends(subject, from, to, ends);
        int next = ends.nextSetBit(middle - from + 1);
        while (next >= 0 && !divides(part, from, from + next, to)) {
            next = ends.nextSetBit(next + 1);
        }
        return next >= 0;
    }

    private boolean divides(Part part, int from, int middle, int to) {
        Part left = part.parts.getFirst();
        Part right = part.parts.getLast();
        if (!right.dfa(automata).fits(subject, middle, to) || !fits(left, from, middle)) {
            return false;
        }
        if (fits(right, middle, to)) {
            return true;
        }
        clear(left);
        return false;
    }

    /// Rounds of which each takes the longest it can.
    private boolean longRounds(Part part, int from, int to) {
        Part round = part.parts.getFirst();
        Dfa dfa = round.dfa(automata);
        int min = Math.max(part.min, 1);
        int max = Math.max(Math.min(to - from, part.max), min);
        DeadEnds dead = new DeadEnds(part);
        int verified = 0;
        int k = 1;
        int limit = to;
        part.end(0, from);
        while (k > 0) {
            int end = dfa.longest(subject, part.end(k - 1), limit);
            part.end(k, end);
            verified = Math.min(verified, k - 1);
            if (end < 0) {
                k--;
                dead.add(k, part.end(k));
            } else if (end != to) {
                boolean empty = end == part.end(k - 1) && (k >= min || min - k < to - end);
                if (k >= max) {
                    k--;
                } else if (!empty && !dead.is(k, end)) {
                    k++;
                    limit = to;
                    continue;
                }
            } else if (k >= min) {
                verified = verify(part, verified, k);
                if (verified == k) {
                    return true;
                }
                k = verified + 1;
            }
            while (k > 0) {
                int start = part.end(k - 1);
                limit = part.end(k) - 1;
                boolean shorter =
                        limit > start || limit == start && k < min && min - k >= to - start;
                if (shorter) {
                    break;
                }
                k--;
                dead.add(k, part.end(k));
            }
        }
        return part.min == 0 && from == to;
    }

    /// Rounds of which each takes the shortest it can.
    private boolean shortRounds(Part part, int from, int to) {
        if (part.min == 0 && from == to) {
            return true;
        }
        Part round = part.parts.getFirst();
        Dfa dfa = round.dfa(automata);
        int min = Math.max(part.min, 1);
        int max = Math.max(Math.min(to - from, part.max), min);
        DeadEnds dead = new DeadEnds(part);
        int verified = 0;
        int k = 1;
        int limit = from;
        part.end(0, from);
        while (k > 0) {
            int start = part.end(k - 1);
            if (limit == start && limit != to && (k >= min || min - k < to - limit)) {
                limit++;
            }
            if (k >= max) {
                limit = to;
            }
            int end = dfa.shortest(subject, start, limit, to);
            part.end(k, end);
            verified = Math.min(verified, k - 1);
            if (end < 0) {
                k--;
                dead.add(k, part.end(k));
            } else if (end != to) {
                if (k >= max) {
                    k--;
                } else if (!dead.is(k, end)) {
                    k++;
                    limit = end;
                    continue;
                }
            } else if (k >= min) {
                verified = verify(part, verified, k);
                if (verified == k) {
                    return true;
                }
                k = verified + 1;
            }
            while (k > 0 && part.end(k) == to) {
                k--;
                dead.add(k, part.end(k));
            }
            limit = part.end(k) + 1;
        }
        return false;
    }

    /// How many of `rounds` rounds fit within, of which the first are known to.
    private int verify(Part part, int known, int rounds) {
        Part round = part.parts.getFirst();
        int verified = known;
        while (verified < rounds) {
            clear(round);
            if (!fits(round, part.end(verified), part.end(verified + 1))) {
                return verified;
            }
            verified++;
        }
        return verified;
    }

    /// Places from which the rest of an iteration has no rounds to its end, by how many were
    /// before.
    ///
    /// None are known if a reference is within: whether a round fits depends on the rounds before.
    private final class DeadEnds {
        private final boolean known;
        private final int rounds;
        private Set<Long> places;

        DeadEnds(Part part) {
            this.known = (part.traits & Part.REFERS) == 0;
            this.rounds = part.max == RegexTerm.NO_LIMIT ? Math.max(part.min, 1) : part.max;
        }

        private long key(int round, int place) {
            return ((long) Math.min(round, rounds) << 32) + place;
        }

        boolean is(int round, int place) {
            return places != null && places.contains(key(round, place));
        }

        void add(int round, int place) {
            if (known && (places == null || places.size() < DEAD_ENDS_MAX)) {
                if (places == null) {
                    places = new HashSet<>();
                }
                places.add(key(round, place));
            }
        }
    }
}
