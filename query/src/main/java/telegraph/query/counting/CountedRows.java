package telegraph.query.counting;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;
import telegraph.language.query.SequenceCalls;
import telegraph.query.operator.Functions;

/// Has sequences counted up once for each row, in the order of the rows.
///
/// A SELECT that counts and sorts by something else sorts first, as PostgreSQL's does, and counts
/// up the rows that LIMIT and OFFSET let through; so does one with any other value that is another
/// each time. Rewriting a query may leave a column out that nobody reads, or read a table twice:
/// where that happened to one that counts, the query is refused.
///
/// Threads: any.
public final class CountedRows {
    private CountedRows() {}

    /// A plan whose projections give another value each time above the sorts over them.
    public static RelNode afterSorts(RelNode plan) {
        return plan.accept(
                new RelHomogeneousShuttle() {
                    @Override
                    public RelNode visit(RelNode node) {
                        RelNode visited = super.visit(node);
                        return visited instanceof Sort sort
                                        && sort.getInput() instanceof Project project
                                        && project.getProjects().stream()
                                                .anyMatch(CountedRows::comesAfter)
                                ? above(sort, project)
                                : visited;
                    }
                });
    }

    /// Whether a column is computed of the sorted rows: it gives another value each time.
    private static boolean comesAfter(RexNode column) {
        return !RexUtil.isDeterministic(column)
                && (!RexOver.containsOver(column) || !places(List.of(column)).isEmpty());
    }

    private static RelNode above(Sort sort, Project project) {
        RelNode input = project.getInput();
        int width = input.getRowType().getFieldCount();
        RexBuilder rex = project.getCluster().getRexBuilder();
        List<RexNode> below = new ArrayList<>(rex.identityProjects(input.getRowType()));
        List<RexNode> top = new ArrayList<>();
        Map<Integer, Integer> moved = new HashMap<>();
        for (int i = 0; i < project.getProjects().size(); i++) {
            RexNode column = project.getProjects().get(i);
            if (!comesAfter(column)) {
                moved.put(i, below.size());
                top.add(rex.makeInputRef(column.getType(), below.size()));
                below.add(column);
            } else if (RexOver.containsOver(column)) {
                throw refused("a window in an expression that counts up a sequence, and ORDER BY");
            } else {
                top.add(column);
            }
        }
        List<RelFieldCollation> keys = new ArrayList<>();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
            if (!moved.containsKey(key.getFieldIndex())) {
                return sort; // by what is counted
            }
            keys.add(key.withFieldIndex(moved.get(key.getFieldIndex())));
        }
        RelNode wide =
                LogicalProject.create(
                        input, List.of(), below, (List<String>) null, project.getVariablesSet());
        return LogicalProject.create(
                LogicalSort.create(wide, RelCollations.of(keys), sort.offset, sort.fetch),
                List.of(),
                top,
                project.getRowType(),
                project.getVariablesSet());
    }

    /// Demands that all that a query counts is counted, and once for each row.
    ///
    /// @param counted how often the parts of its plan count in each place
    /// @param plan the whole of it, of which the other parts are parts
    /// @throws TelegraphException if it does not
    public static void demandOnce(
            Statement.Select query, Map<Integer, Integer> counted, RelNode plan) {
        boolean empty = plan instanceof Values values && values.getTuples().isEmpty();
        List<Integer> written = SequenceCalls.places(query);
        boolean once =
                counted.size() == written.size()
                        && written.stream().allMatch(place -> counted.getOrDefault(place, 0) == 1);
        if (!once && !empty) {
            throw refused(
                    "a query that counts up a sequence in a column that it does not use, or in"
                            + " an expression that is computed twice");
        }
    }

    private static TelegraphException refused(String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported: " + what + ". Count in a statement of its own, and keep the rows");
    }

    /// How often a plan counts in each place of its query.
    public static Map<Integer, Integer> places(RelNode plan) {
        Map<Integer, Integer> places = new HashMap<>();
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, RelNode parent) {
                Occurrences of = new Occurrences();
                node.accept(of);
                add(of.places(), places);
                super.visit(node, ordinal, parent);
            }
        }.go(plan);
        return places;
    }

    private static Map<Integer, Integer> places(List<RexNode> expressions) {
        Occurrences of = new Occurrences();
        of.apply(expressions);
        return of.places();
    }

    public static void add(Map<Integer, Integer> more, Map<Integer, Integer> to) {
        more.forEach((place, times) -> to.merge(place, times, Integer::sum));
    }

    /// What the expressions of one node count. One that stands in several of them is computed once
    /// for a row, unless it depends on others whether it is computed.
    private static final class Occurrences extends RexShuttle {
        private static final Set<SqlKind> CHOICES =
                EnumSet.of(SqlKind.CASE, SqlKind.AND, SqlKind.OR);

        private final Map<Integer, Integer> all = new HashMap<>();
        private final Set<Integer> chosen = new HashSet<>();
        private int choices;

        @Override
        public RexNode visitCall(RexCall call) {
            int choice = CHOICES.contains(call.getKind()) ? 1 : 0;
            if (Functions.counts(call.getOperator())
                    && call.getOperands().stream().noneMatch(o -> RexUtil.isNullLiteral(o, true))) {
                RexLiteral literal = (RexLiteral) call.getOperands().getLast();
                int place = literal.getValueAs(Integer.class);
                all.merge(place, 1, Integer::sum);
                if (choices > 0) {
                    chosen.add(place);
                }
            }
            choices += choice;
            RexNode visited = super.visitCall(call);
            choices -= choice;
            return visited;
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery query) {
            add(CountedRows.places(query.rel), all);
            return super.visitSubQuery(query);
        }

        Map<Integer, Integer> places() {
            all.replaceAll((place, times) -> chosen.contains(place) ? times : 1);
            return all;
        }
    }
}
