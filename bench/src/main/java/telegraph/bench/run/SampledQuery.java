package telegraph.bench.run;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import telegraph.bench.Outcome;
import telegraph.bench.tpch.TpchTables.Format;

/// A grouped query of TPC-H whose answer a sample can estimate.
///
/// @param from tables, as `${lineitem}`
/// @param keys columns it groups by; none for one group
public record SampledQuery(
        String name, List<String> keys, List<Aggregate> aggregates, String from, String where) {
    private static final List<Aggregate> PRICING =
            List.of(
                    new Aggregate("sum", "l_quantity", "sum_qty"),
                    new Aggregate("sum", "l_extendedprice", "sum_base_price"),
                    new Aggregate("sum", "l_extendedprice * (1 - l_discount)", "sum_disc_price"),
                    new Aggregate(
                            "sum",
                            "l_extendedprice * (1 - l_discount) * (1 + l_tax)",
                            "sum_charge"),
                    new Aggregate("avg", "l_quantity", "avg_qty"),
                    new Aggregate("avg", "l_extendedprice", "avg_price"),
                    new Aggregate("avg", "l_discount", "avg_disc"),
                    new Aggregate("count", "1", "count_order"));
    private static final String SHIPPED = "l_shipdate <= DATE '1998-09-02'";

    /// One column of the answer.
    ///
    /// @param kind `sum`, `avg` or `count`
    /// @param of what is added up, never null; 1 for a count
    record Aggregate(String kind, String of, String name) {
        private String sql() {
            return (kind.equals("count") ? "count(*)" : kind + "(" + of + ")") + " AS " + name;
        }
    }

    /// The queries measured.
    public static List<SampledQuery> all() {
        return List.of(
                new SampledQuery(
                        "Q1",
                        List.of("l_returnflag", "l_linestatus"),
                        PRICING,
                        "${lineitem}",
                        SHIPPED),
                new SampledQuery(
                        "Q1 by flag", List.of("l_returnflag"), PRICING, "${lineitem}", SHIPPED),
                new SampledQuery(
                        "Q6",
                        List.of(),
                        List.of(new Aggregate("sum", "l_extendedprice * l_discount", "revenue")),
                        "${lineitem}",
                        "l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'"
                                + " AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24"),
                new SampledQuery(
                        "Q6 wide",
                        List.of(),
                        List.of(
                                new Aggregate("sum", "l_extendedprice * l_discount", "revenue"),
                                new Aggregate("avg", "l_extendedprice", "price")),
                        "${lineitem}",
                        "l_shipdate >= DATE '1993-01-01' AND l_quantity < 45"),
                new SampledQuery(
                        "join",
                        List.of("p_mfgr"),
                        List.of(
                                new Aggregate(
                                        "sum", "l_extendedprice * (1 - l_discount)", "revenue"),
                                new Aggregate("avg", "l_quantity", "quantity"),
                                new Aggregate("count", "1", "items")),
                        "${lineitem} l JOIN ${part} p ON p.p_partkey = l.l_partkey"
                                + " JOIN ${supplier} s ON s.s_suppkey = l.l_suppkey",
                        "p_size > 5 AND s_acctbal > 0"));
    }

    public List<String> names() {
        return aggregates.stream().map(Aggregate::name).toList();
    }

    public String sql() {
        return select(aggregates.stream().map(Aggregate::sql).toList())
                + (keys.isEmpty() ? "" : " ORDER BY " + String.join(", ", keys));
    }

    /// The least share of the rows of lineitem that a uniform sample of rows must have so that
    /// every value of every group is known to `within` (0.01 for 1 %) at 95 %; by the exact
    /// moments, which only somebody who has read everything knows.
    public double leastShare(double within, TpchFiles files, DuckDb duck) throws SQLException {
        Outcome count = duck.ask(files.in("SELECT count(*) FROM ${lineitem}", Format.PARQUET));
        double rows = ((Number) count.rows().getFirst()[0]).doubleValue();
        List<String> moments =
                IntStream.range(0, aggregates.size())
                        .mapToObj(i ->
                                "sum(v) AS s%1$d, sum(v * v) AS q%1$d"
                                        .formatted(i)
                                        .replace("v", "(" + aggregates.get(i).of() + ")::DOUBLE"))
                        .collect(Collectors.toList());
        moments.addFirst("count(*) AS m");
        Outcome found = duck.ask(files.in(select(moments), Format.PARQUET));
        double least = 0;
        for (Object[] row : found.rows()) {
            double selected = found.number(row, "m");
            for (int i = 0; i < aggregates.size(); i++) {
                LeastSample sample =
                        new LeastSample(
                                rows,
                                selected,
                                found.number(row, "s" + i),
                                found.number(row, "q" + i));
                boolean ratio = aggregates.get(i).kind().equals("avg");
                least = Math.max(least, ratio ? sample.ofAverage(within) : sample.ofSum(within));
            }
        }
        return least / rows;
    }

    private String select(List<String> values) {
        List<String> columns = new java.util.ArrayList<>(keys);
        columns.addAll(values);
        return "SELECT "
                + String.join(", ", columns)
                + " FROM "
                + from
                + " WHERE "
                + where
                + (keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys));
    }
}
