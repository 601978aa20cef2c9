package telegraph.query.regex;

import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/// The classes of characters that have names, as PostgreSQL has them with UTF-8 and `C.UTF-8`.
///
/// Source: the manual of PostgreSQL 15, 9.7.3.2. Threads: any.
enum CharacterClass {
    ALNUM(CharacterClass::isAlnum),
    ALPHA(point -> isAlnum(point) && !isDigit(point)),
    ASCII(point -> point < 128),
    BLANK(point -> point == ' ' || point == '\t'),
    CNTRL(point -> Character.getType(point) == Character.CONTROL),
    DIGIT(CharacterClass::isDigit),
    GRAPH(CharacterClass::isGraph),
    LOWER(point -> Character.isLowerCase(point) || isSmallInTitles(point)),
    PRINT(CharacterClass::isPrint),
    PUNCT(point -> isGraph(point) && !isAlnum(point)),
    SPACE(CharacterClass::isSpace),
    UPPER(point ->
            Character.isUpperCase(point) || Character.getType(point) == Character.TITLECASE_LETTER),
    WORD(point -> isAlnum(point) || point == '_'),
    XDIGIT(point -> isDigit(point) || point >= 'A' && point <= 'F' || point >= 'a' && point <= 'f');

    private final IntPredicate holds;

    /// The set, made once somebody asks; made twice it is the same.
    private volatile CodePoints points;

    CharacterClass(IntPredicate holds) {
        this.holds = holds;
    }

    static Optional<CharacterClass> named(String name) {
        for (CharacterClass each : values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /// @param anyCase whether a letter in one case is one in the other
    CodePoints points(boolean anyCase) {
        boolean either = anyCase && (this == LOWER || this == UPPER);
        return (either ? ALPHA : this).points();
    }

    private CodePoints points() {
        CodePoints known = points;
        if (known == null) {
            known = CodePoints.where(holds);
            points = known;
        }
        return known;
    }

    private static boolean isDigit(int point) {
        return point >= '0' && point <= '9';
    }

    private static boolean isAlnum(int point) {
        return Character.isAlphabetic(point)
                || Character.getType(point) == Character.DECIMAL_DIGIT_NUMBER;
    }

    private static boolean isGraph(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.UNASSIGNED, Character.SURROGATE -> false;
            case Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    point == 0xA0 || point == 0x2007 || point == 0x202F;
            default -> true;
        };
    }

    private static boolean isPrint(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.UNASSIGNED,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    private static boolean isSpace(int point) {
        return point >= '\t' && point <= '\r'
                || point == ' '
                || point == 0x1680
                || point >= 0x2000 && point <= 0x200A && point != 0x2007
                || point == 0x2028
                || point == 0x2029
                || point == 0x205F
                || point == 0x3000;
    }

    /// Letters of two signs of which the first is great.
    private static boolean isSmallInTitles(int point) {
        return point == 0x1C5 || point == 0x1C8 || point == 0x1CB || point == 0x1F2;
    }
}
