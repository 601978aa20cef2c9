package telegraph.query.sets;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.regex.Regex;
import telegraph.query.regex.Split;

/// What stands in a text between matches of a pattern: see [Split].
final class Pieces extends OfOperands {
    private Regex regex;
    private String pattern;
    private String flags;
    private Split split;

    /// @param operands the text, the pattern, and flags, or none
    Pieces(Expression[] operands) {
        super(operands, Type.TEXT);
    }

    @Override
    public void begin(int position) {
        split = null;
        if (anyNull(position)) {
            return;
        }
        compile(
                (String) in[1].valueAt(position),
                in.length < 3 ? "" : (String) in[2].valueAt(position));
        split = new Split(regex, (String) in[0].valueAt(position));
    }

    private void compile(String wanted, String wantedFlags) {
        Split.demandNotGlobal(wantedFlags, "regexp_split_to_table");
        if (!wanted.equals(pattern) || !wantedFlags.equals(flags)) {
            regex = Regex.compile(wanted, wantedFlags, false);
            pattern = wanted;
            flags = wantedFlags;
        }
    }

    @Override
    public int fill(Vector to, int first, int most) {
        int filled = 0;
        while (split != null && filled < most) {
            String next = split.next();
            if (next == null) {
                split = null;
                break;
            }
            byte[] piece = next.getBytes(StandardCharsets.UTF_8);
            to.nulls[first + filled] = false;
            to.segments[first + filled] = MemorySegment.ofArray(piece);
            to.offsets[first + filled] = 0;
            to.lengths[first + filled] = piece.length;
            filled++;
        }
        return filled;
    }

    @Override
    SetFunction over(Expression[] others) {
        return new Pieces(others);
    }
}
