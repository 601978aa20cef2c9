const { fits } = await load("fit.js");
const columns = (...all) => all.map((each) => ({ name: each.split(" ")[0], type: each.split(" ")[1] }));
const best = (cols, rows, estimated) => fits(cols, rows, estimated)[0];

test("groups are bars of their aggregate", () => {
  const fit = best(columns("year INTEGER", "kind TEXT", "n BIGINT"), [[2001, "a", 1], [2002, "b", 2]], [false, false, true]);
  equal([fit.kind, fit.x, fit.y], ["bars", 1, [2]]);
});

test("times are lines, one for each text if they are few", () => {
  const rows = [["2024-01-01", "a", 1], ["2024-01-01", "b", 2], ["2024-01-02", "a", 3]];
  const fit = best(columns("day DATE", "kind TEXT", "n BIGINT"), rows);
  equal([fit.kind, fit.x, fit.y, fit.split], ["lines", 0, [2], 1]);
});

test("numbers that share no scale share no chart of lines", () => {
  const fit = best(columns("day DATE", "n BIGINT", "share DOUBLE"), [["2024-01-01", 1_000_000, 0.5]].concat([["2024-01-02", 900_000, 0.4]]));
  equal(fit.y, [1]);
});

test("whole numbers that differ in each row are an axis", () => {
  const fit = best(columns("hour INTEGER", "delay DOUBLE"), [[0, 5], [1, 4], [2, 9]]);
  equal([fit.kind, fit.x, fit.y], ["lines", 0, [1]]);
});

test("longitude and latitude are a map", () => {
  const fit = best(columns("name TEXT", "lat DOUBLE", "lon DOUBLE", "n BIGINT"), [["a", 1, 2, 3], ["b", 4, 5, 6]]);
  equal([fit.kind, fit.x, fit.y, fit.label, fit.size], ["map", 2, [1], 0, 3]);
});

test("one row is figures, two numbers are points, and without numbers there is nothing", () => {
  equal(best(columns("n BIGINT", "mean DOUBLE"), [[1, 2]]).kind, "figures");
  equal(best(columns("a DOUBLE", "b DOUBLE"), [[1, 2], [1, 3]]).kind, "points");
  equal(fits(columns("a TEXT"), [["x"]]), []);
  equal(fits([], []), []);
});
