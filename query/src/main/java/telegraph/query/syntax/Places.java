package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Span;
import telegraph.language.lexer.Lines;
import telegraph.language.lexer.Position;

/// Where the parts of a query stand in the script, as Calcite has it.
///
/// @param lines of the script
public record Places(Lines lines) {
    /// Where Calcite has found something.
    public static Position position(SqlParserPos at) {
        return new Position(at.getLineNum(), at.getColumnNum());
    }

    SqlParserPos of(Span at) {
        Position start = lines.position(at.start());
        Position end = lines.position(Math.max(at.start(), at.end() - 1));
        return new SqlParserPos(start.line(), start.column(), end.line(), end.column());
    }

    /// A name. As its parts are never the names of functions that need no parentheses, Calcite is
    /// told that they stand in quotes.
    SqlIdentifier name(List<Identifier> parts) {
        List<SqlParserPos> places = new ArrayList<>(parts.size());
        parts.forEach(part -> places.add(of(part.at()).withQuoting(true)));
        Span whole = new Span(parts.getFirst().at().start(), parts.getLast().at().end());
        return new SqlIdentifier(Identifier.names(parts), null, of(whole), places);
    }

    SqlIdentifier name(Identifier part) {
        return name(List.of(part));
    }

    /// Line and column, for messages.
    String text(Span at) {
        return lines.position(at.start()).toString();
    }
}
