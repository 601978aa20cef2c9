package telegraph.language;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Quotes;
import telegraph.language.lexer.Token;

/// The names in the text of an expression or query.
public final class Mentions {
    private Mentions() {}

    /// All names, in lower case; keywords and functions are among them.
    public static Set<String> names(String text) {
        Set<String> names = new TreeSet<>();
        for (Token token : Lexer.cut(text).tokens()) {
            if (token.isName()) {
                names.add(token.value().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /// The text with another name in the place of one, except where that is called as a function.
    public static String renamed(String text, String before, String after) {
        StringBuilder renamed = new StringBuilder();
        List<Token> tokens = Lexer.cut(text).tokens();
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean called = token.kind() == Token.Kind.WORD && tokens.get(i + 1).isSign("(");
            if (token.isName() && token.value().equalsIgnoreCase(before) && !called) {
                renamed.append(text, copied, token.start()).append(Quotes.name(after));
                copied = token.end();
            }
        }
        return renamed.append(text.substring(copied)).toString();
    }
}
