package telegraph.query.regex;

import java.util.List;

/// A regular expression as it is written, and the language that it stands for.
///
/// Threads: any.
sealed interface Term {
    /// Nothing, which matches anywhere.
    Term EMPTY = new Sequence(List.of());

    /// No limit to how often something is repeated.
    int NO_LIMIT = Integer.MAX_VALUE;

    /// One character of a set.
    record Letter(CodePoints of) implements Term {}

    record Sequence(List<Term> terms) implements Term {}

    record Choice(List<Term> terms) implements Term {}

    /// @param longest whether it prefers the longest match, or the shortest; null if neither
    record Repetition(Term of, int min, int max, Boolean longest) implements Term {}

    /// @param number from one, or zero if it captures nothing
    record Group(Term of, int number) implements Term {}

    /// What a group has matched before.
    record Reference(Group to) implements Term {}

    /// A condition on a place in the text, which can stand in no group of its own and has no
    /// quantifier.
    record Constraint(Term of) implements Term {}

    /// That a character of a set is before a place, or behind it, or that the text has an end
    /// there.
    record Beside(boolean ahead, CodePoints of, boolean orEnd) implements Term {}

    /// That something matches from a place on, or up to it.
    record Look(boolean ahead, boolean negated, Term at) implements Term {}

    static Term sequence(List<Term> terms) {
        return terms.size() == 1 ? terms.getFirst() : new Sequence(List.copyOf(terms));
    }
}
