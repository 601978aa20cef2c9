package telegraph.query.block;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.tools.RelBuilder;

/// Joins a plan with the keys of which alone rows are wanted, as far below as the keys are there.
///
/// Threads: one.
public final class KeyJoin {
    private final RelBuilder builder;

    public KeyJoin(RelBuilder builder) {
        this.builder = builder;
    }

    /// The plan with its wanted fields joined with the keys, as deep down as they are wanted.
    public RelNode into(RelNode node, List<Integer> wanted, RelNode keys) {
        return switch (node) {
            case Filter filter -> over(filter, wanted, keys);
            case Sort sort -> over(sort, wanted, keys);
            case Project project -> {
                List<Integer> below =
                        wanted.stream()
                                .map(field ->
                                        ((RexInputRef)
                                                        RenamingCasts.stripWidening(
                                                                project.getProjects().get(field)))
                                                .getIndex())
                                .toList();
                yield over(project, below, keys);
            }
            case Aggregate aggregate -> {
                List<Integer> below =
                        wanted.stream().map(field -> aggregate.getGroupSet().nth(field)).toList();
                yield over(aggregate, below, keys);
            }
            default -> joinedWithKeys(node, wanted, keys);
        };
    }

    private RelNode over(RelNode node, List<Integer> wanted, RelNode keys) {
        return node.copy(node.getTraitSet(), List.of(into(node.getInput(0), wanted, keys)));
    }

    private RelNode joinedWithKeys(RelNode node, List<Integer> wanted, RelNode keys) {
        builder.push(node).push(keys);
        List<RexNode> conditions = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            conditions.add(equal(builder.field(2, 0, wanted.get(i)), builder.field(2, 1, i)));
        }
        builder.join(JoinRelType.INNER, conditions);
        List<RexNode> own = new ArrayList<>();
        for (int i = 0; i < node.getRowType().getFieldCount(); i++) {
            own.add(builder.field(i));
        }
        return builder.project(own, node.getRowType().getFieldNames(), true).build();
    }

    /// The keys may have a wider type than the field.
    private RexNode equal(RexNode field, RexNode key) {
        RexBuilder rex = builder.getRexBuilder();
        RelDataType common =
                rex.getTypeFactory().leastRestrictive(List.of(field.getType(), key.getType()));
        return builder.equals(
                rex.ensureType(common, field, true), rex.ensureType(common, key, true));
    }
}
