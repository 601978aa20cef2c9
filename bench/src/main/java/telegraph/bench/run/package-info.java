/// What benchmarks run: blocks and statements of Telegraph and of DuckDB, over data made for them.
package telegraph.bench.run;
