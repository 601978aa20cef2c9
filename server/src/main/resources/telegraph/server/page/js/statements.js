/**
 * Where statements of a script start and end. A semicolon ends one unless it is in a text, a quoted
 * name, a comment or a text in dollars.
 */

/** `[{from, to, text}]`: each statement without its semicolon and the blanks around it. */
export function statementsOf(script) {
  const found = [];
  let start = 0;
  let at = 0;
  const end = (to) => {
    const from = start + blanksBefore(script.slice(start, to));
    const text = script.slice(from, to).trimEnd();
    if (text !== "") found.push({ from, to: from + text.length, text });
  };
  while (at < script.length) {
    if (script[at] === ";") {
      end(at);
      start = ++at;
    } else {
      at = skipped(script, at);
    }
  }
  end(script.length);
  return found;
}

/**
 * The statement at a position: the one it is in or right behind, on the same line if it is behind
 * one; else the next; else the last. Null if there is none.
 */
export function statementAt(script, position) {
  const all = statementsOf(script);
  const inside = all.find(({ from, to }) => from <= position && position <= to);
  if (inside) return inside;
  const before = all.findLast(({ to }) => to < position);
  if (before && !script.slice(before.to, position).includes("\n")) return before;
  return all.find(({ from }) => from > position) ?? before ?? null;
}

/** Blanks and comments at the start of a statement are not the statement. */
function blanksBefore(text) {
  let at = 0;
  for (;;) {
    const blank = /^\s+/.exec(text.slice(at));
    if (blank) at += blank[0].length;
    else if (text.startsWith("--", at) || text.startsWith("/*", at)) at = skipped(text, at);
    else return at;
  }
}

/** The position behind the text, name, comment or character that starts at a position. */
function skipped(script, at) {
  const two = script.slice(at, at + 2);
  if (two === "--") return behind(script, "\n", at + 2);
  if (two === "/*") return behindComment(script, at + 2);
  const one = script[at];
  if (one === "'" || one === '"') {
    const escapes = one === "'" && /(^|[^\w])[eE]$/.test(script.slice(Math.max(0, at - 2), at));
    return behindQuote(script, at + 1, one, escapes);
  }
  const dollars = one === "$" ? /^\$([A-Za-z_]\w*)?\$/.exec(script.slice(at, at + 64)) : null;
  if (dollars && !/\w/.test(script[at - 1] ?? "")) {
    return behind(script, dollars[0], at + dollars[0].length);
  }
  return at + 1;
}

function behind(script, what, from) {
  const at = script.indexOf(what, from);
  return at < 0 ? script.length : at + what.length;
}

function behindQuote(script, from, quote, escapes) {
  for (let at = from; at < script.length; at++) {
    if (escapes && script[at] === "\\") at++;
    else if (script[at] === quote) {
      if (script[at + 1] !== quote) return at + 1;
      at++;
    }
  }
  return script.length;
}

/** Comments nest. */
function behindComment(script, from) {
  let depth = 1;
  for (let at = from; at < script.length; at++) {
    if (script.startsWith("/*", at)) {
      depth++;
      at++;
    } else if (script.startsWith("*/", at)) {
      at++;
      if (--depth === 0) return at + 1;
    }
  }
  return script.length;
}
