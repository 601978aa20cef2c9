package telegraph.query.regex;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// The automata of one expression, which have their room together.
///
/// Threads: one.
final class Automata {
    /// Bytes of states that are kept; all are forgotten once there are more.
    private static final int KEPT_MAX = 1 << 20;

    private final Palette palette;
    private final List<Dfa> dfas = new ArrayList<>();
    private final Map<RegexTerm.Look, Lookaround> looks = new IdentityHashMap<>();
    private int states;
    private int kept;

    Automata(Palette palette) {
        this.palette = palette;
    }

    Palette palette() {
        return palette;
    }

    Dfa of(RegexTerm term) {
        return made(term, false);
    }

    /// One for matches that begin anywhere.
    Dfa searching(RegexTerm term) {
        return made(term, true);
    }

    private Dfa made(RegexTerm term, boolean searching) {
        Dfa dfa = new Dfa(this, new Automaton(this, term), searching);
        dfas.add(dfa);
        return dfa;
    }

    Lookaround of(RegexTerm.Look look) {
        Lookaround known = looks.get(look);
        if (known == null) {
            known = new Lookaround(look, look.ahead() ? of(look.at()) : searching(look.at()));
            looks.put(look, known);
        }
        return known;
    }

    /// Counts a state of a nondeterministic automaton.
    void demandState() {
        if (++states > Automaton.STATES_MAX) {
            throw new TooComplex();
        }
    }

    /// Counts a state of a deterministic one.
    void keep(int bytes) {
        kept += bytes;
        if (kept > KEPT_MAX) {
            kept = bytes;
            dfas.forEach(Dfa::forget);
        }
    }
}
