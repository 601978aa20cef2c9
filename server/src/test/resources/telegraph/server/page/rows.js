const { Rows } = await load("rows.js");
const { Order } = await load("order.js");
const { csvOf } = await load("csv.js");
const { packed, unpacked } = await load("share.js");

test("rows beyond the limits are counted and not kept", () => {
  const rows = new Rows({ rows: 3, chars: 1000 });
  rows.append([[1], [2]]);
  rows.append([[3], [4], [5]]);
  equal([rows.kept, rows.total, rows.isFull], [[[1], [2], [3]], 5, true]);
  const long = new Rows({ rows: 100, chars: 50 });
  long.append([["x".repeat(60)], ["y"]]);
  equal([long.kept.length, long.total], [1, 2]);
});

test("an order goes up, down and away; NULL is last", () => {
  const order = new Order();
  const columns = [{ name: "n", type: "DECIMAL(20,0)" }];
  const rows = [["10"], [null], ["9"]];
  const places = () => order.permutation(rows, columns, true);
  equal(places(), null);
  order.next(0);
  equal(places(), [2, 0, 1]);
  order.next(0);
  equal(places(), [0, 2, 1]);
  order.next(0);
  equal(places(), null);
});

test("CSV tells NULL from the empty text and quotes what has to be", () => {
  equal(csvOf({ names: ["a", 'b"c'], rows: [[null, ""], ["x,y", "1\n2"]] }), 'a,"b""c"\r\n,""\r\n"x,y","1\n2"\r\n');
});

test("a shared text comes back as it was, and no other does", async () => {
  for (const text of ["", "SELECT 'ä ✓ \u{1f600}'", "x".repeat(50_000)]) equal(await unpacked(await packed(text)), text);
  let refused = false;
  await unpacked("%%%").catch(() => (refused = true));
  equal(refused, true);
  refused = false;
  await unpacked(await packed("x".repeat(200_000))).catch(() => (refused = true));
  equal(refused, true);
});
