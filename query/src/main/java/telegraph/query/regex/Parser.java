package telegraph.query.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.TelegraphException;

/// Reads an advanced regular expression as PostgreSQL does.
///
/// ```text
/// choice   = sequence { "|" sequence }
/// sequence = { constraint | atom [ quantifier ] }
/// ```
///
/// Source: the manual of PostgreSQL 15, 9.7.3. Threads: one.
final class Parser {
    private static final String DIRECTOR = "***";
    private static final int REPEAT_MAX = 255;

    /// Groups within groups, and groups of all.
    private static final int DEPTH_MAX = 200;

    private static final int GROUPS_MAX = 400;

    private final Letters letters;

    /// The groups that are closed, by number; what is opened is null.
    private final List<RegexTerm.Group> groups =
            new ArrayList<>(List.of(new RegexTerm.Group(null, 0)));

    private RegexOptions options;
    private int depth;
    private boolean looking;

    private Parser(String regex, RegexOptions options) {
        this.letters = new Letters(regex);
        this.options = options;
    }

    /// @param groups how many there are
    record Parsed(RegexTerm term, int groups, RegexOptions options) {}

    /// @param flags letters that [RegexOptions] know
    static Parsed parse(String regex, String flags) {
        RegexOptions options = RegexOptions.NONE;
        for (int i = 0; i < flags.length(); i++) {
            options = options.with(flags.charAt(i));
        }
        Parser parser = new Parser(regex, options);
        if (options.literal() && (options.expanded() || options.dotsStop() || options.byLines())) {
            throw parser.letters.wrong("invalid argument to regex function");
        }
        parser.prefixes();
        RegexTerm term = parser.options.literal() ? parser.literal() : parser.choice(false);
        return new Parsed(term, parser.groups.size() - 1, parser.options);
    }

    /// What stands at the beginning only: `***=`, `***:` and `(?letters)`.
    private void prefixes() {
        if (options.literal()) {
            return;
        }
        if (letters.eat(DIRECTOR + "=")) {
            options = options.quoted();
            return;
        }
        if (letters.sees(DIRECTOR + "?")) {
            throw letters.wrong("invalid regexp (reg version 0.8)");
        }
        if (!letters.eat(DIRECTOR + ":") && letters.sees(DIRECTOR)) {
            throw letters.wrong("quantifier operand invalid");
        }
        if (!letters.sees("(?") || !Letters.isLetter(letters.peek(2))) {
            return;
        }
        letters.eat("(?");
        while (Letters.isLetter(letters.peek())) {
            char letter = (char) letters.next();
            if (letter == 'b' || letter == 'e') {
                throw letters.unsupported(
                        "basic and extended regular expressions, (?" + letter + ")");
            }
            options = options.with(letter);
            if (options == null) {
                throw letters.wrong("invalid embedded option");
            }
        }
        if (!letters.eat(')')) {
            throw letters.wrong("invalid embedded option");
        }
        if (options.literal()) {
            options = options.quoted();
        }
    }

    private RegexTerm literal() {
        List<RegexTerm> terms = new ArrayList<>();
        while (!letters.atEnd()) {
            terms.add(letter(letters.next()));
        }
        return RegexTerm.sequence(terms);
    }

    /// @param inner whether a parenthesis closes it
    private RegexTerm choice(boolean inner) {
        if (++depth > DEPTH_MAX) {
            throw tooComplex();
        }
        List<RegexTerm> terms = new ArrayList<>();
        do {
            terms.add(branch());
        } while (letters.eat('|'));
        boolean closed = letters.eat(')');
        if (closed != inner) {
            throw letters.wrong("parentheses () not balanced");
        }
        depth--;
        return terms.size() == 1 ? terms.getFirst() : new RegexTerm.Choice(List.copyOf(terms));
    }

    private RegexTerm branch() {
        List<RegexTerm> terms = new ArrayList<>();
        skip();
        while (!letters.atEnd() && letters.peek() != '|' && letters.peek() != ')') {
            RegexTerm term = part();
            skip();
            terms.add(term instanceof RegexTerm.Constraint ? term : quantified(term));
            skip();
        }
        return new RegexTerm.Sequence(List.copyOf(terms));
    }

    /// Leaves out comments, and blanks if these mean nothing.
    private void skip() {
        boolean more = true;
        while (more) {
            blanks();
            more = letters.eat("(?#");
            if (more) {
                while (!letters.atEnd() && letters.next() != ')') {}
            }
        }
    }

    private void blanks() {
        while (options.expanded()) {
            if (letters.peek() == ' ' || letters.peek() >= '\t' && letters.peek() <= '\r') {
                letters.next();
            } else if (letters.peek() == '#') {
                while (!letters.atEnd() && letters.peek() != '\n') {
                    letters.next();
                }
            } else {
                return;
            }
        }
    }

    private RegexTerm part() {
        if (letters.eat("[[:<:]]")) {
            return wordBegins();
        }
        if (letters.eat("[[:>:]]")) {
            return wordEnds();
        }
        int c = letters.next();
        return switch (c) {
            case '^' -> new RegexTerm.Constraint(new RegexTerm.Beside(false, lineEnds(), true));
            case '$' -> new RegexTerm.Constraint(new RegexTerm.Beside(true, lineEnds(), true));
            case '*', '+', '?' -> throw letters.wrong("quantifier operand invalid");
            case '{' -> {
                if (bounds()) {
                    throw letters.wrong("quantifier operand invalid");
                }
                yield letter(c);
            }
            case '[' -> new RegexTerm.Letter(new Brackets(letters, options).read());
            case '.' ->
                    new RegexTerm.Letter(
                            options.dotsStop()
                                    ? CodePoints.of('\n').complement()
                                    : CodePoints.all());
            case '(' -> group();
            case '\\' -> escaped();
            default -> letter(c);
        };
    }

    private RegexTerm letter(int point) {
        return new RegexTerm.Letter(
                options.anyCase() ? Brackets.anyCase(point) : CodePoints.of(point));
    }

    private CodePoints lineEnds() {
        return options.byLines() ? CodePoints.of('\n') : CodePoints.NONE;
    }

    /// Whether a brace opens the bounds of a quantifier.
    private boolean bounds() {
        blanks();
        return Letters.isDigit(letters.peek());
    }

    private RegexTerm group() {
        if (!letters.eat('?')) {
            return captured();
        }
        if (letters.eat(':')) {
            return new RegexTerm.Group(choice(true), 0);
        }
        boolean behind = letters.eat('<');
        boolean negated = letters.peek() == '!';
        if (!letters.eat('=') && !letters.eat('!')) {
            throw letters.wrong("quantifier operand invalid");
        }
        boolean before = looking;
        looking = true;
        RegexTerm at = choice(true);
        looking = before;
        return new RegexTerm.Constraint(look(!behind, negated, at));
    }

    /// That one character is beside a place is known without a search of its own.
    private static RegexTerm look(boolean ahead, boolean negated, RegexTerm at) {
        Optional<CodePoints> letter = letter(at);
        return letter.isPresent()
                ? new RegexTerm.Beside(
                        ahead, negated ? letter.get().complement() : letter.get(), negated)
                : new RegexTerm.Look(ahead, negated, at);
    }

    private static Optional<CodePoints> letter(RegexTerm term) {
        return switch (term) {
            case RegexTerm.Letter(CodePoints of) -> Optional.of(of);
            case RegexTerm.Sequence(List<RegexTerm> terms) when terms.size() == 1 ->
                    letter(terms.getFirst());
            case RegexTerm.Group(RegexTerm of, _) -> letter(of);
            default -> Optional.empty();
        };
    }

    private RegexTerm captured() {
        if (looking) {
            return new RegexTerm.Group(choice(true), 0);
        }
        int number = groups.size();
        if (number > GROUPS_MAX) {
            throw tooComplex();
        }
        groups.add(null);
        RegexTerm.Group group = new RegexTerm.Group(choice(true), number);
        groups.set(number, group);
        return group;
    }

    private RegexTerm escaped() {
        return switch (letters.escape(groups.size() - 1)) {
            case Letters.Escape.Plain(int point) -> letter(point);
            case Letters.Escape.Named(CharacterClass which, boolean others) -> {
                CodePoints of = which.points(options.anyCase());
                yield new RegexTerm.Letter(others ? of.complement() : of);
            }
            case Letters.Escape.Back(int number) -> {
                if (looking || number >= groups.size() || groups.get(number) == null) {
                    throw letters.wrong("invalid backreference number");
                }
                yield new RegexTerm.Reference(groups.get(number));
            }
            case Letters.Escape.Place(char letter) -> place(letter);
        };
    }

    private RegexTerm place(char letter) {
        return switch (letter) {
            case 'A' ->
                    new RegexTerm.Constraint(new RegexTerm.Beside(false, CodePoints.NONE, true));
            case 'Z' -> new RegexTerm.Constraint(new RegexTerm.Beside(true, CodePoints.NONE, true));
            case 'm' -> wordBegins();
            case 'M' -> wordEnds();
            case 'y' ->
                    new RegexTerm.Constraint(
                            new RegexTerm.Choice(List.of(wordBegins(), wordEnds())));
            default ->
                    new RegexTerm.Constraint(
                            new RegexTerm.Choice(
                                    List.of(
                                            between(word(false), word(true)),
                                            between(noWord(false), noWord(true)))));
        };
    }

    private RegexTerm wordBegins() {
        return between(noWord(false), word(true));
    }

    private RegexTerm wordEnds() {
        return between(word(false), noWord(true));
    }

    private static RegexTerm between(RegexTerm before, RegexTerm behind) {
        return new RegexTerm.Constraint(new RegexTerm.Sequence(List.of(before, behind)));
    }

    private RegexTerm word(boolean ahead) {
        return new RegexTerm.Beside(ahead, CharacterClass.WORD.points(options.anyCase()), false);
    }

    private RegexTerm noWord(boolean ahead) {
        CodePoints word = CharacterClass.WORD.points(options.anyCase());
        return new RegexTerm.Beside(ahead, word.complement(), true);
    }

    /// An atom with the quantifier that comes next, if one does.
    private RegexTerm quantified(RegexTerm atom) {
        if (letters.eat('*')) {
            return new RegexTerm.Repetition(atom, 0, RegexTerm.NO_LIMIT, !letters.eat('?'));
        }
        if (letters.eat('+')) {
            return new RegexTerm.Repetition(atom, 1, RegexTerm.NO_LIMIT, !letters.eat('?'));
        }
        if (letters.eat('?')) {
            return new RegexTerm.Repetition(atom, 0, 1, !letters.eat('?'));
        }
        int place = letters.place();
        if (letters.eat('{') && bounds()) {
            return counted(atom);
        }
        letters.back(place);
        return atom;
    }

    private RegexTerm counted(RegexTerm atom) {
        int min = count();
        int max = min;
        boolean range = letters.eat(',');
        blanks();
        if (range) {
            max = Letters.isDigit(letters.peek()) ? count() : RegexTerm.NO_LIMIT;
        }
        if (letters.atEnd()) {
            throw letters.wrong("braces {} not balanced");
        }
        if (min > max || !letters.eat('}')) {
            throw letters.wrong("invalid repetition count(s)");
        }
        boolean longest = !letters.eat('?');
        return new RegexTerm.Repetition(atom, min, max, range ? longest : null);
    }

    private int count() {
        int count = 0;
        while (Letters.isDigit(letters.peek())) {
            count = count * 10 + letters.next() - '0';
            if (count > REPEAT_MAX) {
                throw letters.wrong("invalid repetition count(s)");
            }
            blanks();
        }
        return count;
    }

    private TelegraphException tooComplex() {
        return letters.wrong("regular expression is too complex");
    }
}
