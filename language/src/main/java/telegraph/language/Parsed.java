package telegraph.language;

import telegraph.language.ast.Statement;

/// A statement with the text it was read from and its place in the script.
///
/// @param source the text without the semicolon, and without white space and comments around it
public record Parsed(Statement statement, String source, int line, int column) {}
