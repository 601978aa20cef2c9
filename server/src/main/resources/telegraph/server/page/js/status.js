/**
 * One line on how the statement stands, the error if it failed, and what the server wants known.
 * What it says at each change of phase is told to screen readers too, and not each number.
 */
import { html, render } from "lit-html";
import { money, sums } from "./quantities.js";
import { claimOf, grouped, numberOf } from "./reading.js";
import { held, percent, plural } from "./shown.js";
import { OVER } from "./state.js";

const TICK_MILLIS = 100;

export function mount(element, state) {
  const error = document.getElementById("error");
  const connection = document.getElementById("connection");
  let phase = "idle";
  let tick = 0;
  const draw = () => {
    const run = state.get("run");
    render(line(state, run), element);
    element.dataset.phase = run.phase;
    document.title = run.phase === "idle" ? "Telegraph" : `${SIGNS[run.phase] ?? "…"} ${WORDS[run.phase]} · Telegraph`;
    clearTimeout(tick);
    if (run.phase !== "idle" && !OVER.has(run.phase)) tick = setTimeout(draw, TICK_MILLIS);
    if (run.phase !== phase) {
      phase = run.phase;
      render(run.error ? failure(run.error, state) : "", error);
      if (phase !== "asked" && phase !== "idle") state.actions.say(element.textContent.replace(/\s+/g, " "));
    }
  };
  state.watch(["run", "rows", "snapshot", "sources"], draw);
  state.watch(["connection"], () => {
    const now = state.get("connection");
    const again = () => location.reload();
    const words = { lost: "The server does not answer.", closed: "Not signed in." }[now];
    render(words ? html`${words} <button type="button" class="link" @click=${again}>Try again</button>` : "", connection);
  });
}

const WORDS = {
  asked: "Sent",
  queued: "Waiting for its turn",
  running: "Running",
  ended: "Complete",
  stopped: "Stopped",
  failed: "Failed",
  lost: "The connection broke",
};

/** What a tab of the browser shows of it. */
const SIGNS = { ended: "✓", stopped: "■", failed: "✗", lost: "✗" };

function line(state, run) {
  if (run.phase === "idle") return "";
  const parts = facts(state, run).filter(Boolean);
  const notices = run.notices;
  return html`
    <p><strong class="phase"><i class="dot"></i>${WORDS[run.phase]}</strong>
      ${parts.map((part) => html`<span>${part}</span>`)}</p>
    ${run.watched ? watched(state, run) : ""}
    ${notices.length === 0 ? "" : html`<ul class="notices">
      ${notices.slice(0, 20).map((text) => html`<li>${text}</li>`)}
      ${notices.length > 20 ? html`<li>and ${notices.length - 20} more</li>` : ""}</ul>`}`;
}

/** The text of a statement that was started elsewhere. */
function watched(state, run) {
  return html`<p class="watched"><span>You watch ${run.id}</span><code>${run.text.trim()}</code>
    <button type="button" class="link" @click=${() => state.actions.edit(run.text.trim())}>into the editor</button></p>`;
}

function facts(state, run) {
  const sources = state.get("sources");
  const requests = sources.reduce((sum, source) => sum + (source.requests ?? 0), 0);
  const read = sources.reduce((sum, source) => sum + (source.rows ?? 0), 0);
  const isOver = OVER.has(run.phase);
  const seconds = (isOver ? run.millis : performance.now() - run.since) / 1000;
  const rows = state.get("rows");
  return [
    run.phase === "queued" && run.place > 0 ? `place ${run.place} in the queue` : "",
    run.phase === "ended" ? (state.get("columns").length > 0 ? plural(run.total || rows?.total || 0, "row") : run.tag) : "",
    `${run.watched && run.phase !== "ended" ? "watched for " : ""}${seconds.toFixed(seconds < 10 ? 1 : 0)} s`,
    read > 0 && !(run.phase === "ended" && requests === 0) ? `${grouped(String(read))} rows read` : "",
    requests > 0 ? plural(requests, "request") : "",
    ...sums(sources.flatMap((source) => source.spent ?? [])).map(money),
    certainty(state, run),
    run.phase === "stopped" || run.phase === "lost" ? "what had come is kept" : "",
  ];
}

/** From how much the shown values are, and how far they may be off. */
function certainty(state, run) {
  const { snapshot } = held(state);
  if (!snapshot) {
    return run.phase === "ended" && state.get("snapshot")?.estimated?.some(Boolean) ? "exact" : "";
  }
  const from = snapshot.progress === null || !(snapshot.progress >= 0) ? "" : `from ${Math.floor(snapshot.progress * 100)} %`;
  if (!snapshot.estimated?.some(Boolean)) return from;
  const within = spread(snapshot);
  return [from, within].filter(Boolean).join(", ");
}

function spread({ rows, marks, estimated }) {
  let widest = 0;
  let unknown = 0;
  let known = 0;
  rows.forEach((row, r) => {
    row.forEach((value, c) => {
      const claim = claimOf(marks[r], estimated, c);
      if (!estimated[c] || value === null) return;
      if (claim === null) known++;
      else if (claim.error > 0 && claim.basis !== "so-far") {
        known++;
        const size = Math.abs(numberOf(value));
        widest = Math.max(widest, size > 0 ? claim.error / size : Infinity);
      } else unknown++;
    });
  });
  if (known === 0) return "nothing is claimed of the rest yet";
  const which = unknown === 0 ? "every value" : plural(known, "value");
  const rest = unknown === 0 ? "" : `, ${grouped(String(unknown))} without ±`;
  if (!Number.isFinite(widest)) return `${which} with ±${rest}`;
  return (widest === 0 ? `${which} exact` : `${which} within ± ${percent(widest)}`) + rest;
}

function failure(error, state) {
  const place = error.line ? `line ${error.line}, column ${error.column}` : "";
  return html`<div class="failure">
    <p class="message">${error.message}</p>
    ${error.hint && !error.message.includes(error.hint) ? html`<p class="hint">${error.hint}</p>` : ""}
    <p class="where">${[place, error.sqlstate ? `SQLSTATE ${error.sqlstate}` : ""].filter(Boolean).join(" · ")}
      ${error.line ? html`<button type="button" class="link" @click=${() => state.actions.focusEditor()}>to the editor</button>` : ""}</p>
  </div>`;
}
