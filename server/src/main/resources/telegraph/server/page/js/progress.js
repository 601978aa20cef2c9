/** How far each source of the statement is, what it cost, and why it waits or lacks rows. */
import { html, nothing, render } from "lit-html";
import { about, count, duration, many, money, percent, size, sums } from "./quantities.js";
import { OVER } from "./state.js";

/** In this time two thirds of an old rate are forgotten. */
const SMOOTH_MILLIS = 1500;

/** A source that gave nothing for so long is said to. */
const SILENT_MILLIS = 2500;

/** Totals by which a share can be told, the most telling first. */
const MEASURES = [
  ["rows", "rowsTotal", "rows"],
  ["units", "unitsTotal", "pages or files"],
  ["bytes", "bytesTotal", "bytes"],
];

export function mount(element, state) {
  const meters = new Meters();
  element.classList.add("progress");
  const show = () => {
    if (element.hidden) return;
    const run = state.get("run");
    render(view(state.get("sources"), run, meters), element);
  };
  state.watch(["sources", "run"], () => {
    meters.take(state.get("sources"), state.get("run"), performance.now());
    show();
  });
  state.watch(["tab"], show);
}

/** Rows a second of each source, and since when nothing has come. */
class Meters {
  #since = -1;
  #meters = new Map();

  take(sources, run, now) {
    if (run.since !== this.#since) {
      this.#since = run.since;
      this.#meters.clear();
    }
    named(sources).forEach(({ key, source }) => {
      const last = this.#meters.get(key);
      if (!last) {
        this.#meters.set(key, { rows: source.rows, requests: source.requests, rate: 0, at: now, movedAt: now });
        return;
      }
      if (now - last.at < 20) return; // the same event again
      const weight = 1 - Math.exp((last.at - now) / SMOOTH_MILLIS);
      const rate = (Math.max(0, source.rows - last.rows) * 1000) / (now - last.at);
      last.rate += weight * (rate - last.rate);
      if (source.rows !== last.rows || source.requests !== last.requests) last.movedAt = now;
      last.rows = source.rows;
      last.requests = source.requests;
      last.at = now;
    });
  }

  rate(key) {
    return this.#meters.get(key)?.rate ?? 0;
  }

  silentMillis(key) {
    const meter = this.#meters.get(key);
    return meter ? meter.at - meter.movedAt : 0;
  }
}

/** Sources with a key of their own; one that is read twice is there twice. */
function named(sources) {
  const seen = new Map();
  return sources.map((source) => {
    const times = (seen.get(source.source) ?? 0) + 1;
    seen.set(source.source, times);
    return { key: `${source.source} ${times}`, source };
  });
}

function view(sources, run, meters) {
  if (sources.length === 0) return empty(run);
  const over = OVER.has(run.phase);
  const sum = (what) => sources.reduce((all, source) => all + source[what], 0);
  const totals = [
    `${many(sum("rows"), "row")} read`,
    sum("requests") ? many(sum("requests"), "request") : "",
    ...sums(sources.flatMap((source) => source.spent ?? [])).map(money),
    sum("bytes") ? size(sum("bytes")) : "",
    sum("cached") ? `${count(sum("cached"))} from the cache` : "",
    sum("failed") ? `${count(sum("failed"))} failed` : "",
  ];
  return html`
    <p class="sources-sum">${totals.filter((t) => t).join(", ")}</p>
    <ul class="sources">${named(sources).map(({ key, source }) => row(source, key, over, meters))}</ul>`;
}

function empty(run) {
  const idle = run.phase === "idle";
  const over = OVER.has(run.phase);
  return html`<div class="nothing">
    <h2>${idle ? "No sources" : over ? "No sources were read" : "Nothing has been read yet"}</h2>
    <p>${idle || over
      ? "Run a query over files or web sources, and see here how far each of them is."
      : "Each source is listed as soon as it is opened."}</p>
  </div>`;
}

function row(source, key, over, meters) {
  const known = MEASURES.find(([, total]) => source[total] > 0);
  const share = source.done ? 1 : known ? Math.min(1, source[known[0]] / source[known[1]]) : NaN;
  const silent = meters.silentMillis(key);
  const moving = !over && !source.done;
  const waits = moving
    ? source.waiting || (silent > SILENT_MILLIS ? `nothing has come for ${Math.round(silent / 1000)}\u00a0s` : "")
    : "";
  const state = source.done ? "done" : waits ? "waits" : over ? "left" : "runs";
  return html`
    <li class="source ${state}">
      <div class="source-head">
        <strong>${source.source}</strong>
        <span class="source-state">${stateText(state, share)}</span>
      </div>
      ${bar(source, share, state)}
      ${waits ? html`<p class="source-waits">${waits}</p>` : nothing}
      <p class="source-facts">${facts(source, known, meters.rate(key), moving, share).map((fact) => html`<span>${fact}</span>`)}</p>
      ${source.failed > 0
        ? html`<p class="source-failed">${many(source.failed, "request")} given up, whose rows are missing${source.failure ? `: ${source.failure}` : ""}</p>`
        : nothing}
    </li>`;
}

function stateText(state, share) {
  if (state === "done") return "all read";
  const read = Number.isNaN(share) ? "" : percent(share);
  if (state === "waits") return read ? `${read}, waits` : "waits";
  if (state === "left") return read ? `${read} read` : "not read to its end";
  return read || "reading";
}

/** A bar; without a known total it tells that there is more, and not how much. */
function bar(source, share, state) {
  const unknown = Number.isNaN(share);
  return html`<div class="bar ${unknown ? "unknown" : ""}" role="progressbar" aria-label="Share of ${source.source} read"
    aria-valuemin="0" aria-valuemax="100" aria-valuenow=${unknown ? nothing : Math.round(share * 100)}
    aria-valuetext=${stateText(state, share)}>
    <svg width="100%" height="8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill" width=${unknown ? "100%" : `${(share * 100).toFixed(1)}%`} height="8" rx="4" />
    </svg>
  </div>`;
}

function facts(source, known, rate, moving, share) {
  const list = [outOf(source.rows, source.rowsTotal, "row")];
  if (source.units > 0 || source.unitsTotal > 0) {
    list.push(outOf(source.units, source.unitsTotal, source.requests ? "page" : "block"));
  }
  if (source.requests > 0) list.push(many(source.requests, "request"));
  if (source.spent) list.push(money(source.spent));
  if (source.retried > 0) list.push(`${count(source.retried)} sent again`);
  if (source.cached > 0) list.push(`${count(source.cached)} from the cache`);
  if (source.bytes > 0) {
    list.push(source.bytesTotal > 0 ? `${size(source.bytes)} of ${size(source.bytesTotal)}` : size(source.bytes));
  }
  if (moving && rate >= 0.5) list.push(`${about(rate)} rows/s`);
  const left = known && rate > 0.5 && share > 0 ? ((source.rows / share - source.rows) / rate) * 1000 : 0;
  if (moving && left > 1500) list.push(`about ${duration(left)} to go`);
  return list;
}

function outOf(number, total, what) {
  return total > 0 && total !== number ? `${count(number)} of ${many(total, what)}` : many(number, what);
}
