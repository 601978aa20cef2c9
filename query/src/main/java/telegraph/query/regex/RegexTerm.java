package telegraph.query.regex;

import java.util.List;

/// A regular expression as it is written, and the language that it stands for.
///
/// Threads: any.
sealed interface RegexTerm {
    /// Nothing, which matches anywhere.
    RegexTerm EMPTY = new Sequence(List.of());

    /// No limit to how often something is repeated.
    int NO_LIMIT = Integer.MAX_VALUE;

    /// One character of a set.
    record Letter(CodePoints of) implements RegexTerm {}

    record Sequence(List<RegexTerm> terms) implements RegexTerm {}

    record Choice(List<RegexTerm> terms) implements RegexTerm {}

    /// @param longest whether it prefers the longest match, or the shortest; null if neither
    record Repetition(RegexTerm of, int min, int max, Boolean longest) implements RegexTerm {}

    /// @param number from one, or zero if it captures nothing
    record Group(RegexTerm of, int number) implements RegexTerm {}

    /// What a group has matched before.
    record Reference(Group to) implements RegexTerm {}

    /// A condition on a place in the text, which can stand in no group of its own and has no
    /// quantifier.
    record Constraint(RegexTerm of) implements RegexTerm {}

    /// That a character of a set is before a place, or behind it, or that the text has an end
    /// there.
    record Beside(boolean ahead, CodePoints of, boolean orEnd) implements RegexTerm {}

    /// That something matches from a place on, or up to it.
    record Look(boolean ahead, boolean negated, RegexTerm at) implements RegexTerm {}

    static RegexTerm sequence(List<RegexTerm> terms) {
        return terms.size() == 1 ? terms.getFirst() : new Sequence(List.copyOf(terms));
    }
}
