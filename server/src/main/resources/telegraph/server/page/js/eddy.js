/**
 * The eddy as it runs: every block of the statement as a picture whose lines are as thick as rows
 * flow, with what stalls and why, and the way that is preferred now.
 *
 * It watches `routes` and redraws when an event comes; between events only the drops on the lines and
 * the arms of the eddy move.
 */
import { html, nothing, render } from "lit-html";
import { sentence, timeline } from "./eddy-changes.js";
import { drawing, wayLine } from "./eddy-draw.js";
import { layout } from "./eddy-layout.js";
import { Watching, stepTitle } from "./eddy-picture.js";
import { count } from "./quantities.js";
import { OVER } from "./state.js";

const BLOCK_WIDTH_MIN = 760;
const TOLD_MILLIS = 6000;

export function mount(element, state) {
  new EddyView(element, state);
}

class EddyView {
  #element;
  #state;
  #watching = new Watching();
  #pictures = [];
  #run = null;
  #chosen = new Map(); // by block: {input, at}
  #told = { at: 0, changes: 0, text: "" };
  #tip = document.createElement("div");
  #looked = null;
  #motion = new Motion();

  constructor(element, state) {
    this.#element = element;
    this.#state = state;
    this.#tip.className = "eddy-tip";
    this.#tip.hidden = true;
    element.classList.add("eddy");
    const stage = document.createElement("div");
    element.replaceChildren(stage, this.#tip);
    this.#element.stage = stage;
    new ResizeObserver(() => this.#draw()).observe(element);
    state.watch(["routes", "run"], () => this.#take());
    state.watch(["tab"], () => this.#draw());
    element.addEventListener("keydown", (e) => {
      if (e.key === "Escape") this.#leave();
    });
  }

  #take() {
    const run = this.#state.get("run");
    const routes = this.#state.get("routes");
    if (run.since !== this.#run?.since || (this.#run && OVER.has(this.#run.phase) && !OVER.has(run.phase))) {
      this.#watching = new Watching();
      this.#chosen.clear();
      this.#pictures = [];
      this.#told = { at: 0, changes: 0, text: "" };
    }
    this.#run = run;
    const over = OVER.has(run.phase) ? Math.max(1, run.millis) : 0;
    if (routes.length > 0) {
      this.#pictures = this.#watching.take(routes, performance.now(), over);
      this.#tell();
    }
    this.#draw();
  }

  /** Says aloud, and for a while in large, that a route has changed. */
  #tell() {
    const all = this.#pictures.reduce((sum, p) => sum + p.changes.length, 0);
    if (all > this.#told.changes && !OVER.has(this.#run.phase)) {
      const latest = this.#pictures
        .flatMap((p) => p.changes.slice(-1))
        .reduce((a, b) => (b.millis > a.millis ? b : a));
      const now = performance.now();
      // One sentence after the other, not all at once.
      if (now - this.#told.at > TOLD_MILLIS / 2) {
        this.#told = { at: now, changes: all, text: sentence(latest) };
        this.#state.actions.say?.(this.#told.text);
      }
    }
  }

  #draw() {
    if (this.#element.hidden || this.#element.clientWidth === 0) {
      this.#motion.follow(null);
      return;
    }
    render(this.#view(), this.#element.stage);
    this.#motion.follow(OVER.has(this.#run?.phase) ? null : this.#element.stage);
    if (this.#looked) this.#look(this.#looked.node, this.#looked.at);
  }

  #view() {
    if (this.#pictures.length === 0) return this.#empty();
    const room = this.#element.clientWidth - 24;
    const side = this.#pictures.length > 1 && room >= 2 * BLOCK_WIDTH_MIN;
    const width = side ? Math.floor(room / 2) - 12 : room;
    const fresh = performance.now() - this.#told.at < TOLD_MILLIS && this.#told.text;
    return html`
      <p class="eddy-news ${fresh && !OVER.has(this.#run.phase) ? "fresh" : ""}">${fresh ? this.#told.text : ""}</p>
      <div class="eddy-blocks ${side ? "side" : ""}">
        ${this.#pictures.map((picture, b) => this.#block(picture, b, width))}
      </div>
      <p class="eddy-legend">
        <span><i class="rows"></i>rows, thicker the more a second</span>
        <span><i class="in"></i>rows to be judged</span>
        <span><i class="build"></i>kept in a SteM</span>
        <span><i class="asked"></i>values asked for</span>
        <span><b>1 2 3</b> the preferred way</span>
      </p>`;
  }

  #empty() {
    const phase = this.#run?.phase ?? "idle";
    const running = !OVER.has(phase) && phase !== "idle";
    return html`<div class="nothing">
      <h2>${running ? "Nothing has flowed yet" : "No picture"}</h2>
      <p>${running
        ? "The eddy is drawn as soon as the first rows are under way."
        : phase === "idle"
          ? "Run a query that reads something, and see here how its rows find their way through filters, joins and lookups."
          : "This statement had no eddy: it read no rows, or was over before it could be watched."}</p>
    </div>`;
  }

  #block(picture, b, width) {
    const chosen = this.#chosen.get(b) ?? { input: "", at: -1 };
    const choose = (change) => {
      this.#chosen.set(b, { ...chosen, ...change });
      this.#draw();
    };
    const way = wayShown(picture, chosen);
    const order = new Map();
    way?.steps.forEach((step, i) => order.has(step.node) || order.set(step.node, i + 1));
    const looked = {
      look: (node, at) => this.#look(node, at),
      leave: () => this.#leave(),
      choose: (node) => {
        if (picture.ways.some((w) => w.input === node.input)) choose({ input: node.input, at: -1 });
      },
    };
    const until = OVER.has(this.#run.phase) ? this.#run.millis : performance.now() - this.#run.since;
    return html`<section class="eddy-block" aria-label="Eddy ${b + 1}">
      ${this.#pictures.length > 1 ? html`<h3>Eddy ${b + 1}</h3>` : nothing}
      ${drawing(picture, layout(picture, width), { way, order }, looked)}
      ${way ? this.#way(picture, way, choose) : nothing}
      ${timeline(picture.changes, Math.min(width, 900), until, chosen.at, (at) => choose({ at }))}
      ${inWords(picture)}
    </section>`;
  }

  #way(picture, way, choose) {
    return html`<div class="ways">
      <span class="ways-of">${way.past ? "The way then of rows of" : "The way of rows of"}
        ${picture.ways.map((w) => html`<button type="button" class="chip" aria-pressed=${w.input === way.input}
          @click=${() => choose({ input: w.input, at: -1 })}>${w.input}</button>`)}</span>
      ${wayLine(way)}
    </div>`;
  }

  #look(node, at) {
    this.#looked = { node, at };
    const fresh = this.#pictures.flatMap((p) => p.nodes).find((n) => n.id === node.id) ?? node;
    render(html`
      <strong>${fresh.kind} ${fresh.whole ?? fresh.title}</strong>
      ${fresh.stalled ? html`<p class="why">${fresh.stalled}</p>` : nothing}
      <dl>${fresh.facts.filter(([, value]) => value !== "").map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`, this.#tip);
    this.#tip.hidden = false;
    const box = at.getBoundingClientRect();
    const view = this.#element.getBoundingClientRect();
    const left = box.left - view.left + this.#element.scrollLeft;
    const most = this.#element.clientWidth - this.#tip.offsetWidth - 8;
    this.#tip.style.left = `${Math.max(8, Math.min(left, most))}px`;
    const below = box.bottom - view.top + this.#element.scrollTop + 6;
    const above = box.top - view.top + this.#element.scrollTop - this.#tip.offsetHeight - 6;
    const fits = below + this.#tip.offsetHeight < this.#element.scrollTop + this.#element.clientHeight;
    this.#tip.style.top = `${fits || above < 0 ? below : above}px`;
  }

  #leave() {
    this.#looked = null;
    this.#tip.hidden = true;
  }
}

/** The way that is drawn strong: of the input chosen, or the one that most rows come from. */
function wayShown(picture, { input, at }) {
  if (at >= 0 && picture.changes[at]) return wayThen(picture, picture.changes[at]);
  const most = (w) => picture.flows.find((f) => w.flows.has(f.id))?.total ?? 0;
  const busiest = picture.ways.reduce((a, b) => (a && most(a) >= most(b) ? a : b), null);
  return picture.ways.find((w) => w.input === input) ?? busiest;
}

/** What a change of the past preferred: its order, from the inputs joined so far on. */
function wayThen(picture, change) {
  const steps = change.order
    .map((name) => ({ name, ...picture.places.get(name) }))
    .filter((step) => step.node);
  return { input: change.span, past: true, steps, flows: new Set(steps.flatMap((s) => s.flows)) };
}

/** The same as a table, for those who do not see the picture. */
function inWords(picture) {
  return html`<details class="eddy-words">
    <summary>As a table</summary>
    <div class="scroll"><table>
      <thead><tr><th>module</th><th>what</th><th>now</th><th>told</th></tr></thead>
      <tbody>
        ${picture.nodes.map((n) => html`<tr>
          <td>${n.kind}</td><td><code>${n.whole ?? n.title}</code></td>
          <td>${n.line}${n.stalled ? html`<br /><em>${n.stalled}</em>` : nothing}</td>
          <td>${n.facts.filter(([, v]) => v !== "").map(([k, v]) => `${k} ${v}`).join(", ")}</td>
        </tr>`)}
      </tbody>
    </table></div>
    ${picture.ways.map((w) => html`<p>Rows of ${w.input}: ${w.steps.map((s) => stepTitle(s.name)).join(" → ")}</p>`)}
    <p>${count(picture.changes.length)} changes of route.</p>
  </details>`;
}

/** Moves drops along lines and turns the eddy, frame by frame, while there is something to move. */
class Motion {
  #place = null;
  #asked = 0;
  #last = 0;
  #offset = new WeakMap();
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param place what holds the moving parts, or null if nothing moves */
  follow(place) {
    this.#place = place;
    if (place && !this.#asked && !this.#still.matches) {
      this.#last = performance.now();
      this.#asked = requestAnimationFrame((now) => this.#frame(now));
    }
  }

  #frame(now) {
    this.#asked = 0;
    const passed = Math.min(100, now - this.#last) / 1000;
    this.#last = now;
    if (!this.#place || this.#still.matches) return;
    for (const path of this.#place.querySelectorAll(".drops:not([hidden])")) {
      const at = (this.#offset.get(path) ?? 0) - passed * Number(path.dataset.speed);
      this.#offset.set(path, at % 3600);
      path.setAttribute("stroke-dashoffset", at.toFixed(1));
    }
    for (const arms of this.#place.querySelectorAll(".arms")) {
      const at = ((this.#offset.get(arms) ?? 0) + passed * Number(arms.dataset.speed)) % 360;
      this.#offset.set(arms, at);
      arms.setAttribute("transform", `rotate(${at.toFixed(1)})`);
    }
    this.#asked = requestAnimationFrame((next) => this.#frame(next));
  }
}
