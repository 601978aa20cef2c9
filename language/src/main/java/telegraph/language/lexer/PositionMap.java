package telegraph.language.lexer;

import java.util.ArrayList;
import java.util.List;

/// Leads from places in a rewritten query back to the script it stands in.
///
/// ```
/// script      SELECT a FROM  'x.csv'  JOIN read_csv('y.csv', header => true)  USING (a)
/// rewritten   SELECT a FROM  "x.csv"  JOIN "read_csv('y.csv')"                USING (a)
/// pieces      ^copied        ^replaced ^copied ^replaced                      ^copied
/// ```
///
/// A place in a copied piece moves along with it; every place in a replaced piece leads to the
/// start of what was replaced.
///
/// Threads: any; immutable.
public final class PositionMap {
    private record Piece(int rewritten, int original, boolean copied) {}

    private final Lines rewritten;
    private final Lines script;
    private final List<Piece> pieces;

    private PositionMap(Lines rewritten, Lines script, List<Piece> pieces) {
        this.rewritten = rewritten;
        this.script = script;
        this.pieces = List.copyOf(pieces);
    }

    /// The place in the script for a line and column of the rewritten text.
    public Position original(int line, int column) {
        int offset = rewritten.offset(line, column);
        int low = 0;
        int high = pieces.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pieces.get(middle).rewritten <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Piece piece = pieces.get(low);
        return script.position(
                piece.copied ? piece.original + offset - piece.rewritten : piece.original);
    }

    /// Writes a rewritten text piece by piece and keeps the map of it.
    public static final class Writer {
        private final String source;
        private final Lines script;
        private final StringBuilder text = new StringBuilder();
        private final List<Piece> pieces = new ArrayList<>();

        public Writer(String source, Lines script) {
            this.source = source;
            this.script = script;
        }

        public void copy(int start, int end) {
            if (start < end) {
                pieces.add(new Piece(text.length(), start, true));
                text.append(source, start, end);
            }
        }

        public void replace(int start, String replacement) {
            if (!replacement.isEmpty()) {
                pieces.add(new Piece(text.length(), start, false));
                text.append(replacement);
            }
        }

        public String text() {
            return text.toString();
        }

        public PositionMap map() {
            if (pieces.isEmpty()) {
                pieces.add(new Piece(0, 0, false));
            }
            return new PositionMap(new Lines(text()), script, pieces);
        }
    }
}
