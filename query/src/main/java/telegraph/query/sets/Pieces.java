package telegraph.query.sets;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.query.regex.Regex;

/// What stands in a text between matches of a pattern. Matches of nothing do not count at either
/// end of the text and behind another match.
final class Pieces extends OfOperands {
    private Regex regex;
    private String pattern;
    private String flags;
    private String text;
    private int at;
    private int matched;
    private boolean left;

    /// @param operands the text, the pattern, and flags, or none
    Pieces(Expression[] operands) {
        super(operands, Type.TEXT);
    }

    @Override
    public void begin(int position) {
        left = !anyNull(position);
        if (!left) {
            return;
        }
        compile(
                (String) in[1].valueAt(position),
                in.length < 3 ? "" : (String) in[2].valueAt(position));
        text = (String) in[0].valueAt(position);
        at = 0;
        matched = 0;
        regex.over(text);
    }

    private void compile(String wanted, String wantedFlags) {
        if (wantedFlags.indexOf('g') >= 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "regexp_split_to_table() does not support the \"global\" option");
        }
        if (!wanted.equals(pattern) || !wantedFlags.equals(flags)) {
            regex = Regex.compile(wanted, wantedFlags, false);
            pattern = wanted;
            flags = wantedFlags;
        }
    }

    @Override
    public int fill(Vector to, int first, int most) {
        int filled = 0;
        while (left && filled < most) {
            boolean found = next();
            int until = found ? regex.start(0) : text.length();
            byte[] piece = text.substring(at, until).getBytes(StandardCharsets.UTF_8);
            to.nulls[first + filled] = false;
            to.segments[first + filled] = MemorySegment.ofArray(piece);
            to.offsets[first + filled] = 0;
            to.lengths[first + filled] = piece.length;
            filled++;
            left = found;
            if (found) {
                at = regex.end(0);
            } else {
                regex.release();
            }
        }
        return filled;
    }

    /// Goes to the next match that counts.
    private boolean next() {
        while (regex.find()) {
            int before = matched;
            matched = regex.end(0);
            if (regex.start(0) < text.length() && matched > before) {
                return true;
            }
        }
        return false;
    }

    @Override
    SetFunction over(Expression[] others) {
        return new Pieces(others);
    }
}
