package telegraph.query.syntax;

import org.apache.calcite.util.SourceStringReader;
import telegraph.query.value.Interrupts;

/// A statement's text as the parser reads it, some thousand characters at a time, none for an
/// interrupted thread: a long text takes seconds, and the parser itself never looks.
///
/// Threads: one.
public class HeardText extends SourceStringReader {
    private static final int PIECE = 4096;

    public HeardText(String text) {
        super(text);
    }

    @Override
    public int read(char[] to, int offset, int length) throws java.io.IOException {
        Interrupts.check();
        return super.read(to, offset, Math.min(length, PIECE));
    }
}
