package telegraph.query.regex;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// A deterministic automaton, made state by state as texts ask for it.
///
/// A state is a set of states of an [Automaton] before a character. Whether these are a match may
/// depend on the character behind, so a state says whether there was one *before* the last:
///
/// ```text
///   place:      0   1   2   3
///   text:       | f | o | o | end
///   states:     s0  s1  s2  s3  s4      s4.matched: there is a match that ends at place 3
/// ```
///
/// Paper: A. Aho, R. Sethi, J. Ullman. *Compilers.* 1986, 3.7. Threads: one.
final class Dfa {
    private static final int BYTES_OF_STATE = 96;
    private static final int NO_COLOR = -1;

    private final Automata automata;
    private final Automaton automaton;
    private final boolean searching;
    private final int edge;
    private final boolean looksBack;
    private final Map<Key, State> states = new HashMap<>();
    private State[] starts;

    /// What one step works with: states on hand, those met in this round, and those found.
    private final int[] stack;

    private final int[] met;
    private final int[] found;
    private int round;
    private int count;
    private int onHand;

    /// Where the last search may have begun.
    private int cold;

    Dfa(Automata automata, Automaton automaton, boolean searching) {
        this.automata = automata;
        this.automaton = automaton;
        this.edge = automata.palette().edge();
        int size = automaton.size();
        this.stack = new int[size + 1];
        this.met = new int[size];
        this.found = new int[size];
        boolean back = false;
        for (int i = 0; i < size; i++) {
            back |= automaton.kinds[i] == Automaton.BEHIND;
        }
        this.looksBack = back;
        this.searching = searching && !beginsWithText();
        this.starts = new State[edge + 1];
    }

    /// Whether all matches begin where the text does.
    private boolean beginsWithText() {
        begin();
        reach(automaton.start);
        boolean begins = true;
        for (int i = 0; i < count; i++) {
            BitSet before = automaton.colors[found[i]];
            begins &= automaton.kinds[found[i]] == Automaton.BEHIND && before.nextSetBit(0) == edge;
        }
        return begins;
    }

    /// One state.
    static final class State {
        private final int[] kernel;
        private final int before;

        /// Whether what comes next depends on more than the next color.
        private final boolean looks;

        /// Whether a match ended before the last character.
        final boolean matched;

        /// Whether nothing that began before is on its way.
        final boolean fresh;

        private final State[] next;

        State(Key key, boolean looks, int colors) {
            this.kernel = key.kernel;
            this.before = key.before;
            this.matched = key.matched;
            this.fresh = key.fresh;
            this.looks = looks;
            this.next = new State[colors];
        }

        boolean isDead() {
            return kernel.length == 0;
        }
    }

    private record Key(int[] kernel, int before, boolean matched, boolean fresh) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && before == key.before
                    && matched == key.matched
                    && fresh == key.fresh
                    && Arrays.equals(kernel, key.kernel);
        }

        @Override
        public int hashCode() {
            int flags = (matched ? 2 : 0) + (fresh ? 1 : 0);
            return (Arrays.hashCode(kernel) * 31 + before) * 4 + flags;
        }
    }

    /// The greatest place up to `stop` where a match from `from` on ends, or -1.
    int longest(Subject subject, int from, int stop) {
        char[] colors = subject.colors();
        State state = start(subject, from);
        int last = -1;
        int at = from;
        while (true) {
            State next = state.next[colors[at]];
            if (next == null) {
                next = step(state, colors[at], subject, at);
            }
            if (next.matched) {
                last = at;
            }
            if (at == stop || next.isDead()) {
                break;
            }
            state = next;
            at++;
        }
        subject.spend(at - from + Subject.START);
        return last;
    }

    /// The least place from `least` to `stop` where a match from `from` on ends, or -1.
    int shortest(Subject subject, int from, int least, int stop) {
        char[] colors = subject.colors();
        State state = start(subject, from);
        int at = from;
        int end = -1;
        while (at <= stop) {
            State next = state.next[colors[at]];
            if (next == null) {
                next = step(state, colors[at], subject, at);
            }
            if (next.matched && at >= least) {
                end = at;
                break;
            }
            if (next.isDead()) {
                break;
            }
            state = next;
            at++;
        }
        subject.spend(at - from + Subject.START);
        return end;
    }

    /// Marks each place from `from` to `stop` where a match from `from` on ends, counted from
    /// there.
    void ends(Subject subject, int from, int stop, BitSet marks) {
        State state = start(subject, from);
        int at = from;
        while (at <= stop && !state.isDead()) {
            state = next(state, subject, at);
            if (state.matched) {
                marks.set(at - from);
            }
            at++;
        }
        subject.spend(at - from + Subject.START);
    }

    /// Whether there is a match from one place to another.
    boolean fits(Subject subject, int from, int to) {
        return longest(subject, from, to) == to;
    }

    /// The first place where a match ends that begins at `from` or later, or -1: the leftmost match
    /// begins between [#cold] and there.
    int search(Subject subject, int from) {
        char[] colors = subject.colors();
        State state = start(subject, from);
        int stop = subject.length();
        int end = -1;
        int at = from;
        while (at <= stop) {
            if (state.fresh) {
                cold = at;
            }
            State next = state.next[colors[at]];
            if (next == null) {
                next = step(state, colors[at], subject, at);
            }
            if (next.matched) {
                end = at;
                break;
            }
            if (next.isDead()) {
                break;
            }
            state = next;
            at++;
        }
        subject.spend(at - from + Subject.START);
        return end;
    }

    int cold() {
        return cold;
    }

    State start(Subject subject, int from) {
        int before = looksBack ? subject.before(from) : edge;
        State known = starts[before];
        if (known == null) {
            begin();
            reach(automaton.start);
            known = state(before, false, true);
            starts[before] = known;
        }
        return known;
    }

    State next(State state, Subject subject, int at) {
        int color = subject.colors()[at];
        State known = state.next[color];
        return known == null ? step(state, color, subject, at) : known;
    }

    /// Forgets all states.
    void forget() {
        states.clear();
        starts = new State[edge + 1];
    }

    private State step(State state, int color, Subject subject, int at) {
        begin();
        boolean matched = false;
        int letters = 0;
        for (int each : state.kernel) {
            push(each);
        }
        while (onHand > 0) {
            int each = stack[--onHand];
            switch (automaton.kinds[each]) {
                case Automaton.ACCEPT -> matched = true;
                case Automaton.LETTER -> {
                    if (automaton.colors[each].get(color)) {
                        found[letters++] = automaton.next[each];
                    }
                }
                case Automaton.SPLIT -> {
                    push(automaton.next[each]);
                    push(automaton.other[each]);
                }
                default -> {
                    if (holds(each, state.before, color, subject, at)) {
                        push(automaton.next[each]);
                    }
                }
            }
        }
        subject.spend(state.kernel.length + letters);
        int[] reached = Arrays.copyOf(found, letters);
        begin();
        for (int each : reached) {
            reach(each);
        }
        boolean fresh = count == 0;
        if (searching && color != edge) {
            reach(automaton.start);
        }
        State next = state(color, matched, fresh);
        if (!state.looks) {
            state.next[color] = next;
        }
        return next;
    }

    private boolean holds(int condition, int before, int color, Subject subject, int at) {
        return switch (automaton.kinds[condition]) {
            case Automaton.AHEAD -> automaton.colors[condition].get(color);
            case Automaton.BEHIND -> automaton.colors[condition].get(before);
            default -> automaton.looks[condition].holds(subject, at);
        };
    }

    private void begin() {
        round++;
        count = 0;
        onHand = 0;
    }

    private void push(int state) {
        if (met[state] != round) {
            met[state] = round;
            stack[onHand++] = state;
        }
    }

    /// Finds the states that one leads to at once, up to those that ask for something.
    private void reach(int from) {
        push(from);
        while (onHand > 0) {
            int each = stack[--onHand];
            if (automaton.kinds[each] == Automaton.SPLIT) {
                push(automaton.next[each]);
                push(automaton.other[each]);
            } else {
                found[count++] = each;
            }
        }
    }

    /// The state of what was found.
    private State state(int color, boolean matched, boolean fresh) {
        int[] kernel = Arrays.copyOf(found, count);
        Arrays.sort(kernel);
        boolean asks = false;
        for (int each : kernel) {
            asks |= automaton.kinds[each] >= Automaton.AHEAD;
        }
        int before = asks && looksBack ? color : NO_COLOR;
        Key key = new Key(kernel, before, matched, fresh);
        State known = states.get(key);
        if (known == null) {
            automata.keep(BYTES_OF_STATE + 4 * kernel.length + 4 * (edge + 1));
            known = new State(key, asks && looks(kernel), edge + 1);
            states.put(key, known);
        }
        return known;
    }

    /// Whether a look may be asked for.
    private boolean looks(int[] kernel) {
        begin();
        for (int each : kernel) {
            push(each);
        }
        boolean looks = false;
        while (onHand > 0) {
            int each = stack[--onHand];
            looks |= automaton.kinds[each] == Automaton.LOOK;
            if (automaton.kinds[each] >= Automaton.SPLIT) {
                push(automaton.next[each]);
            }
            if (automaton.kinds[each] == Automaton.SPLIT) {
                push(automaton.other[each]);
            }
        }
        return looks;
    }
}
