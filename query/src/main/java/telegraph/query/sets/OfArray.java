package telegraph.query.sets;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.value.ArrayCode;
import telegraph.query.value.Texts;
import telegraph.query.value.Types;
import telegraph.query.value.Values;

/// The elements of an array.
final class OfArray extends OfOperands {
    private final RelDataType element;
    private List<Object> elements = List.of();
    private int given;

    /// @param operands the array
    /// @param element the type of its elements
    OfArray(Expression[] operands, RelDataType element) {
        super(operands, Types.physical(element).orElseThrow());
        this.element = element;
    }

    @Override
    public void begin(int position) {
        elements =
                anyNull(position)
                        ? List.of()
                        : ArrayCode.read(Texts.string(in[0], position), element);
        given = 0;
    }

    @Override
    public int fill(Vector to, int at, int most) {
        int count = Math.min(most, elements.size() - given);
        for (int i = 0; i < count; i++) {
            set(to, at + i, elements.get(given++));
        }
        return count;
    }

    private void set(Vector to, int row, Object value) {
        if (value == null || to.type.kind() != Type.Kind.TEXT) {
            Values.fromInternal(to, row, value, element, null);
            return;
        }
        byte[] bytes = Values.toText(value, element).getBytes(StandardCharsets.UTF_8);
        to.nulls[row] = false;
        to.segments[row] = MemorySegment.ofArray(bytes);
        to.offsets[row] = 0;
        to.lengths[row] = bytes.length;
    }

    @Override
    SetFunction over(Expression[] others) {
        return new OfArray(others, element);
    }
}
