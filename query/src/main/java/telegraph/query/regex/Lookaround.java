package telegraph.query.regex;

/// A look ahead or back from places of a text.
///
/// A look back goes on where the one before ended, if that was no later in the same text.
///
/// Threads: one.
final class Lookaround {
    private final boolean ahead;
    private final boolean negated;
    private final Dfa dfa;
    private long text;
    private int place;
    private Dfa.State state;

    Lookaround(RegexTerm.Look look, Dfa dfa) {
        this.ahead = look.ahead();
        this.negated = look.negated();
        this.dfa = dfa;
    }

    boolean holds(Subject subject, int at) {
        return (ahead ? dfa.shortest(subject, at, at, subject.length()) >= 0 : back(subject, at))
                != negated;
    }

    private boolean back(Subject subject, int at) {
        if (state == null || text != subject.number() || place > at) {
            text = subject.number();
            place = 0;
            state = dfa.start(subject, 0);
        }
        subject.spend(at - place + Subject.START);
        while (place < at) {
            state = dfa.next(state, subject, place);
            place++;
        }
        return dfa.next(state, subject, at).matched;
    }
}
