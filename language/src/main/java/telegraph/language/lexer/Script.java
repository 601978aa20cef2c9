package telegraph.language.lexer;

import java.util.ArrayList;
import java.util.List;

/// A script cut into tokens, and those into statements at the semicolons.
public record Script(String text, Lines lines, List<Token> tokens, List<Lexer.Comment> comments) {
    public static Script of(String text) {
        Lexer.Result cut = Lexer.cut(text);
        return new Script(text, new Lines(text), cut.tokens(), cut.comments());
    }

    /// The tokens of each statement, without the semicolon; statements without any are left out.
    public List<List<Token>> statements() {
        List<List<Token>> statements = new ArrayList<>();
        List<Token> current = new ArrayList<>();
        for (Token token : tokens) {
            if (token.isSign(";") || token.kind() == Token.Kind.END) {
                if (!current.isEmpty()) {
                    statements.add(current);
                    current = new ArrayList<>();
                }
            } else {
                current.add(token);
            }
        }
        return statements;
    }

    /// Tokens of a statement to read, with an END after the last.
    public Tokens reading(List<Token> statement) {
        List<Token> all = new ArrayList<>(statement);
        int end = statement.getLast().end();
        all.add(new Token(Token.Kind.END, end, end, ""));
        return new Tokens(text, lines, all);
    }

    /// The statement as written, from its first token to its last.
    public String source(List<Token> statement) {
        return text.substring(statement.getFirst().start(), statement.getLast().end());
    }

    /// Whether nothing is begun and not ended.
    public boolean isComplete() {
        int last = tokens.size() - 2;
        return last < 0 || tokens.get(last).isSign(";");
    }
}
