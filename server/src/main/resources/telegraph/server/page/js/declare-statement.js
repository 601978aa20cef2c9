/** The CREATE SOURCE statement that a form says, and the field that a message about it means. */
import { literal, quoted } from "./names.js";

/** What stands in braces and is no column. */
const HOLES = new Set(["page", "offset", "cursor", "limit"]);

/**
 * @param form {kind, name, replace, values, columns}: the kind of source, its name, what the fields
 *   say by name, and `[{name, type, use, path, key}]`
 * @returns {text, fields}: `fields[line]` is the field of each line, from 1 on, or undefined
 */
export function statementOf({ kind, name, replace, values, columns }) {
  const lines = [];
  const fields = [];
  const line = (text, field) => {
    lines.push(text);
    fields[lines.length] = field;
  };
  const create = `CREATE ${replace ? "OR REPLACE " : ""}SOURCE ${quoted(name.trim() || "name")}`;
  const named = kind.columns ? columns.filter((column) => column.name.trim()) : [];
  line(named.length ? `${create} (` : create, "name");
  named.forEach((column, i) => {
    line(`  ${columnText(column)}${i + 1 < named.length ? "," : ""}`, `column ${columns.indexOf(column)}`);
  });
  const options = optionsOf(kind, values);
  options.forEach(([option, value, field], i) => {
    const before = i === 0 ? `${named.length ? ")" : ""} WITH (`.trim() : " ";
    line(`${before}${i === 0 ? "" : " "}${optionName(option)} = ${literal(value)}${i + 1 < options.length ? "," : ")"}`, field);
  });
  return { text: lines.join("\n"), fields };
}

function columnText({ name, type, use, path, key }) {
  return [
    quoted(name.trim()),
    type,
    use,
    path.trim() ? `PATH ${literal(path.trim())}` : "",
    key ? "PRIMARY KEY" : "",
  ].filter(Boolean).join(" ");
}

/** `[option, value, field]` of all that is said. */
function optionsOf(kind, values) {
  const options = Object.entries(kind.options).map(([option, value]) => [option, value, undefined]);
  for (const field of fieldsOf(kind)) {
    const value = (values[field.name] ?? field.preset ?? "").trim();
    if (value === "") continue;
    if (!field.pairs) {
      options.push([field.name, value, field.name]);
      continue;
    }
    for (const pair of value.split(",")) {
      const [option, ...rest] = pair.split("=");
      if (option.trim()) options.push([field.pairs + option.trim(), rest.join("=").trim(), field.name]);
    }
  }
  return options;
}

export function fieldsOf(kind) {
  return [...kind.fields, ...kind.groups.flatMap((group) => group.fields)];
}

/** Options with a dot are one name for each part. */
function optionName(option) {
  return option.split(".").map((part) => (/^[A-Za-z_]\w*$/.test(part) ? part : `"${part}"`)).join(".");
}

/**
 * The field that an error is about: by its place in the statement, else by the option or column that
 * its message names; "" if it is about none of them.
 */
export function fieldOf(problem, { kind, columns, fields }) {
  if (problem.line > 0 && fields?.[problem.line]) return fields[problem.line];
  const message = problem.message;
  const column = columns.findIndex(({ name }) => name.trim() && names(message, "(?:column|needs)", name.trim()));
  if (kind.columns && column >= 0) return `column ${column}`;
  const option = fieldsOf(kind).find(({ name }) => names(message, "option", name));
  if (option) return option.name;
  const rest = fieldsOf(kind).find(({ name }) => new RegExp(`(^|[\\s"'(])${escaped(name)}([\\s"'=:,)]|$)`).test(message));
  if (rest) return rest.name;
  if (/\b(request failed|host|address|status|file|path)\b/i.test(message)) return kind.fields[0].name;
  return /\bsource\b.*\b(exists|name)\b/i.test(message) ? "name" : "";
}

function names(message, what, name) {
  return new RegExp(`\\b${what}[ =]"?${escaped(name)}\\b`).test(message);
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** How the columns are used whose names stand in braces: what a path or a form holds must be given. */
export function usesIn(url, kind) {
  const uses = new Map();
  for (const hole of url.matchAll(/\{(\w+)\}/g)) {
    if (HOLES.has(hole[1])) continue;
    const inPath = !url.slice(0, hole.index).includes("?");
    uses.set(hole[1], inPath || kind.id === "page" ? "REQUIRED" : "OPTIONAL");
  }
  return uses;
}
