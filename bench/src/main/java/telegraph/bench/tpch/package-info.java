/// TPC-H: its tables in files, its queries, and whether an answer to one is right.
package telegraph.bench.tpch;
