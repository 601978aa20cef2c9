const { KINDS } = await load("declare-kinds.js");
const { fieldOf, statementOf, usesIn } = await load("declare-statement.js");
const { literal, qualified, quoted } = await load("names.js");

const kind = (id) => KINDS.find((each) => each.id === id);
const column = (name, more = {}) => ({ name, type: "TEXT", use: "", path: "", key: false, ...more });

test("names are quoted where they must be, texts always", () => {
  equal([quoted("planes"), quoted("Planes"), quoted("order"), quoted('a"b')], ["planes", '"Planes"', '"order"', '"a""b"']);
  equal([qualified({ schema: "public", name: "t" }), qualified({ schema: "s", name: "t" })], ["t", "s.t"]);
  equal(literal("it's"), "'it''s'");
});

test("a form of a page says a statement with a line for each column and option", () => {
  const said = statementOf({
    kind: kind("page"),
    name: "planes",
    replace: false,
    values: { url: "http://p.example/?n={tailnum}", rows: "table tr", "form.FIELD": "kind=plane, q={tailnum}" },
    columns: [column("tailnum", { use: "REQUIRED" }), column(""), column("year", { type: "INTEGER", path: "td.year", key: true })],
  });
  equal(said.text, `CREATE SOURCE planes (
  tailnum TEXT REQUIRED,
  "year" INTEGER PATH 'td.year' PRIMARY KEY
) WITH (connector = 'http',
  format = 'html',
  url = 'http://p.example/?n={tailnum}',
  rows = 'table tr',
  form.kind = 'plane',
  form.q = '{tailnum}')`);
  equal(said.fields.slice(1), ["name", "column 0", "column 2", null, null, "url", "rows", "form.FIELD", "form.FIELD"]);
});

test("a file needs no columns", () => {
  const said = statementOf({ kind: kind("file"), name: "f", replace: true, values: { path: "data/*.csv" }, columns: [column("x")] });
  equal(said.text, "CREATE OR REPLACE SOURCE f\nWITH (connector = 'file',\n  path = 'data/*.csv')");
});

test("an error stands beside the field it is about", () => {
  const columns = [column("id"), column("score")];
  const form = { kind: kind("api"), columns, fields: [null, "name", "column 0"] };
  equal(fieldOf({ line: 2, message: "unknown type" }, form), "column 0");
  equal(fieldOf({ line: 0, message: 'column "score" of source "x" needs a path' }, form), "column 1");
  equal(fieldOf({ line: 0, message: 'source "x" needs score: give it a constant' }, form), "column 1");
  equal(fieldOf({ line: 0, message: "request failed: GET http://x: refused" }, form), "url");
  equal(fieldOf({ line: 0, message: "page_size must be a number: page_size=x" }, form), "page_size");
  equal(fieldOf({ line: 0, message: "a host cannot be found: host=nowhere.example" }, form), "url");
  equal(fieldOf({ line: 0, message: "something else" }, form), "");
});

test("what stands in braces says how columns are used", () => {
  const uses = (url, id) => [...usesIn(url, kind(id))].map((each) => each.join(" "));
  equal(uses("http://x/{origin}.csv?page={page}&month={month}", "api"), ["origin REQUIRED", "month OPTIONAL"]);
  equal(uses("http://x/search?tailnum={tailnum}", "page"), ["tailnum REQUIRED"]);
});
