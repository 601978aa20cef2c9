const { statementAt, statementsOf } = await load("statements.js");
const texts = (script) => statementsOf(script).map(({ text }) => text);

test("semicolons part statements, but not in texts, names, comments and dollars", () => {
  equal(texts("SELECT 1; SELECT 2;"), ["SELECT 1", "SELECT 2"]);
  equal(texts("SELECT 'a;''b;' ; SELECT \"x;y\""), ["SELECT 'a;''b;'", 'SELECT "x;y"']);
  equal(texts("SELECT 1 -- one; two\n; SELECT 2"), ["SELECT 1 -- one; two", "SELECT 2"]);
  equal(texts("SELECT /* a; /* b; */ ; */ 1; SELECT 2"), ["SELECT /* a; /* b; */ ; */ 1", "SELECT 2"]);
  equal(texts("SELECT $a$;$$;$a$; SELECT $$;$$"), ["SELECT $a$;$$;$a$", "SELECT $$;$$"]);
  equal(texts("SELECT E'\\';' ; SELECT 2"), ["SELECT E'\\';'", "SELECT 2"]);
  equal(texts("SELECT $1; SELECT a$b$c"), ["SELECT $1", "SELECT a$b$c"]);
});

test("what is never closed goes on to the end", () => {
  equal(texts("SELECT 'a; SELECT 2"), ["SELECT 'a; SELECT 2"]);
  equal(texts("SELECT 1 /* a; SELECT 2"), ["SELECT 1 /* a; SELECT 2"]);
});

test("blanks and comments before a statement are not part of it", () => {
  const [only] = statementsOf("\n -- about\n SELECT 1 ;\n");
  equal([only.from, only.to, only.text], [12, 20, "SELECT 1"]);
  equal(texts(" ;; -- nothing\n;"), []);
});

test("the statement at a position is the one it is in, behind, or before", () => {
  const script = "SELECT 1;\n\nSELECT 2; -- two\n\n\nSELECT 3";
  const at = (position) => statementAt(script, position)?.text;
  equal(at(0), "SELECT 1");
  equal(at(9), "SELECT 1");
  equal(at(10), "SELECT 2");
  equal(at(21), "SELECT 2");
  equal(at(29), "SELECT 3");
  equal(at(script.length), "SELECT 3");
  equal(statementAt("SELECT 1;\n\n", 11).text, "SELECT 1");
  equal(statementAt("", 0), null);
});
