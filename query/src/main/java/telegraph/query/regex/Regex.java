package telegraph.query.regex;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// A regular expression as PostgreSQL understands it, and a text that it is looked for in.
///
/// 1. The match is the leftmost; of those the longest or the shortest, as the whole prefers.
/// 2. To find it takes steps in proportion to the text for each place where it may begin.
///    References to groups make it more; what is too much is refused.
/// 3. Room is kept from one text to the next: in the common case a text costs no garbage.
///
/// Source: the manual of PostgreSQL 15, 9.7.3; the library of Henry Spencer in it. Threads: one.
public final class Regex {
    private static final String FLAGS = "cgimnpqstwx";

    private final Part plan;
    private final Dfa search;
    private final Automata automata;
    private final Subject subject;
    private final Dissection dissection;
    private final int groups;
    private final boolean refers;

    private int from;

    private Regex(Parser.Parsed parsed, boolean captures) {
        this.plan = PartPlanner.plan(parsed.term(), captures);
        this.groups = parsed.groups();
        Palette palette = new Palette(parsed.term());
        this.automata = new Automata(palette);
        this.search = automata.searching(parsed.term());
        this.subject = new Subject(palette);
        this.dissection = new Dissection(automata, subject, groups, parsed.options().anyCase());
        this.refers = (plan.traits & Part.REFERS) != 0;
    }

    /// @param flags letters as in `regexp_replace`
    /// @param captures whether groups are asked for
    /// @throws TelegraphException if the expression is none, or a flag unknown
    public static Regex compile(String regex, String flags, boolean captures) {
        for (int i = 0; i < flags.length(); i++) {
            if (FLAGS.indexOf(flags.charAt(i)) < 0) {
                throw TelegraphException.input(
                        "a regular expression has the flags c, g, i, m, n, p, q, s, t, w, x: found="
                                + flags.charAt(i));
            }
        }
        try {
            return new Regex(Parser.parse(regex, flags.replace("g", "")), captures);
        } catch (TooComplex e) {
            throw tooComplex(e);
        }
    }

    private static TelegraphException tooComplex(TooComplex cause) {
        return TelegraphException.of(
                SqlState.INVALID_REGULAR_EXPRESSION,
                "invalid regular expression: regular expression is too complex: its groups and"
                        + " repetitions make more states than there may be",
                cause);
    }

    /// How many groups it has.
    public int groups() {
        return groups;
    }

    /// Whether it matches anywhere in a text.
    public boolean matches(String text) {
        over(text);
        try {
            return refers ? find() : search.search(subject, 0) >= 0;
        } finally {
            subject.unload();
        }
    }

    /// Takes another text, to find its matches from the beginning.
    public void over(String text) {
        over(text, 0);
    }

    /// The same from so many characters on.
    public void over(String text, int skipped) {
        subject.load(text);
        from = skipped;
    }

    /// Lets the text go.
    public void release() {
        subject.unload();
    }

    /// Finds the next match, which begins behind the last, and one character later if that was
    /// empty.
    ///
    /// @throws TelegraphException if that takes too long
    public boolean find() {
        if (from > subject.length()) {
            return false;
        }
        boolean found;
        try {
            found = refers ? findReferring() : findPlain();
        } catch (TooComplex e) {
            throw tooComplex(e);
        }
        if (found) {
            int end = dissection.end(0);
            from = dissection.start(0) == end ? end + 1 : end;
        } else {
            from = subject.length() + 1;
        }
        return found;
    }

    /// Where the match starts in the text, or what a group stands for; -1 if that is nothing.
    public int start(int group) {
        return offset(dissection.start(group));
    }

    public int end(int group) {
        return offset(dissection.end(group));
    }

    private int offset(int place) {
        return place < 0 ? -1 : subject.offset(place);
    }

    private boolean findPlain() {
        int close = search.search(subject, from);
        if (close < 0) {
            return false;
        }
        Dfa dfa = plan.dfa(automata);
        for (int begin = search.cold(); begin <= close; begin++) {
            int end = end(dfa, begin, begin, subject.length());
            if (end >= 0) {
                dissection.clear();
                if (plan.kind != Part.Kind.PLAIN || plan.group > 0) {
                    if (!dissection.fits(plan, begin, end)) {
                        throw new IllegalStateException(
                                "a match without references has parts: begin=" + begin);
                    }
                }
                dissection.set(0, begin, end);
                return true;
            }
        }
        throw new IllegalStateException("a match that was found begins somewhere: end=" + close);
    }

    /// With references: an automaton knows less than the parts, so each end is tried.
    private boolean findReferring() {
        Dfa dfa = plan.dfa(automata);
        int close = from;
        do {
            close = search.search(subject, close);
            if (close < 0) {
                return false;
            }
            for (int begin = search.cold(); begin <= close; begin++) {
                if (findAt(dfa, begin)) {
                    return true;
                }
            }
            close++;
        } while (close < subject.length());
        return false;
    }

    private boolean findAt(Dfa dfa, int begin) {
        int least = begin;
        int stop = subject.length();
        while (least <= stop) {
            int end = end(dfa, begin, least, stop);
            if (end < 0) {
                return false;
            }
            dissection.clear();
            if (dissection.fits(plan, begin, end)) {
                dissection.set(0, begin, end);
                return true;
            }
            if (plan.isShortest()) {
                least = end + 1;
            } else {
                stop = end - 1;
            }
        }
        return false;
    }

    private int end(Dfa dfa, int begin, int least, int stop) {
        return plan.isShortest()
                ? dfa.shortest(subject, begin, least, stop)
                : dfa.longest(subject, begin, stop);
    }
}
