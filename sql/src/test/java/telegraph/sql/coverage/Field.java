package telegraph.sql.coverage;

import java.util.List;
import java.util.Optional;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// A column as it is.
record Field(ColumnRef ref, Type type) implements Expression {
    @Override
    public Optional<ColumnRef> bareColumn() {
        return Optional.of(ref);
    }

    @Override
    public List<ColumnRef> columns() {
        return List.of(ref);
    }

    @Override
    public boolean canThrow() {
        return false;
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        return rows.column(ref, selection, count);
    }

    @Override
    public Expression fork() {
        return this;
    }

    /// Whether an INTEGER column is less than a constant: a filter, or the FILTER of an aggregate.
    static final class Less implements Expression, Predicate {
        private final ColumnRef ref;
        private final long than;
        private final Vector result = new Vector(Type.BOOLEAN);

        Less(ColumnRef ref, long than) {
            this.ref = ref;
            this.than = than;
        }

        @Override
        public Type type() {
            return Type.BOOLEAN;
        }

        @Override
        public List<ColumnRef> columns() {
            return List.of(ref);
        }

        @Override
        public boolean canThrow() {
            return false;
        }

        @Override
        public Vector evaluate(Rows rows, int[] selection, int count) {
            Vector values = rows.column(ref, selection, count);
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                result.nulls[at] = values.nulls[at];
                result.longs[at] = values.longs[at] < than ? 1 : 0;
            }
            return result;
        }

        @Override
        public int narrow(Rows rows, int[] selection, int count) {
            Vector values = rows.column(ref, selection, count);
            int left = 0;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                if (!values.nulls[at] && values.longs[at] < than) {
                    selection[left++] = at;
                }
            }
            return left;
        }

        @Override
        public Less fork() {
            return new Less(ref, than);
        }

        @Override
        public String toString() {
            return "column " + ref.column() + " < " + than;
        }
    }
}
