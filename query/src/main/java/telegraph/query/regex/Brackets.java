package telegraph.query.regex;

import telegraph.ground.TelegraphException;

/// A set of characters in brackets.
///
/// Source: the manual of PostgreSQL 15, 9.7.3.2. Threads: one.
final class Brackets {
    /// Of so many characters the other case is looked for.
    private static final int CASES_MAX = 100_000;

    private final Letters letters;
    private final RegexOptions options;
    private final CodePoints.Builder points = new CodePoints.Builder();

    Brackets(Letters letters, RegexOptions options) {
        this.letters = letters;
        this.options = options;
    }

    /// Reads what comes after the opening bracket, and the closing one.
    CodePoints read() {
        boolean others = letters.eat('^');
        part(true);
        while (!letters.eat(']')) {
            part(false);
        }
        if (!others) {
            return points.build();
        }
        if (options.dotsStop()) {
            points.add('\n');
        }
        return points.build().complement();
    }

    /// Reads a character, a range or a class.
    private void part(boolean first) {
        if (letters.sees("[:")) {
            points.add(named());
        } else if (letters.sees("[=")) {
            add(collating('='));
        } else if (letters.sees("[.")) {
            range(collating('.'));
        } else if (letters.eat('\\')) {
            switch (letters.escape(0)) {
                case Letters.Escape.Plain(int point) -> range(point);
                case Letters.Escape.Named(CharacterClass which, boolean others) -> {
                    CodePoints of = which.points(options.anyCase());
                    points.add(others ? of.complement() : of);
                }
                case Letters.Escape.Place _, Letters.Escape.Back _ -> throw letters.wrongEscape();
            }
        } else {
            boolean dashes = letters.peek() == '-' && letters.peek(1) != ']' && !first;
            if (dashes) {
                throw wrongRange();
            }
            range(plain());
        }
    }

    private void range(int start) {
        boolean alone = letters.peek() != '-' || letters.peek(1) == ']';
        if (alone) {
            add(start);
            return;
        }
        letters.next();
        if (letters.sees("[.")) {
            add(start, collating('.'));
        } else if (letters.sees("[:") || letters.sees("[=") || letters.peek() == ']') {
            throw wrongRange();
        } else if (letters.eat('\\')) {
            if (!(letters.escape(0) instanceof Letters.Escape.Plain(int point))) {
                throw wrongRange();
            }
            add(start, point);
        } else {
            add(start, plain());
        }
    }

    private int plain() {
        if (letters.atEnd()) {
            throw unbalanced();
        }
        return letters.next();
    }

    private void add(int point) {
        if (options.anyCase()) {
            points.add(anyCase(point));
        } else {
            points.add(point);
        }
    }

    private void add(int first, int last) {
        if (first > last) {
            throw wrongRange();
        }
        points.add(first, last);
        if (!options.anyCase()) {
            return;
        }
        if ((long) last - first >= CASES_MAX) {
            throw letters.wrong("regular expression is too complex");
        }
        for (int point = first; point <= last; point++) {
            points.add(Character.toLowerCase(point)).add(Character.toUpperCase(point));
        }
    }

    /// A letter in both cases.
    static CodePoints anyCase(int point) {
        return new CodePoints.Builder()
                .add(Character.toLowerCase(point))
                .add(Character.toUpperCase(point))
                .build();
    }

    private CodePoints named() {
        String name = inner(':');
        return CharacterClass.named(name)
                .orElseThrow(() -> letters.wrong("invalid character class"))
                .points(options.anyCase());
    }

    private int collating(char mark) {
        String name = inner(mark);
        if (name.isEmpty()) {
            throw letters.wrong("invalid collating element");
        }
        if (name.codePointCount(0, name.length()) > 1) {
            throw letters.unsupported("the name of a character, [" + mark + name + mark + "]");
        }
        return name.codePointAt(0);
    }

    private String inner(char mark) {
        letters.next();
        letters.next();
        StringBuilder name = new StringBuilder();
        while (!letters.eat(mark + "]")) {
            if (letters.atEnd()) {
                throw unbalanced();
            }
            name.appendCodePoint(letters.next());
        }
        return name.toString();
    }

    private TelegraphException unbalanced() {
        return letters.wrong("brackets [] not balanced");
    }

    private TelegraphException wrongRange() {
        return letters.wrong("invalid character range");
    }
}
