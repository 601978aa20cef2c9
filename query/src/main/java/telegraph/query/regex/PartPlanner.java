package telegraph.query.regex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Makes the tree of parts of an expression.
///
/// Which part prefers the longest match and which the shortest is as the manual has it: an atom has
/// no preference, a quantifier that of its kind, a sequence that of the first part which has one, a
/// choice the longest. What follows within a sequence whose preference is the same, and holds no
/// group, is one plain part; it is cut where a group stands or the preference turns.
///
/// Source: the manual of PostgreSQL 15, 9.7.3.5; the library of Henry Spencer that it describes,
/// whose cuts decide what a group stands for if preferences are mixed. Threads: one.
final class PartPlanner {
    /// Cuts of sequences, as deep as the tree may be.
    private static final int CUTS_MAX = 500;

    private final Map<Integer, Part> groups = new HashMap<>();
    private int cuts;

    private PartPlanner() {}

    /// @param captures whether somebody asks for groups; if not, only those that are referred to
    ///   count
    static Part plan(RegexTerm term, boolean captures) {
        Part plan = new PartPlanner().of(term);
        if (!captures) {
            withoutGroups(plan);
        }
        return plan;
    }

    private Part of(RegexTerm term) {
        return switch (term) {
            case RegexTerm.Choice choice -> choice(choice);
            case RegexTerm.Sequence sequence -> branch(sequence.terms(), 0);
            default -> branch(List.of(term), 0);
        };
    }

    private Part choice(RegexTerm.Choice choice) {
        Part made = new Part(Part.Kind.ALTERNATION, Part.LONGEST, choice);
        List<Part> parts = new ArrayList<>();
        for (RegexTerm term : choice.terms()) {
            Part part = of(term);
            parts.add(part);
            made.traits |= Part.up(made.traits | part.traits);
        }
        if (Part.isMessy(made.traits)) {
            made.parts = parts;
        } else {
            made.kind = Part.Kind.PLAIN;
        }
        return made;
    }

    /// A sequence from one of its terms on: what is plain before the first that is not, this, and
    /// the rest.
    private Part branch(List<RegexTerm> terms, int from) {
        int traits = 0;
        for (int i = from; i < terms.size(); i++) {
            RegexTerm term = terms.get(i);
            if (term instanceof RegexTerm.Constraint) {
                continue;
            }
            Atom atom = atom(term);
            if (atom.max == 0) {
                continue;
            }
            int all = traits | atom.preference | atom.traits();
            if (!atom.captures && !atom.refers && !Part.isMessy(Part.up(all))) {
                traits = all;
                continue;
            }
            return cut(terms, from, i, traits, atom);
        }
        return new Part(Part.Kind.PLAIN, traits, between(terms, from, terms.size()));
    }

    private Part cut(List<RegexTerm> terms, int from, int at, int traits, Atom atom) {
        if (++cuts > CUTS_MAX) {
            throw new TooComplex();
        }
        RegexTerm whole = between(terms, from, terms.size());
        Part middle = repeated(atom, terms.get(at));
        int before = Part.combine(atom.preference, atom.part().traits);
        if (at + 1 == terms.size()) {
            if (at == from) {
                return middle;
            }
            return pair(
                    traits | Part.combine(traits, middle.traits),
                    whole,
                    plain(traits, terms, from, at),
                    middle);
        }
        Part rest = branch(terms, at + 1);
        int behind = before | Part.combine(before, rest.traits);
        int both = traits | Part.combine(traits, behind);
        if (at == from) {
            return pair(both, whole, middle, rest);
        }
        RegexTerm tail = between(terms, at, terms.size());
        boolean plain =
                middle.kind == Part.Kind.PLAIN
                        && rest.kind == Part.Kind.PLAIN
                        && !Part.isMessy(Part.up(middle.traits | rest.traits));
        Part joined =
                plain
                        ? new Part(Part.Kind.PLAIN, Part.combine(middle.traits, rest.traits), tail)
                        : pair(behind, tail, middle, rest);
        return pair(both, whole, plain(traits, terms, from, at), joined);
    }

    private static Part plain(int traits, List<RegexTerm> terms, int from, int to) {
        return new Part(Part.Kind.PLAIN, traits, between(terms, from, to));
    }

    private static RegexTerm between(List<RegexTerm> terms, int from, int to) {
        return RegexTerm.sequence(terms.subList(from, to));
    }

    private static Part pair(int traits, RegexTerm language, Part left, Part right) {
        Part made = new Part(Part.Kind.CONCATENATION, traits, language);
        made.parts = List.of(left, right);
        return made;
    }

    /// What may be repeated, and how often.
    ///
    /// @param known its tree, or null if it is one character
    private record Atom(
            RegexTerm term,
            Part known,
            boolean captures,
            boolean refers,
            int min,
            int max,
            int preference) {
        int traits() {
            return known == null ? 0 : known.traits;
        }

        Part part() {
            return known == null ? new Part(Part.Kind.PLAIN, 0, term) : known;
        }
    }

    private Atom atom(RegexTerm term) {
        if (term instanceof RegexTerm.Repetition(RegexTerm of, int min, int max, Boolean longest)) {
            int preference = longest == null ? 0 : longest ? Part.LONGEST : Part.SHORTEST;
            return atom(of, min, max, preference);
        }
        return atom(term, 1, 1, 0);
    }

    private Atom atom(RegexTerm term, int min, int max, int preference) {
        return switch (term) {
            case RegexTerm.Group(RegexTerm of, int number) -> {
                Part part = of(of);
                yield new Atom(
                        term,
                        number == 0 ? part : captured(part, number),
                        number != 0,
                        false,
                        min,
                        max,
                        preference);
            }
            case RegexTerm.Reference(RegexTerm.Group to) -> {
                Part part = new Part(Part.Kind.REFERENCE, Part.REFERS, term);
                part.to = to.number();
                groups.get(to.number()).referred = true;
                yield new Atom(term, part, false, true, min, max, preference);
            }
            default -> new Atom(term, null, false, false, min, max, preference);
        };
    }

    private Part captured(Part part, int number) {
        Part captured = part;
        if (part.group != 0) {
            captured = new Part(Part.Kind.WRAPPER, part.traits, part.language);
            captured.parts = List.of(part);
        }
        captured.traits |= Part.CAPTURES;
        captured.group = number;
        groups.put(number, captured);
        return captured;
    }

    /// @param written the atom with its quantifier
    private static Part repeated(Atom atom, RegexTerm written) {
        Part part = atom.part();
        int traits = Part.combine(atom.preference, part.traits);
        if (atom.refers) {
            part.language = written;
            part.min = atom.min;
            part.max = atom.max;
            part.traits |= traits;
            return part;
        }
        int own = part.traits & (Part.LONGEST | Part.SHORTEST | Part.MIXED);
        boolean once = atom.min == 1 && atom.max == 1;
        if (once && (atom.preference == 0 || own == 0 || atom.preference == own)) {
            return part;
        }
        if ((part.traits & (Part.CAPTURES | Part.REFERS)) == 0) {
            return new Part(Part.Kind.PLAIN, traits, written);
        }
        if (atom.min > 0 && (part.traits & Part.REFERS) == 0) {
            // x{m,n} is x{m-1,n-1}x, as a group stands for what its last round has matched.
            int max = atom.max == RegexTerm.NO_LIMIT ? RegexTerm.NO_LIMIT : atom.max - 1;
            RegexTerm rounds = new RegexTerm.Repetition(part.language, atom.min - 1, max, null);
            Part before = new Part(Part.Kind.PLAIN, Part.preference(traits), rounds);
            return pair(
                    traits, new RegexTerm.Sequence(List.of(rounds, part.language)), before, part);
        }
        Part made = new Part(Part.Kind.ITERATION, traits, written);
        made.min = atom.min;
        made.max = atom.max;
        made.parts = List.of(part);
        return made;
    }

    /// Takes groups that nobody asks for out of a tree.
    private static void withoutGroups(Part part) {
        if (!part.referred) {
            part.group = 0;
            part.traits &= ~Part.CAPTURES;
        }
        for (Part inner : part.parts) {
            withoutGroups(inner);
            part.traits |= inner.traits & Part.CAPTURES;
        }
        if ((part.traits & (Part.CAPTURES | Part.REFERS)) == 0) {
            part.parts = List.of();
            part.kind = Part.Kind.PLAIN;
            part.traits &= ~Part.MIXED;
        }
    }
}
