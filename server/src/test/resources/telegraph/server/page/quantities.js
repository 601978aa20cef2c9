const { about, count, duration, many, money, nanos, percent, size, sums } = await load("quantities.js");

test("counts set thousands apart, and are short where there is no room", () => {
  equal([count(7), count(1234567.4)], ["7", "1\u202f234\u202f567"]);
  equal([many(1, "row"), many(0, "row"), many(2500, "row")], ["1 row", "0 rows", "2\u202f500 rows"]);
  equal([about(0), about(3.14), about(99.6), about(999.4), about(999.6)], ["0", "3.1", "100", "999", "1k"]);
  equal([about(12_345), about(99_960), about(4e6), about(2.5e9)], ["12.3k", "100k", "4M", "2.5G"]);
});

test("sizes and times change their unit before they get four digits", () => {
  equal([size(0), size(999), size(1000), size(1_048_576), size(5.5e9)], ["0 B", "999 B", "1 KB", "1 MB", "5.1 GB"]);
  equal([nanos(45.25), nanos(999.6), nanos(2_100_000), nanos(3e9)], ["45.3 ns", "1 µs", "2.1 ms", "3 s"]);
  equal([duration(340), duration(1240), duration(59_960), duration(125_000), duration(11_520_000)],
    ["340 ms", "1.2 s", "1 min 0 s", "2 min 5 s", "3 h 12 min"]);
});

test("a share that is not nothing is not called nothing", () => {
  equal([percent(0), percent(0.0003), percent(0.034), percent(0.67), percent(1)], ["0 %", "< 0.1 %", "3.4 %", "67 %", "100 %"]);
});

test("money is added exactly, and each currency by itself", () => {
  const usd = (amount) => ({ amount, currency: "USD" });
  const all = sums([usd("0.1"), usd("0.20"), { amount: "3", currency: "" }, usd("10"), { amount: "4", currency: "" }]);
  equal(all.map(money), ["10.30 USD", "7"]);
  equal(sums([usd("90071992547409.93"), usd("0.02")]).map(money), ["90071992547409.95 USD"]);
  equal(sums([]), []);
});
