package telegraph.engine.join;

import java.util.Arrays;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.Pinned;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.engine.vector.VectorPool;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// Pairs of a probe row and a build row: position `p` is the `p`-th pair. Columns are gathered when
/// somebody first asks.
///
/// Threads: one. Memory: arrays and vectors on the heap, reused.
final class PairRows implements Rows {
    final int[] probeAt = new int[Batch.ROWS_MAX];
    final int[] buildRow = new int[Batch.ROWS_MAX];
    int count;

    private final JoinShape shape;
    private final BatchRows probe;
    private final Pinned build;
    private final Vector[] probeColumns;
    private final Vector[] buildColumns;
    private final boolean[] probeFilled;
    private final boolean[] buildFilled;
    private final VectorPool vectors = new VectorPool();

    /// The build column in which a pair has what is at hand on the probe side, or -1.
    private final int sameAsProbe;

    PairRows(JoinShape shape, BatchRows probe, Pinned build) {
        this.shape = shape;
        this.probe = probe;
        this.build = build;
        this.probeColumns = new Vector[shape.probeTypes().size()];
        this.buildColumns = new Vector[shape.buildTypes().size()];
        this.probeFilled = new boolean[probeColumns.length];
        this.buildFilled = new boolean[buildColumns.length];
        // Equal numbers of floating point may be two zeros.
        boolean same =
                shape.wordsAreKeys()
                        && shape.buildTypes().get(shape.buildKeys()[0]).kind() != Type.Kind.DOUBLE;
        this.sameAsProbe = same ? shape.buildKeys()[0] : -1;
    }

    /// Forgets the pairs.
    void clear() {
        count = 0;
        Arrays.fill(probeFilled, false);
        Arrays.fill(buildFilled, false);
    }

    @Override
    public VectorPool vectors() {
        return vectors;
    }

    @Override
    public Vector column(ColumnRef column, int[] selection, int wanted) {
        boolean left = column.input() == 0;
        return left == shape.buildIsLeft() ? build(column.column()) : probe(column.column());
    }

    /// A column of the probe rows.
    Vector probe(int column) {
        Vector vector = probeColumns[column];
        if (vector == null) {
            vector = new Vector(shape.probeTypes().get(column));
            probeColumns[column] = vector;
        }
        if (!probeFilled[column]) {
            vector.gather(probe.column(column), probeAt, count);
            probeFilled[column] = true;
        }
        return vector;
    }

    /// A column of the build rows.
    Vector build(int column) {
        Vector vector = buildColumns[column];
        if (vector == null) {
            vector = new Vector(shape.buildTypes().get(column));
            buildColumns[column] = vector;
        }
        if (!buildFilled[column]) {
            if (column == sameAsProbe) {
                vector.gather(probe.column(shape.probeKeys()[0]), probeAt, count);
            } else {
                build.gather(column, buildRow, count, vector);
            }
            buildFilled[column] = true;
        }
        return vector;
    }

    private Vector none(Vector[] columns, int column, Type type) {
        if (columns[column] == null) {
            columns[column] = new Vector(type);
        }
        Vector vector = columns[column];
        vector.mayHaveNulls();
        Arrays.fill(vector.nulls, 0, count, true);
        return vector;
    }

    /// Which side a row that comes out for its own sake lacks.
    enum Missing {
        NONE,
        PROBE,
        BUILD
    }

    /// The columns of what comes out, NULL on the side that is missing.
    void columns(Missing missing, Vector[] to) {
        int at = shape.buildIsLeft() ? buildColumns.length : 0;
        for (int c = 0; c < probeColumns.length; c++) {
            to[at + c] =
                    missing == Missing.PROBE
                            ? none(probeColumns, c, shape.probeTypes().get(c))
                            : probe(c);
        }
        at = shape.buildIsLeft() ? 0 : probeColumns.length;
        for (int c = 0; c < buildColumns.length; c++) {
            to[at + c] =
                    missing == Missing.BUILD
                            ? none(buildColumns, c, shape.buildTypes().get(c))
                            : missing == Missing.PROBE ? alone(c) : build(c);
        }
    }

    /// A column of build rows without partners.
    Vector alone(int column) {
        if (column != sameAsProbe) {
            return build(column);
        }
        Vector vector = buildColumns[column];
        if (vector == null) {
            vector = new Vector(shape.buildTypes().get(column));
            buildColumns[column] = vector;
        }
        build.gather(column, buildRow, count, vector);
        return vector;
    }
}
