package telegraph.query.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import telegraph.engine.source.Source;
import telegraph.memory.Type;
import telegraph.query.rewrite.Factors;
import telegraph.query.rewrite.TermSizes;
import telegraph.query.translate.SourceTable;
import telegraph.query.value.Types;

/// A part of a logical plan flattened: what is joined, what a tuple must fulfil, and what is
/// computed of it.
///
/// @param parts what is joined; their columns lie side by side
/// @param conjuncts over the columns of the parts
/// @param fields over the columns of the parts
/// @param added how many terms the conjuncts have more than were written
public record JoinRegion(
        List<Part> parts, List<RexNode> conjuncts, List<RexNode> fields, long added) {
    /// One thing that is joined: a scan of a source, or a plan of its own.
    public record Part(String alias, int offset, RelNode node) {
        int width() {
            return node.getRowType().getFieldCount();
        }

        public boolean isScan() {
            return node instanceof TableScan;
        }

        Source source() {
            return node.getTable().unwrapOrThrow(SourceTable.class).source();
        }
    }

    public static JoinRegion of(RelNode node, String alias) {
        List<RexNode> fields = new ArrayList<>();
        for (RelDataTypeField column : node.getRowType().getFieldList()) {
            fields.add(new RexInputRef(column.getIndex(), column.getType()));
        }
        return new JoinRegion(List.of(new Part(alias, 0, node)), List.of(), fields, 0);
    }

    /// A block of one derived input and no grouping would only copy rows.
    public boolean pays() {
        return parts.size() > 1 || parts.getFirst().isScan();
    }

    int width() {
        return parts.getLast().offset() + parts.getLast().width();
    }

    /// Whether expressions over the fields stay of about the size they have been written in, once
    /// each field is what it is computed of. `SELECT x + x AS x` over itself, n times, would come
    /// to 2ⁿ terms.
    public boolean takes(List<RexNode> expressions) {
        return added + added(expressions) <= TermSizes.ADDED_MAX;
    }

    private long added(List<RexNode> expressions) {
        return TermSizes.added(expressions, column -> fields.get(column).nodeCount());
    }

    public JoinRegion filtered(RexNode condition) {
        List<RexNode> all = new ArrayList<>(conjuncts);
        all.addAll(RelOptUtil.conjunctions(over(condition)));
        return new JoinRegion(parts, all, fields, added + added(List.of(condition)));
    }

    public JoinRegion projected(List<RexNode> expressions) {
        return new JoinRegion(
                parts, conjuncts, expressions.stream().map(this::over).toList(), added);
    }

    /// The pairs of its tuples with those of another.
    public JoinRegion beside(JoinRegion right) {
        int shift = width();
        List<Part> allParts = new ArrayList<>(parts);
        for (Part part : right.parts) {
            allParts.add(new Part(part.alias(), part.offset() + shift, part.node()));
        }
        List<RexNode> allConjuncts = new ArrayList<>(conjuncts);
        right.conjuncts.forEach(c -> allConjuncts.add(RexUtil.shift(c, shift)));
        List<RexNode> allFields = new ArrayList<>(fields);
        right.fields.forEach(f -> allFields.add(RexUtil.shift(f, shift)));
        return new JoinRegion(allParts, allConjuncts, allFields, added + right.added);
    }

    /// An expression over this region's fields as one over its parts.
    private RexNode over(RexNode expression) {
        return expression.accept(
                new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                        return fields.get(ref.getIndex());
                    }
                });
    }

    /// Which part a column belongs to.
    int partOf(int column) {
        for (int p = 0; p < parts.size(); p++) {
            if (column < parts.get(p).offset() + parts.get(p).width()) {
                return p;
            }
        }
        throw new IllegalStateException("a column belongs to a part: column=" + column);
    }

    /// The block. Of derived parts it has only the columns that it reads, and where that pays only
    /// the rows that can find partners.
    ///
    /// @param plan makes the plan of a derived part
    public BlockSpec spec(
            BlockSpec.Grouping grouping,
            Reductions reductions,
            Function<RelNode, EnumerableRel> plan) {
        RexBuilder rex = parts.getFirst().node().getCluster().getRexBuilder();
        JoinRegion whole =
                new JoinRegion(parts, Factors.of(conjuncts, rex, this::partOf), fields, added);
        TreeSet<Integer> used =
                new BlockSpec(List.of(), whole.conjuncts, fields, grouping).columnsUsed();
        Set<String> aliases = new HashSet<>();
        List<BlockSpec.Input> inputs = new ArrayList<>();
        Map<Integer, RexInputRef> moved = new HashMap<>();
        int offset = 0;
        for (Part part : parts) {
            List<Integer> columns = new ArrayList<>();
            for (int c = 0; c < part.width(); c++) {
                if (part.isScan() || used.contains(part.offset() + c)) {
                    columns.add(c);
                }
            }
            if (columns.isEmpty()) {
                columns.add(cheapest(part.node()));
            }
            for (int c = 0; c < columns.size(); c++) {
                RelDataTypeField field =
                        part.node().getRowType().getFieldList().get(columns.get(c));
                moved.put(
                        part.offset() + columns.get(c),
                        new RexInputRef(offset + c, field.getType()));
            }
            BlockSpec.Origin origin =
                    part.isScan()
                            ? new BlockSpec.Origin.FromSource(part.source())
                            : new BlockSpec.Origin.FromPlan(
                                    plan.apply(only(reductions.reduced(part, whole), columns)));
            inputs.add(
                    new BlockSpec.Input(
                            distinct(part.alias(), aliases), offset, columns.size(), origin));
            offset += columns.size();
        }
        RexShuttle move =
                new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                        RexInputRef to = moved.get(ref.getIndex());
                        // What nobody reads may be anything.
                        return to == null ? rex.makeNullLiteral(ref.getType()) : to;
                    }
                };
        return new BlockSpec(
                inputs,
                whole.conjuncts.stream().map(c -> c.accept(move)).toList(),
                fields.stream().map(f -> f.accept(move)).toList(),
                grouping);
    }

    private static int cheapest(RelNode node) {
        for (RelDataTypeField field : node.getRowType().getFieldList()) {
            if (Types.physical(field.getType()).orElseThrow().kind() != Type.Kind.TEXT) {
                return field.getIndex();
            }
        }
        return 0;
    }

    private static RelNode only(RelNode node, List<Integer> columns) {
        List<RelDataTypeField> fields = node.getRowType().getFieldList();
        if (columns.size() == fields.size()) {
            return node;
        }
        List<RexNode> projects = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int column : columns) {
            projects.add(new RexInputRef(column, fields.get(column).getType()));
            names.add(fields.get(column).getName());
        }
        return LogicalProject.create(node, List.of(), projects, names, Set.of());
    }

    /// Inputs of the same alias get numbers.
    private static String distinct(String alias, Set<String> seen) {
        String name = alias;
        for (int n = 2; !seen.add(name); n++) {
            name = alias + " " + n;
        }
        return name;
    }
}
