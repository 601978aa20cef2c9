package telegraph.sql.statement;

/// A piece of a script that means something: not white space, not a comment.
///
/// @param start offset of its first character in the script
/// @param end offset after its last
/// @param value what it says: of a string or quoted name the characters inside, else the text
record Token(Kind kind, int start, int end, String value) {
    enum Kind {
        /// A keyword or a name without quotes.
        WORD,
        /// A name in double quotes.
        QUOTED,
        /// `'…'` or `$$…$$`.
        STRING,
        /// `E'…'`, whose backslashes are resolved in the value.
        ESCAPED,
        NUMBER,
        /// Punctuation and operators.
        SIGN,
        /// Something whose end is missing; always the last. The value says what.
        UNFINISHED,
        /// The end of the script or statement.
        END
    }

    boolean is(String word) {
        return kind == Kind.WORD && value.equalsIgnoreCase(word);
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && value.equals(sign);
    }

    boolean isString() {
        return kind == Kind.STRING || kind == Kind.ESCAPED;
    }

    boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }
}
