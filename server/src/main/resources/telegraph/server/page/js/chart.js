/**
 * A chart that fits the answer, live. What fits is found by `fit.js`; a person may choose otherwise,
 * and the choice holds as long as the columns are the same.
 */
import { html, render } from "lit-html";
import { KINDS, fits, rolesOf } from "./fit.js";
import { drawMap } from "./map.js";
import { drawBars } from "./plot-bars.js";
import { drawFigures } from "./plot-figures.js";
import { drawLines } from "./plot-lines.js";
import { drawPoints } from "./plot-points.js";
import { claimOf } from "./reading.js";
import { held } from "./shown.js";
import { OVER } from "./state.js";

const DRAWN_BY = {
  figures: drawFigures,
  map: drawMap,
  lines: drawLines,
  bars: drawBars,
  points: drawPoints,
};
const TITLES = { figures: "Figures", map: "Map", lines: "Lines", bars: "Bars", points: "Points" };

export function mount(element, state) {
  const tools = document.createElement("div");
  const sheet = document.createElement("div");
  const words = document.createElement("p");
  tools.className = "chart-tools";
  sheet.className = "chart-sheet";
  words.className = "chart-words";
  element.replaceChildren(tools, sheet, words);

  let chosen = {};
  let known = "";
  let drawn = "";
  const draw = () => {
    if (state.get("tab") !== "chart") return;
    const table = tableOf(state);
    const signature = JSON.stringify(table.columns);
    if (signature !== known) {
      known = signature;
      chosen = {};
    }
    const all = fits(table.columns, table.rows, table.estimated);
    const fit = withChoice(all, chosen);
    render(fit ? controls(table, all, fit, choose) : "", tools);
    if (!fit) {
      sheet.replaceChildren();
      drawn = "";
      render(nothing(state, table), words);
      return;
    }
    const drawing = `${signature} ${fit.kind} ${fit.x} ${fit.y} ${fit.label}`;
    if (drawing !== drawn) sheet.replaceChildren();
    drawn = drawing;
    const room = { width: Math.max(280, sheet.clientWidth), height: heightOf(element, tools, words) };
    sheet.setAttribute("role", "img");
    sheet.setAttribute("aria-label", `${TITLES[fit.kind]} of ${fit.y.map((c) => table.columns[c].name).join(", ")}. The table has the same numbers.`);
    const said = DRAWN_BY[fit.kind](sheet, room, fit, table);
    render(html`${[...said, ...signs(table)].map((each) => html`<span>${each}</span>`)}`, words);
  };
  const choose = (change) => {
    chosen = { ...chosen, ...change };
    draw();
  };
  state.watch(["run", "columns", "rows", "snapshot", "tab", "theme"], draw);
  new ResizeObserver(draw).observe(sheet);
}

function heightOf(element, tools, words) {
  return Math.max(260, element.clientHeight - tools.offsetHeight - words.offsetHeight - 28);
}

/** What charts are drawn of. */
function tableOf(state) {
  const { columns, rows, snapshot } = held(state);
  const estimated = snapshot?.estimated ?? state.get("snapshot")?.estimated;
  return {
    columns,
    rows,
    estimated,
    isRunning: !OVER.has(state.get("run").phase),
    /** What is claimed of a value of a row by its number; null if it is exact. */
    claim: (row, c) => (snapshot ? claimOf(snapshot.marks[row], estimated, c) : null),
    hasClaims: snapshot !== null && Boolean(estimated?.some(Boolean)),
  };
}

function withChoice(all, { kind, x, y }) {
  const fit = all.find((each) => each.kind === kind) ?? all[0];
  if (!fit) return null;
  return { ...fit, x: x ?? fit.x, y: y === undefined ? fit.y : [y] };
}

function controls({ columns, estimated }, all, fit, choose) {
  const { numbers, times, texts } = rolesOf(columns, estimated);
  const ways = KINDS.filter((kind) => all.some((each) => each.kind === kind));
  const across = { bars: [...texts, ...times, ...numbers], lines: [...times, ...numbers], points: numbers }[fit.kind] ?? [];
  const up = ["bars", "lines", "points"].includes(fit.kind) ? numbers : [];
  return html`
    <div role="radiogroup" aria-label="Chart">${ways.map((kind) => html`
      <button type="button" role="radio" aria-checked=${kind === fit.kind}
        @click=${() => choose({ kind, x: undefined, y: undefined })}>${TITLES[kind]}</button>`)}</div>
    ${choice("of", up, fit.y.length === 1 ? fit.y[0] : -1, columns, (y) => choose({ y }))}
    ${choice("by", across, fit.x, columns, (x) => choose({ x }))}`;
}

function choice(word, options, value, columns, chosen) {
  if (options.length < 2) return "";
  return html`<label>${word} <select @change=${(event) => chosen(Number(event.target.value))}>
    ${value < 0 ? html`<option value="-1" selected disabled>all</option>` : ""}
    ${options.map((c) => html`<option value=${c} .selected=${c === value}>${columns[c].name}</option>`)}
  </select></label>`;
}

function nothing(state, { columns, rows, isRunning }) {
  const { phase } = state.get("run");
  if (phase === "idle") return html`<span class="nothing">The chart of an answer is here once something is asked.</span>`;
  if (isRunning && rows.length === 0) return html`<span class="nothing">No rows yet to draw.</span>`;
  const why = columns.length === 0 || rows.length === 0 ? "There are no rows to draw." : "None of the columns is a number, so there is nothing to draw.";
  return html`<span class="nothing">${why}</span>`;
}

/** What the signs of a running chart mean. */
function signs({ hasClaims }) {
  return hasClaims ? ["whiskers and bands: ± at 95 %", "pale: what came so far, nothing is claimed of the rest"] : [];
}
