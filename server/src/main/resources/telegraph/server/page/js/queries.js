/**
 * The statements of this server that run, wait or have ended: whose they are, what they cost, and
 * ways to stop one, to watch it, and to take its text.
 */
import { html, nothing, render } from "lit-html";
import { events, json, request } from "./api.js";
import { duration, many, size } from "./quantities.js";

const AGAIN_MILLIS = 3000;
const SHOWN_MAX = 100;
const KEPT_MAX = 1000;

export function mount(element, state) {
  new QueryList(element, state);
}

class QueryList {
  #element;
  #state;
  #queries = null;
  #problem = "";
  #filter = "";
  #connection = null;
  #heard = 0;
  #shown = SHOWN_MAX;

  constructor(element, state) {
    this.#element = element;
    this.#state = state;
    element.classList.add("queries");
    state.watch(["side", "connection"], () => this.#follow());
    state.watch(["run"], () => this.#draw());
    // What runs gets older without anything being told.
    setInterval(() => this.#queries?.some(isOpen) && this.#draw(), 1000);
  }

  /** Hears of changes while the list is seen. */
  #follow() {
    const seen = this.#state.get("side") === "queries" && this.#state.get("connection") === "ready";
    if (!seen) {
      this.#connection?.abort();
      this.#connection = null;
      return;
    }
    if (this.#connection) return;
    this.#connection = new AbortController();
    this.#hear(this.#connection.signal);
  }

  async #hear(signal) {
    while (!signal.aborted) {
      try {
        this.#take(await json("/v1/queries", { signal }));
        for await (const { data } of events("/v1/queries/events", { signal })) this.#take(data);
      } catch (problem) {
        if (signal.aborted) return;
        this.#problem = problem.message;
        this.#draw();
      }
      await new Promise((again) => setTimeout(again, AGAIN_MILLIS));
    }
  }

  /** What is told has all that run or wait, and those that ended last; others that ended are kept. */
  #take(told) {
    if (!told.queries) return;
    const list = told.queries.map(lineOf);
    const ids = new Set(list.map((q) => q.id));
    const before = (this.#queries ?? []).filter((q) => !ids.has(q.id) && !isOpen(q));
    this.#queries = [...list, ...before.slice(0, KEPT_MAX)];
    this.#heard = performance.now();
    this.#problem = "";
    this.#draw();
  }

  #draw() {
    if (!this.#element.hidden) render(this.#view(), this.#element);
  }

  #view() {
    if (this.#queries === null) {
      return html`<div class="nothing small"><h2>${this.#problem ? "The list cannot be read" : "Asking for the list"}</h2>
        <p>${this.#problem || "It comes as soon as the server answers."}</p></div>`;
    }
    const words = this.#filter.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#queries.filter((q) => words.every((word) => q.words.includes(word)));
    const open = found.filter(isOpen).sort(byTurn);
    const past = found.filter((q) => !isOpen(q)).sort((a, b) => b.asked - a.asked);
    return html`
      <input type="search" class="filter" placeholder="Filter by text, user, door, state" aria-label="Filter the statements"
        .value=${this.#filter} @input=${(e) => this.#set(e.target.value)} />
      ${this.#problem ? html`<p class="list-problem" role="status">Not up to date: ${this.#problem}</p>` : nothing}
      <h3>Running and queued <span>${open.length}</span></h3>
      ${open.length ? html`<ul>${open.map((q) => this.#line(q))}</ul>` : html`<p class="none">Nothing runs${words.length ? " that fits" : " now"}.</p>`}
      <h3>Past <span>${past.length}</span></h3>
      ${past.length ? html`<ul>${past.slice(0, this.#shown).map((q) => this.#line(q))}</ul>` : html`<p class="none">Nothing has ended yet.</p>`}
      ${past.length > this.#shown
        ? html`<button type="button" class="link" @click=${() => this.#more()}>Show ${past.length - this.#shown} more</button>`
        : nothing}`;
  }

  #set(filter) {
    this.#filter = filter;
    this.#shown = SHOWN_MAX;
    this.#draw();
  }

  #more() {
    this.#shown += 10 * SHOWN_MAX;
    this.#draw();
  }

  #line(q) {
    const here = q.id === this.#state.get("run").id;
    const millis = q.state === "running" ? q.millis + performance.now() - this.#heard : q.millis;
    return html`
      <li class="query ${q.state} ${here ? "here" : ""}">
        <button type="button" class="query-text" title="Watch it" @click=${() => this.#open(q)}><code>${q.text}</code></button>
        <p class="query-facts">
          <span class="state">${q.state}${q.state === "queued" && q.place ? `, place ${q.place}` : ""}</span>
          ${[
            q.state === "queued" ? "" : duration(millis),
            many(q.rows, "row"),
            q.requests ? many(q.requests, "request") : "",
            q.memory ? size(q.memory) : "",
          ].filter(Boolean).map((fact) => html`<span>${fact}</span>`)}
        </p>
        <p class="query-who">${[q.user, q.door, q.application, q.address].filter(Boolean).join(" · ")}${q.asked ? html` · <time datetime=${new Date(q.asked).toISOString()}>${when(q.asked)}</time>` : nothing}</p>
        ${q.error ? html`<p class="query-error">${q.error}</p>` : nothing}
        <p class="query-acts">
          ${isOpen(q) ? html`<button type="button" class="danger" @click=${() => this.#stop(q)}>Stop</button>` : nothing}
          <button type="button" class="quiet" @click=${() => this.#open(q)}>${isOpen(q) ? "Watch" : "Look at"}</button>
          <button type="button" class="quiet" @click=${() => this.#edit(q)}>Edit</button>
        </p>
      </li>`;
  }

  #open(q) {
    this.#state.actions.follow(q.id);
    this.#state.actions.leaveSide();
  }

  #edit(q) {
    this.#state.actions.edit(q.text);
    this.#state.actions.leaveSide();
  }

  async #stop(q) {
    if (q.id === this.#state.get("run").id) {
      this.#state.actions.stop();
      return;
    }
    const may = await this.#state.actions.confirm({
      title: `Stop ${q.id}?`,
      text: `${q.user ? `It is ${q.user}'s. ` : ""}It ends with an error for whoever waits for it: ${q.text.slice(0, 300)}`,
      act: "Stop it",
    });
    if (!may) return;
    try {
      await request(`/v1/queries/${encodeURIComponent(q.id)}`, { method: "DELETE" });
      this.#state.actions.say(`${q.id} is being stopped`);
    } catch (problem) {
      this.#problem = problem.message;
      this.#draw();
    }
  }
}

function isOpen(query) {
  return query.state === "running" || query.state === "queued";
}

function byTurn(a, b) {
  return a.state === b.state ? a.place - b.place || b.millis - a.millis : a.state === "running" ? -1 : 1;
}

/** A statement of the list as it is shown. */
function lineOf(told) {
  const line = {
    id: told.id,
    text: told.sql.trim(),
    state: told.state,
    place: told.place,
    asked: Date.parse(told.asked) || 0,
    millis: told.millis,
    rows: told.rows,
    requests: told.requests,
    memory: told.memory || told.memoryPeak,
    user: told.user,
    door: told.door,
    application: program(told.application),
    address: told.address,
    error: told.error,
  };
  line.words = `${line.id} ${line.text} ${line.state} ${line.user} ${line.door} ${line.application} ${line.address}`.toLowerCase();
  return line;
}

/** A browser by its name; it says more of itself than anybody wants to read. */
function program(application) {
  if (!application.startsWith("Mozilla/")) return application;
  const [, name, version] = /\b(Edg|OPR|Firefox|HeadlessChrome|Chrome|Safari)\/(\d+)/.exec(application) ?? [];
  const called = { Edg: "Edge", OPR: "Opera", HeadlessChrome: "Chrome" };
  return name ? `${called[name] ?? name} ${version}` : "browser";
}

function when(millis) {
  const at = new Date(millis);
  const today = new Date().toDateString() === at.toDateString();
  return today ? at.toLocaleTimeString() : at.toLocaleString();
}
