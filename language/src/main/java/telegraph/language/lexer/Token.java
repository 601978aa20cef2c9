package telegraph.language.lexer;

/// A piece of a script that means something: not white space, not a comment.
///
/// Threads: any.
///
/// @param start offset of its first character in the script
/// @param end offset after its last
/// @param value what it says: of a string or quoted name the characters inside, else the text
public record Token(Kind kind, int start, int end, String value) {
    /// What a piece is.
    public enum Kind {
        /// A keyword or a name without quotes.
        WORD,
        /// A name in double quotes.
        QUOTED,
        /// `'…'` or `$$…$$`.
        STRING,
        /// `E'…'`, whose backslashes are resolved in the value.
        ESCAPED,
        /// `U&'…'`, whose escapes are not resolved in the value: UESCAPE may follow.
        UNICODE,
        NUMBER,
        /// Punctuation and operators.
        SIGN,
        /// Something whose end is missing; always the last. The value says what.
        UNFINISHED,
        /// The end of the script or statement.
        END
    }

    public boolean is(String word) {
        return kind == Kind.WORD && value.equalsIgnoreCase(word);
    }

    public boolean isSign(String sign) {
        return kind == Kind.SIGN && value.equals(sign);
    }

    public boolean isString() {
        return kind == Kind.STRING || kind == Kind.ESCAPED;
    }

    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }
}
