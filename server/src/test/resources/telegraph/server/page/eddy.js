const { Watching, thickness } = await load("eddy-picture.js");
const { layout } = await load("eddy-layout.js");
const { sentence } = await load("eddy-changes.js");

const module = (name, kind, input, rowsIn, rowsOut, more = {}) => ({
  name, kind, input, rowsIn, rowsOut, batches: 1, nanos: rowsIn * 100, bytes: 10, requests: 0, tickets: null,
  waiting: 0, stalled: "", done: false, ...more,
});

/** A join of orders with lookups at a site, after so many rows. */
const block = (rows, more = {}) => ({
  modules: [
    module("source orders", "source", "orders", 0, rows),
    module("source site", "source", "site", 0, rows / 10),
    module("filter orders.day > 3", "filter", "orders", rows, rows / 2),
    module("lookup site", "probe", "site", rows / 2, 0, more),
    module("probe orders", "probe", "orders", rows / 10, rows / 10),
    module("build orders", "build", "orders", rows / 2, rows / 2),
    module("build site", "build", "site", rows / 10, rows / 10),
    module("lookup site(id)", "lookup", "site", rows / 2, rows / 10, { requests: rows / 2 }),
    module("aggregate", "aggregate", "", rows / 10, rows / 10),
  ],
  ways: [
    { input: "orders", modules: ["source orders", "filter orders.day > 3", "build orders", "lookup site"] },
    { input: "site", modules: ["source site", "build site", "probe orders", "aggregate"] },
  ],
  changes: [],
});

test("building, probing and asking are one SteM and one lookup, and an input that is only asked is no other source", () => {
  const [picture] = new Watching().take([block(100)], 0, 0);
  equal(picture.nodes.map((node) => node.id),
    ["source orders", "lookup site", "filter orders.day > 3", "stem orders", "stem site", "exit"]);
  equal(picture.nodes[2].title, "day > 3");
});

test("rates are differences of totals, smoothed, and stay at nothing when nothing comes", () => {
  const watching = new Watching();
  const rate = (rows, now) => watching.take([block(rows)], now, 0)[0].flows.find((f) => f.from === "source orders").rate;
  equal(rate(1000, 0), 0);
  const first = rate(2000, 1000);
  equal(first > 700 && first < 1000, true);
  for (let second = 2; second < 10; second++) rate(1000 * (second + 1), 1000 * second);
  equal(Math.round(rate(11_000, 10_000) / 10), 100);
  for (let second = 11; second < 40; second++) rate(11_000, 1000 * second);
  equal(rate(11_000, 40_000), 0);
});

test("of a query that is over rates are averages of all its time, also from its last event alone", () => {
  const [picture] = new Watching().take([block(5000)], 77, 10_000);
  equal(picture.flows.find((f) => f.from === "source orders").rate, 500);
  equal(picture.over, true);
});

test("what stalls says why, and a source that is silent is said to be", () => {
  const watching = new Watching();
  const reason = (now, more) => watching.take([block(100, more)], now, 0)[0].nodes.map((n) => n.stalled);
  equal(reason(0, {}), ["", "", "", "", "", ""]);
  equal(reason(500, { stalled: "9 rows wait for lookups" })[4], "9 rows wait for lookups");
  equal(reason(4100, {})[0], "nothing has come for 4\u00a0s");
  equal(watching.take([block(100, { stalled: "9 rows wait" })], 5000, 5000)[0].nodes.map((n) => n.stalled).join(""), "");
});

test("a way names the nodes and the flows that its rows take", () => {
  const [picture] = new Watching().take([block(100)], 0, 0);
  equal(picture.ways[0].steps.map((s) => s.node), ["source orders", "filter orders.day > 3", "stem orders", "stem site"]);
  equal(picture.ways[0].flows.has("eddy > lookup site asked"), true);
  equal(picture.ways[1].steps[0].node, "lookup site");
});

test("changes are kept although each event tells only the latest", () => {
  const watching = new Watching();
  const change = (millis) => ({ millis, span: "orders", order: ["lookup site", "probe x"], why: `why ${millis}` });
  watching.take([{ ...block(1), changes: [change(1), change(2)] }], 0, 0);
  const [picture] = watching.take([{ ...block(2), changes: [change(2), change(3)] }], 10, 0);
  equal(picture.changes.map((c) => c.millis), [1, 2, 3]);
  equal(sentence(picture.changes[2]),
    "Route changed at 3 ms: rows of orders go to lookup site first, then probe x, because why 3");
});

test("every node has a box of its own and every flow a line, at any width", () => {
  const many = block(100);
  for (let i = 0; i < 9; i++) {
    many.modules.push(module(`filter orders.f${i}`, "filter", "orders", 5, 5), module(`source s${i}`, "source", `s${i}`, 0, 5),
      module(`probe s${i}`, "probe", `s${i}`, 5, 5), module(`build s${i}`, "build", `s${i}`, 5, 5));
  }
  const [picture] = new Watching().take([many], 0, 0);
  for (const width of [320, 619, 620, 1100, 2400]) {
    const { boxes, paths, height, width: all, narrow } = layout(picture, width);
    equal(boxes.size, picture.nodes.length);
    equal(picture.flows.filter((f) => !paths.get(f.id)?.startsWith("M") || paths.get(f.id).includes("NaN")), []);
    const placed = [...boxes.values()];
    for (const [i, a] of placed.entries()) {
      equal([a.x >= 0, a.y >= 0, a.x + a.w <= all, a.y + a.h <= height], [true, true, true, true]);
      for (const b of placed.slice(i + 1)) {
        equal(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h, false);
      }
    }
    equal(narrow, width < 620);
  }
});

test("lines grow with the logarithm of the rate, within limits", () => {
  equal(thickness(0), 1);
  equal(thickness(10) < thickness(100) && thickness(100) < thickness(1000), true);
  equal(thickness(1e12), 13);
});
