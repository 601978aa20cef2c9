package telegraph.language.lexer;

/// A place in a script: line and column, both from 1, the column in UTF-16 units.
public record Position(int line, int column) {
    @Override
    public String toString() {
        return line + ":" + column;
    }
}
