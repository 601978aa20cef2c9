package telegraph.engine.fold;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// MIN or MAX of texts, by their bytes: how many bytes there is room for and one more, or 0 if
/// there is no value, then where it is in [GroupRows#texts].
///
/// A text that takes another's place is written over it if there is room; if not it gets twice the
/// room of the last, so that what is lost is no more than what is used.
final class TextExtreme extends Fold {
    private static final int WHERE = 8;
    private static final int ROOM_MIN = 12;
    private static final int ROOM_MAX = 1 << 29;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private final boolean least;

    TextExtreme(boolean least) {
        super(false, 2);
        this.least = least;
    }

    @Override
    boolean asksForMemory() {
        return true;
    }

    @Override
    List<Type> carried() {
        return List.of(Type.TEXT);
    }

    @Override
    void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            if (!values.nulls[position]) {
                offer(
                        rows,
                        groupOf[position],
                        values.segments[position],
                        values.offsets[position],
                        values.lengths[position]);
            }
        }
    }

    private void offer(GroupRows rows, int group, MemorySegment from, long offset, int length) {
        int room = (int) rows.get(group, at()) - 1;
        if (room >= 0) {
            long kept = rows.get(group, at() + WHERE);
            int compared = compare(from, offset, length, rows, kept);
            if (least ? compared >= 0 : compared <= 0) {
                return;
            }
            if (length <= room) {
                rows.put(from, offset, length, kept);
                return;
            }
        }
        int wanted = Math.max(length, Math.min(ROOM_MAX, Math.max(ROOM_MIN, 2 * room)));
        int taken = room < 0 ? length : wanted;
        long where = rows.keep(from, offset, length, taken);
        rows.set(group, at(), taken + 1L);
        rows.set(group, at() + WHERE, where);
    }

    private static int compare(
            MemorySegment from, long offset, int length, GroupRows rows, long kept) {
        MemorySegment texts = rows.texts();
        int other = rows.lengthAt(kept);
        int shared = Math.min(length, other);
        for (int i = 0; i < shared; i++) {
            int left = from.get(BYTE, offset + i) & 0xFF;
            int right = texts.get(BYTE, kept + 4 + i) & 0xFF;
            if (left != right) {
                return left - right;
            }
        }
        return length - other;
    }

    @Override
    void carry(GroupRows rows, int[] groups, int count, Vector[] to, int first) {
        write(Aggregate.Function.MIN, rows, groups, count, to[first]);
    }

    @Override
    void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        Vector texts = from[first];
        for (int i = 0; i < count; i++) {
            if (!texts.nulls[i]) {
                offer(rows, groupOf[i], texts.segments[i], texts.offsets[i], texts.lengths[i]);
            }
        }
    }

    @Override
    void write(Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to) {
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            to.nulls[i] = rows.get(groups[i], at()) == 0;
            if (!to.nulls[i]) {
                long kept = rows.get(groups[i], at() + WHERE);
                to.segments[i] = rows.texts();
                to.offsets[i] = kept + 4;
                to.lengths[i] = rows.lengthAt(kept);
            }
        }
    }
}
