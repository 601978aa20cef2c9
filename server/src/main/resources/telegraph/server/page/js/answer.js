/**
 * The live answer: the running one with what is claimed of each value, then the final rows.
 *
 * | there is                      | shown                                             |
 * |-------------------------------|---------------------------------------------------|
 * | no statement yet              | what to do                                        |
 * | no row yet                    | what it waits for                                 |
 * | a snapshot                    | its rows, with half-widths and basis              |
 * | final rows                    | those, as far as they are kept                    |
 * | an end, and no columns        | what was done                                     |
 */
import { html, render } from "lit-html";
import { copied, csvOf, downloaded } from "./csv.js";
import { Grid } from "./grid.js";
import { view } from "./shown.js";
import { Order } from "./order.js";
import { OVER } from "./state.js";
import { grouped } from "./reading.js";

export function mount(element, state) {
  const nothing = document.createElement("div");
  const bar = document.createElement("div");
  const table = document.createElement("div");
  bar.className = "answer-bar";
  table.setAttribute("aria-label", "Answer");
  element.classList.add("answer");
  element.replaceChildren(nothing, table, bar);

  const order = new Order();
  let current = null;
  let since = -1;
  const grid = new Grid(table, {
    sort: (column) => {
      order.next(column);
      draw();
    },
    open: (row, column) => {
      const { name, type } = current.columns[column];
      state.actions.tell({ title: `${name}, row ${row + 1}`, text: current.plain(row, column), note: type });
    },
    copy: (row, column) => copied(current.plain(row, column), state, "The value"),
  });
  const draw = () => {
    const run = state.get("run");
    const isNew = run.since !== since;
    since = run.since;
    if (isNew) order.clear();
    current = view(state, order, isNew ? null : current);
    const isEmpty = current.columns.length === 0 || (current.count === 0 && run.phase !== "ended");
    table.hidden = isEmpty;
    bar.hidden = isEmpty;
    if (!isEmpty) grid.show(current, isNew);
    render(emptiness(state, current), nothing);
    nothing.hidden = nothing.childElementCount === 0;
    if (!isEmpty) render(footer(state, current), bar);
  };
  state.watch(["run", "columns", "rows", "snapshot"], draw);
}

/** Words for what is not there. */
function emptiness(state, current) {
  const run = state.get("run");
  if (run.phase === "failed") return current.columns.length > 0 ? "" : html`<div class="nothing"></div>`;
  if (run.phase === "idle") return welcome(state);
  if (current.count > 0) return "";
  if (!OVER.has(run.phase)) {
    return html`<div class="nothing"><h2>No rows yet</h2><p>${waits(state, run)}</p></div>`;
  }
  if (run.phase === "ended" && current.columns.length === 0) {
    return html`<div class="nothing done"><h2>${run.tag || "Done"}</h2>
      <p>This statement has no rows to show.</p></div>`;
  }
  if (run.phase === "ended") {
    return html`<div class="nothing"><h2>No rows</h2>
      <p>The answer is complete, and it is empty.</p></div>`;
  }
  return html`<div class="nothing"><h2>Nothing had come</h2>
    <p>It ended before the first row was there.</p></div>`;
}

function waits(state, run) {
  if (run.phase === "asked") return "The statement is on its way to the server.";
  if (run.phase === "queued") return "Others run. It starts as soon as there is room.";
  const waiting = state.get("sources").find((source) => source.waiting);
  if (waiting) return `${waiting.source}: ${waiting.waiting}`;
  const reading = state.get("sources").filter((source) => !source.done).map(({ source }) => source);
  return reading.length > 0 ? `Reading ${reading.join(", ")}.` : "It is being planned and its sources opened.";
}

function welcome(state) {
  return html`<div class="nothing welcome">
    <h2>Ask something</h2>
    <p>Write SQL above and press <kbd>Ctrl</kbd> <kbd>Enter</kbd>. The answer is here while it grows: each number with how
      far it may be off, until it is exact.</p>
    <p>A file is a table by its name in quotes: <code>SELECT * FROM 'data.csv'</code>.
      Sites and APIs become tables once they are
      <button type="button" class="link" @click=${() => state.actions.declare()}>declared</button>.
      Or begin with one of the <button type="button" class="link"
        @click=${() => state.actions.openExamples()}>examples</button>.</p>
  </div>`;
}

/** Below the table: what is not shown, what the signs mean, and how to take the rows along. */
function footer(state, current) {
  const take = (act) => act(csvOf(current.export()), state);
  return html`
    <p>${current.words.map((words) => html`<span>${words}</span>`)}</p>
    <div>
      <button type="button" class="quiet" ?disabled=${current.count === 0}
        @click=${() => take((text) => copied(text, state, `${grouped(String(current.count))} rows as CSV`))}>Copy as CSV</button>
      <button type="button" class="quiet" ?disabled=${current.count === 0}
        @click=${() => take((text) => downloaded(text, current.isFinal ? "answer.csv" : "partial-answer.csv"))}>Download CSV</button>
    </div>`;
}
