package telegraph.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.engine.Operators;
import telegraph.engine.operator.OperatorDriver;
import telegraph.engine.operator.OperatorDriver.Ordeal;
import telegraph.engine.operator.Table;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Set operations of random rows give what counting them in a map gives.
@Execution(ExecutionMode.CONCURRENT)
class SetsTest {
    private record Case(Sets.Operation operation, Table left, Table right) {
        static Case random(RandomGenerator random, int rows) {
            List<Type> types = Table.randomTypes(random, 1 + random.nextInt(3));
            Sets.Operation[] operations = Sets.Operation.values();
            int values = random.nextBoolean() ? 4 : 300;
            return new Case(
                    operations[random.nextInt(operations.length)],
                    Table.random(random, types, random.nextInt(rows), values),
                    Table.random(random, types, random.nextInt(rows), values));
        }

        List<List<Object>> expected() {
            Map<List<Object>, Integer> counts = new HashMap<>();
            right.rows().forEach(row -> counts.merge(Table.canonical(row), 1, Integer::sum));
            Map<List<Object>, Integer> seen = new HashMap<>();
            List<List<Object>> out = new ArrayList<>();
            for (List<Object> row : left.rows()) {
                int place = seen.merge(Table.canonical(row), 1, Integer::sum) - 1;
                int other = counts.getOrDefault(Table.canonical(row), 0);
                boolean wanted =
                        switch (operation) {
                            case DISTINCT -> place == 0;
                            case INTERSECT -> place == 0 && other > 0;
                            case INTERSECT_ALL -> place < other;
                            case EXCEPT -> place == 0 && other == 0;
                            case EXCEPT_ALL -> place >= other;
                        };
                if (wanted) {
                    out.add(row);
                }
            }
            return out;
        }

        OperatorDriver driver() {
            List<Table> inputs =
                    operation == Sets.Operation.DISTINCT ? List.of(left) : List.of(left, right);
            return new OperatorDriver(
                    inputs,
                    (in, region) ->
                            switch (operation) {
                                case DISTINCT -> Operators.distinct(in.get(0), region);
                                case INTERSECT ->
                                        Operators.intersect(in.get(0), in.get(1), false, region);
                                case INTERSECT_ALL ->
                                        Operators.intersect(in.get(0), in.get(1), true, region);
                                case EXCEPT ->
                                        Operators.except(in.get(0), in.get(1), false, region);
                                case EXCEPT_ALL ->
                                        Operators.except(in.get(0), in.get(1), true, region);
                            });
        }

        void check(Ordeal ordeal, RandomGenerator random) {
            assertEquals(
                    Table.bag(expected()),
                    Table.bag(driver().rows(ordeal, random)),
                    () -> operation + " of " + left.types());
        }
    }

    @Test
    void setOperationsCountAsAMapDoes() {
        Seeds.run(
                60,
                (seed, random) -> {
                    Case sets = Case.random(random, 800);
                    for (int batchRows : new int[] {1, 7, 4096}) {
                        sets.check(Ordeal.easy(batchRows), random);
                    }
                });
    }

    @Test
    void setsThatDoNotFitCountAsAMapDoes() {
        Seeds.run(
                20,
                (seed, random) ->
                        Case.random(random, 8_000).check(Ordeal.hard(random, 512 << 10), random));
    }

    @Test
    void anEndInBetweenLeavesNothing() {
        Seeds.run(
                20,
                (seed, random) -> {
                    Case sets = Case.random(random, 4_000);
                    Ordeal hard = Ordeal.hard(random, 512 << 10);
                    sets.driver().closeAfter(random.nextInt(3), hard, random);
                    sets.driver().cancelAfter(random.nextInt(4), hard, random);
                });
    }
}
