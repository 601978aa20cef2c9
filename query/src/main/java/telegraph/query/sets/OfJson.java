package telegraph.query.sets;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.json.JsonSet;

/// What a value of JSON has: see [JsonSet].
final class OfJson extends OfOperands {
    private final JsonSet.Kind kind;
    private final boolean normal;
    private JsonSet set;

    OfJson(Expression[] operands, JsonSet.Kind kind, boolean normal) {
        super(operands, Type.TEXT);
        this.kind = kind;
        this.normal = normal;
    }

    @Override
    public void begin(int position) {
        set =
                anyNull(position)
                        ? null
                        : new JsonSet(kind, (String) in[0].valueAt(position), normal);
    }

    @Override
    public int fill(Vector to, int at, int most) {
        int filled = 0;
        while (set != null && filled < most) {
            if (!set.next()) {
                set.close();
                set = null;
                break;
            }
            String value = set.value();
            int row = at + filled++;
            to.nulls[row] = value == null;
            if (value != null) {
                byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
                to.segments[row] = MemorySegment.ofArray(bytes);
                to.offsets[row] = 0;
                to.lengths[row] = bytes.length;
            }
        }
        return filled;
    }

    @Override
    SetFunction over(Expression[] others) {
        return new OfJson(others, kind, normal);
    }
}
