package telegraph.query.regex;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// A node of the tree along which a match is dissected into groups.
///
/// A plain part has nothing of interest within, so that its language says all.
///
/// Threads: those of its [Regex].
final class Part {
    /// What is preferred of several matches, and what is within.
    static final int LONGEST = 1;

    static final int SHORTEST = 2;
    static final int MIXED = 4;
    static final int CAPTURES = 8;
    static final int REFERS = 16;

    /// Places and ends for which room is kept from one match to the next.
    private static final int KEPT_MAX = 1 << 14;

    enum Kind {
        PLAIN,
        REFERENCE,
        CONCATENATION,
        ALTERNATION,
        ITERATION,
        WRAPPER
    }

    Kind kind;
    int traits;
    RegexTerm language;
    List<Part> parts = List.of();

    /// The group that it is, or zero; whether a reference asks for it.
    int group;

    boolean referred;

    /// The group that it refers to, and how often that or its only part comes.
    int to;

    int min = 1;
    int max = 1;

    private Dfa dfa;

    /// Where each round of an iteration ends, from one on.
    private int[] ends = new int[4];

    /// Where the first of two parts may end.
    private BitSet middles = new BitSet();

    Part(Kind kind, int traits, RegexTerm language) {
        this.kind = kind;
        this.traits = traits;
        this.language = language;
    }

    int end(int round) {
        return ends[round];
    }

    void end(int round, int at) {
        if (round == ends.length) {
            ends = Arrays.copyOf(ends, round * 2);
        } else if (round == 0 && ends.length > KEPT_MAX) {
            ends = new int[4];
        }
        ends[round] = at;
    }

    boolean isShortest() {
        return (traits & SHORTEST) != 0;
    }

    /// An empty set for where the first of two parts may end, counted from its start.
    BitSet middles() {
        if (middles.size() > KEPT_MAX) {
            middles = new BitSet();
        }
        middles.clear();
        return middles;
    }

    /// The automaton of its language.
    Dfa dfa(Automata automata) {
        if (dfa == null) {
            dfa = automata.of(language);
        }
        return dfa;
    }

    /// What the traits of parts make of the whole above them.
    static int up(int traits) {
        boolean clash = (traits & LONGEST) != 0 && (traits & SHORTEST) != 0;
        return traits & (MIXED | CAPTURES | REFERS) | (clash ? MIXED : 0);
    }

    static boolean isMessy(int traits) {
        return (traits & (MIXED | CAPTURES | REFERS)) != 0;
    }

    static int preference(int traits) {
        return traits & (LONGEST | SHORTEST);
    }

    /// The traits of one thing after another: the first that prefers something decides.
    static int combine(int first, int second) {
        int preference = preference(first);
        return up(first | second) | (preference != 0 ? preference : preference(second));
    }
}
