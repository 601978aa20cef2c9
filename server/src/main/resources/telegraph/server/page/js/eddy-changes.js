/**
 * The changes of mind of an eddy along time: for each set of inputs joined so far a lane, coloured by
 * the module that is preferred, and one change at a time in words.
 */
import { html, nothing, svg } from "lit-html";
import { stepTitle } from "./eddy-picture.js";
import { duration } from "./quantities.js";

const LANES_MAX = 5;
const COLOURS = 6;
const LANE = 16;

/** One change in a sentence. */
export function sentence(change) {
  const [first, ...rest] = change.order.map(stepTitle);
  const then = rest.length ? `, then ${rest.slice(0, 3).join(", ")}${rest.length > 3 ? " …" : ""}` : "";
  return `Route changed at ${duration(change.millis)}: rows of ${change.span} go to ${first} first${then}, because ${reason(change.why)}`;
}

function reason(why) {
  return why.replace(/^(filter|source) /, "");
}

/**
 * @param until what the time line ends with, in milliseconds
 * @param at the number of the change looked at, or -1
 * @param choose called with the number of another, or -1
 */
export function timeline(changes, width, until, at, choose) {
  if (changes.length === 0) return nothing;
  const lanes = lanesOf(changes);
  const names = [...new Set(changes.map((c) => c.order[0]))];
  const colour = (name) => `c${names.indexOf(name) % COLOURS}`;
  // Of a query that was followed from its middle on, the time since its start is not known.
  const end = Math.max(until, changes.at(-1).millis * 1.02, 1);
  const x = (millis) => Math.max(0, Math.min(width, (millis / end) * width));
  const shown = lanes.slice(0, LANES_MAX);
  return html`
    <div class="changes">
      <div class="changes-head">
        <h3>Changes of route <span class="number">${changes.length}</span></h3>
        <button type="button" class="quiet" ?disabled=${at === 0} aria-label="Change before"
          @click=${() => choose(at < 0 ? changes.length - 1 : at - 1)}>‹</button>
        <button type="button" class="quiet" ?disabled=${at < 0} aria-label="Change after"
          @click=${() => choose(at + 1 < changes.length ? at + 1 : -1)}>›</button>
        ${at >= 0 ? html`<button type="button" class="link" @click=${() => choose(-1)}>back to now</button>` : nothing}
      </div>
      <p class="change-text">${sentence(changes[at >= 0 ? at : changes.length - 1])}</p>
      ${shown.map((lane) => html`
        <div class="lane">
          <div class="lane-name">rows of <code>${lane.span}</code>${lane.inputs}</div>
          <svg width=${width} height=${LANE} viewBox="0 0 ${width} ${LANE}" aria-hidden="true">
            ${lane.changes.map(({ change, number }, i) => {
              const from = x(change.millis);
              const to = i + 1 < lane.changes.length ? x(lane.changes[i + 1].change.millis) : x(end);
              return svg`<rect x=${from} y="2" height=${LANE - 4} width=${Math.max(1.5, to - from - 1)} rx="2"
                class="${colour(change.order[0])} ${number === at ? "chosen" : ""}"
                @click=${() => choose(number)}><title>${sentence(change)}</title></rect>`;
            })}
          </svg>
        </div>`)}
      <p class="changes-foot">
        <span class="keys">${names.slice(0, COLOURS).map((name) => html`<span class="key"><i class=${colour(name)}></i>${stepTitle(name)} first</span>`)}</span>
        <span>0 to ${duration(end)}${lanes.length > LANES_MAX ? `; ${lanes.length - LANES_MAX} more lanes not drawn` : ""}</span>
      </p>
    </div>`;
}

/** Changes by what has a choice: the inputs joined and the modules in question; the busiest first. */
function lanesOf(changes) {
  const lanes = new Map();
  changes.forEach((change, number) => {
    const key = `${change.span}|${[...change.order].sort().join()}`;
    if (!lanes.has(key)) lanes.set(key, { span: change.span, inputs: "", changes: [] });
    lanes.get(key).changes.push({ change, number });
  });
  const sorted = [...lanes.values()].sort((a, b) => b.changes.length - a.changes.length);
  for (const lane of sorted) {
    const same = sorted.filter((l) => l.span === lane.span).length > 1;
    lane.inputs = same ? `, ${lane.changes[0].change.order.length} modules left` : "";
  }
  return sorted;
}
