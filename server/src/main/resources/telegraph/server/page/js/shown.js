/** What of an answer is shown now: the snapshot, or the final rows, as the table wants them. */
import { claimOf, grouped, isNumber, reading, textOf } from "./reading.js";
import { OVER } from "./state.js";

/** Snapshots longer than this are not compared with the one before. */
const COMPARED_MAX = 2_000;

/** Longer texts are cut in the table; the whole is shown on Enter. */
const CELL_CHARS_MAX = 300;

/** What stands in the column that says on what a row rests. */
const BASIS = { exact: "exact", sampled: "sampled", assumed: "assumed", "so-far": "so far" };

/**
 * The rows that are shown: `{columns, rows, snapshot}`; the snapshot is null once they are final
 * ones.
 */
export function held(state) {
  const rows = state.get("rows");
  const snapshot = state.get("snapshot");
  const replaced = rows !== null && (rows.total > 0 || state.get("run").phase === "ended");
  const isFinal = !snapshot || replaced;
  return {
    columns: state.get("columns"),
    rows: isFinal ? (rows?.kept ?? []) : snapshot.rows,
    snapshot: isFinal ? null : snapshot,
  };
}

/** @param before the view before this one of the same answer, or null */
export function view(state, order, before) {
  const run = state.get("run");
  const rows = state.get("rows");
  const { columns, rows: kept, snapshot } = held(state);
  const isFinal = snapshot === null;
  const estimates = !isFinal && snapshot.estimated?.some(Boolean);
  const permutation = order.permutation(kept, columns, OVER.has(run.phase));
  const at = permutation ? (row) => permutation[row] : (row) => row;
  const texts = isFinal ? null : textsBefore(before, snapshot, columns);
  const cells = isFinal ? plainCells(kept, columns, at) : snapshotCells(snapshot, columns, at, texts);
  return {
    columns: [
      ...columns.map((column, c) => ({
        ...column,
        kind: isNumber(column.type) ? "number" : "text",
        sorted: order.of(c),
      })),
      ...(estimates ? [{ name: "basis", type: "", kind: "text basis", sorted: "" }] : []),
    ],
    count: permutation ? Math.min(kept.length, permutation.length) : kept.length,
    cell: cells,
    plain: (row, c) => (c < columns.length ? textOf(kept[at(row)][c]) : told(snapshot.marks[at(row)])),
    isFinal: isFinal && run.phase === "ended",
    texts,
    words: words(run, rows, snapshot, kept),
    export: () => exported(columns, kept, at, snapshot),
  };
}

function plainCells(rows, columns, at) {
  return (row, c) => {
    const value = rows[at(row)][c];
    if (value === null || value === undefined) return NULL;
    return { value: cut(textOf(value)), kind: "" };
  };
}

const NULL = Object.freeze({ value: "NULL", kind: "null", title: "NULL" });

function cut(text) {
  return text.length > CELL_CHARS_MAX ? `${text.slice(0, CELL_CHARS_MAX)}…` : text;
}

function snapshotCells(snapshot, columns, at, texts) {
  return (row, c) => {
    const mark = snapshot.marks[at(row)];
    if (c === columns.length) {
      return { value: told(mark), kind: `basis-${mark.basis}`, title: mark.reason ?? "" };
    }
    const value = snapshot.rows[at(row)][c];
    if (value === null || value === undefined) return NULL;
    const claim = claimOf(mark, snapshot.estimated, c);
    const read = reading(value, columns[c].type, claim);
    return {
      ...read,
      value: cut(read.value),
      kind: snapshot.estimated?.[c] ? `estimate basis-${claim ? mark.basis : "exact"}` : "",
      changed: texts.changed(at(row), c, read.value),
      title: claim ? explained(read, claim, mark.reason) : "",
    };
  };
}

/** What the column of the basis says: also whether the row may not belong to the answer. */
function told({ basis, undecided }) {
  return undecided ? `${BASIS[basis]}, undecided` : BASIS[basis];
}

function explained({ share }, { basis }, reason) {
  if (share > 0) return `± ${percent(share)} of the value, ${BASIS[basis]}`;
  return reason ? `no ± because ${reason}` : "";
}

export function percent(share) {
  const hundred = share * 100;
  return `${hundred >= 10 ? Math.ceil(hundred) : Number(hundred.toPrecision(2))} %`;
}

/**
 * The texts of a snapshot by row, to mark those that the next one changes. Rows are known again by
 * the values that are no estimates, since their places change.
 */
function textsBefore(before, snapshot, columns) {
  const last = before?.texts;
  if (last?.number === snapshot.number) return last;
  const compared = snapshot.rows.length <= COMPARED_MAX;
  const keys = compared
    ? snapshot.rows.map((row) => JSON.stringify(row.filter((_, c) => !snapshot.estimated?.[c])))
    : [];
  const values = new Map(keys.map((key, row) => [key, snapshot.rows[row]]));
  return {
    number: snapshot.number,
    values,
    /** One of two classes in turn, so that the mark starts anew with each change. */
    changed(row, c) {
      const old = last?.values.get(keys[row]);
      if (!compared || !snapshot.estimated?.[c] || !old || old[c] === snapshot.rows[row][c]) return "";
      return snapshot.number % 2 === 0 ? "changed-even" : "changed-odd";
    },
    columns,
  };
}

/** What has to be said of what is shown, in plain words. */
function words(run, rows, snapshot, held) {
  const said = [];
  const isOver = OVER.has(run.phase);
  if (snapshot) {
    const so = isOver ? "as far as they came" : "so far";
    said.push(`${plural(held.length, "row")} ${so}`);
    if (snapshot.estimated?.some(Boolean)) said.push("± at 95 %, each on its own");
    if (snapshot.reason) said.push(`no ± because ${snapshot.reason}`);
    return said;
  }
  const total = rows?.total ?? 0;
  const kept = rows?.kept.length ?? 0;
  if (kept < total) {
    said.push(`The first ${grouped(String(kept))} of ${plural(total, "row")} are here; the others are counted and not kept`);
  } else {
    said.push(`${plural(total, "row")}${isOver ? "" : " so far"}`);
  }
  if (isOver && run.phase !== "ended") said.push("the answer is not complete");
  return said;
}

export function plural(count, word) {
  return `${grouped(String(count))} ${word}${count === 1 ? "" : "s"}`;
}

/** Names and rows to take along: of a running answer with half-widths and basis. */
function exported(columns, held, at, snapshot) {
  const order = held.map((_, row) => at(row));
  if (!snapshot?.estimated?.some(Boolean)) {
    return { names: columns.map(({ name }) => name), rows: order.map((row) => held[row]) };
  }
  const estimated = snapshot.estimated;
  const names = columns.flatMap(({ name }, c) => (estimated[c] ? [name, `${name}_error`] : [name]));
  const row = (r) => {
    const mark = snapshot.marks[r];
    const values = held[r].flatMap((value, c) => (estimated[c] ? [value, mark.errors?.[c] ?? null] : [value]));
    return [...values, mark.undecided ? `${mark.basis}, undecided` : mark.basis];
  };
  return { names: [...names, "basis"], rows: order.map(row) };
}
