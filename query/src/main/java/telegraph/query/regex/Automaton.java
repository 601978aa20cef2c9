package telegraph.query.regex;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// A nondeterministic automaton of a term.
///
/// | kind | goes on to `next` |
/// |---|---|
/// | `LETTER` | over a character whose color is one of `colors` |
/// | `SPLIT` | at once, and to `other` too |
/// | `AHEAD`, `BEHIND` | at once, if the next or last color, or an end, is one of `colors` |
/// | `LOOK` | at once, if `looks` holds there |
/// | `ACCEPT` | nowhere: here is a match |
///
/// Paper: K. Thompson. *Regular Expression Search Algorithm.* CACM 1968. Threads: any.
final class Automaton {
    static final byte ACCEPT = 0;
    static final byte LETTER = 1;
    static final byte SPLIT = 2;
    static final byte AHEAD = 3;
    static final byte BEHIND = 4;
    static final byte LOOK = 5;

    /// States of all automata of one expression; counted by [Automata].
    static final int STATES_MAX = 100_000;

    private final Automata automata;
    byte[] kinds = new byte[16];
    int[] next = new int[16];
    int[] other = new int[16];
    BitSet[] colors = new BitSet[16];
    Lookaround[] looks = new Lookaround[16];
    int start;
    private int count;

    Automaton(Automata automata, RegexTerm term) {
        this.automata = automata;
        this.start = add(term, state(ACCEPT, 0), false);
    }

    int size() {
        return count;
    }

    private int state(byte kind, int to) {
        automata.demandState();
        if (count == kinds.length) {
            int length = count * 2;
            kinds = Arrays.copyOf(kinds, length);
            next = Arrays.copyOf(next, length);
            other = Arrays.copyOf(other, length);
            colors = Arrays.copyOf(colors, length);
            looks = Arrays.copyOf(looks, length);
        }
        kinds[count] = kind;
        next[count] = to;
        return count++;
    }

    private int colored(byte kind, int to, BitSet of) {
        int state = state(kind, to);
        colors[state] = of;
        return state;
    }

    private int split(int to, int or) {
        int state = state(SPLIT, to);
        other[state] = or;
        return state;
    }

    /// Adds a term before a state.
    ///
    /// @param free whether constraints in it hold anywhere
    private int add(RegexTerm term, int to, boolean free) {
        return switch (term) {
            case RegexTerm.Letter(CodePoints of) -> colored(LETTER, to, automata.palette().of(of));
            case RegexTerm.Sequence(List<RegexTerm> terms) -> {
                int at = to;
                for (RegexTerm each : terms.reversed()) {
                    at = add(each, at, free);
                }
                yield at;
            }
            case RegexTerm.Choice(List<RegexTerm> terms) -> {
                int at = add(terms.getLast(), to, free);
                for (int i = terms.size() - 2; i >= 0; i--) {
                    at = split(add(terms.get(i), to, free), at);
                }
                yield at;
            }
            case RegexTerm.Repetition repetition -> repetition(repetition, to, free);
            case RegexTerm.Group group -> add(group.of(), to, free);
            case RegexTerm.Reference(RegexTerm.Group group) -> add(group.of(), to, true);
            case RegexTerm.Constraint constraint -> free ? to : add(constraint.of(), to, false);
            case RegexTerm.Beside(boolean ahead, CodePoints of, boolean orEnd) -> {
                BitSet allowed = (BitSet) automata.palette().of(of).clone();
                allowed.set(automata.palette().edge(), orEnd);
                yield colored(ahead ? AHEAD : BEHIND, to, allowed);
            }
            case RegexTerm.Look look -> {
                int state = state(LOOK, to);
                looks[state] = automata.of(look);
                yield state;
            }
        };
    }

    private int repetition(RegexTerm.Repetition repetition, int to, boolean free) {
        int at = to;
        if (repetition.max() == RegexTerm.NO_LIMIT) {
            at = split(0, to);
            int round = add(repetition.of(), at, free);
            next[at] = round;
        } else {
            for (int i = repetition.min(); i < repetition.max(); i++) {
                at = split(add(repetition.of(), at, free), to);
            }
        }
        for (int i = 0; i < repetition.min(); i++) {
            at = add(repetition.of(), at, free);
        }
        return at;
    }
}
