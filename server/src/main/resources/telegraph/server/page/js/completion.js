/** What the editor offers to complete: names of the catalog, and functions. */

/** The catalog as CodeMirror's SQL language wants it: columns by table by schema. */
export function schemaOf(catalog) {
  const schemas = {};
  for (const relation of relationsOf(catalog)) {
    const tables = (schemas[relation.schema || "public"] ??= {});
    tables[relation.name] = {
      self: { label: relation.name, type: "type", detail: relation.kind },
      children: relation.columns.map(({ name, type }) => ({
        label: name,
        type: "property",
        detail: type?.toLowerCase(),
      })),
    };
  }
  return schemas;
}

/** All tables, views and sources: `{schema, name, kind, columns: [{name, type}]}`. */
export function relationsOf(catalog) {
  const found = [];
  for (const schema of catalog?.schemas ?? []) {
    for (const [list, kind] of [["tables", "table"], ["views", "view"], ["sources", "source"]]) {
      for (const each of schema[list] ?? []) {
        found.push({ schema: schema.name, kind, ...each, columns: each.columns ?? [] });
      }
    }
  }
  return found;
}

/** Completes functions, and columns of all tables where no table is named before a dot. */
export function completions(catalog) {
  const functions = (catalog?.functions ?? []).map((each) => {
    const name = typeof each === "string" ? each : each.name;
    return { label: name, apply: `${name}(`, type: "function", detail: "function", boost: -1 };
  });
  const columns = columnsOf(relationsOf(catalog));
  const keywords = (catalog?.keywords ?? []).map((word) => ({
    label: word.toUpperCase(),
    type: "keyword",
    boost: -3,
  }));
  const options = [...columns, ...functions, ...keywords];
  return (context) => {
    const word = context.matchBefore(/[\w$]+/);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    if (/[.'"]/.test(context.state.sliceDoc(Math.max(0, from - 1), from))) return null;
    return { from, options, validFor: /^[\w$]*$/ };
  };
}

/** Each name once, with the tables that have it. */
function columnsOf(relations) {
  const tables = new Map();
  for (const { name, columns } of relations) {
    for (const column of columns) {
      if (!tables.has(column.name)) tables.set(column.name, []);
      tables.get(column.name).push(name);
    }
  }
  return [...tables].map(([label, names]) => ({
    label,
    type: "property",
    detail: names.length > 2 ? `${names.length} tables` : names.join(", "),
  }));
}
