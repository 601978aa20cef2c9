/**
 * Carries out statements, one at a time, and turns their events into state.
 *
 * ```
 *  idle ──run──> asked ──queued──> queued ──started──> running ──end────> ended
 *                  └──────────────started───────────────^  ├──error──> failed
 *                                                          ├──stop───> stopped   what came is kept
 *                                                          └──the connection breaks──> lost
 * ```
 */
import { Problem, events, request } from "./api.js";
import { tab } from "./kept.js";
import { Rows } from "./rows.js";
import { NO_RUN, OVER } from "./state.js";

const SESSION = "telegraph.session";
const CANCELLED = "57014";

/** Statements that what comes after them in the same tab is to know of. */
const LASTING = /^\s*(begin|start|set|reset|prepare|declare|savepoint|lock)\b/im;

export function mount(state) {
  let current = null;
  const begin = (act) => {
    current?.leave();
    current = act;
    return act.go();
  };
  state.actions.run = (text, before = "") => begin(new Run(state, text, { before }));
  state.actions.follow = (id) => begin(new Run(state, "", { id }));
  state.actions.stop = () => current?.stop();
}

/** One statement or several, sent together or followed by an id. */
class Run {
  #state;
  #text;
  #before;
  #id;
  #watched;
  #connection = new AbortController();
  #stopping = false;
  #left = false;

  constructor(state, text, { id = "", before = "" }) {
    this.#state = state;
    this.#text = text;
    this.#before = before;
    this.#id = id;
    this.#watched = id !== "";
  }

  async go() {
    this.#reset(this.#watched ? "running" : "asked");
    try {
      for await (const { name, data } of this.#events()) {
        if (this.#left) return;
        this.#take(name, data);
      }
      this.#over("lost");
    } catch (e) {
      if (!this.#left) this.#broke(e);
    }
  }

  #events() {
    const signal = this.#connection.signal;
    if (this.#watched) {
      return events(`/v1/queries/${encodeURIComponent(this.#id)}/events`, { signal });
    }
    return events("/v1/query", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...session(this.#text) },
      body: JSON.stringify({ sql: this.#before + this.#text, live: true }),
      signal,
    });
  }

  /** Nobody looks any more; the server ends what runs because the connection is gone. */
  leave() {
    this.#left = true;
    this.#connection.abort();
  }

  /** Ends the statement; what came stays. */
  async stop() {
    if (this.#stopping || OVER.has(this.#state.get("run").phase)) return;
    this.#stopping = true;
    if (this.#id === "") {
      this.#over("stopped");
      this.leave();
      return;
    }
    try {
      await request(`/v1/queries/${encodeURIComponent(this.#id)}`, { method: "DELETE" });
    } catch (problem) {
      if (OVER.has(this.#state.get("run").phase)) return;
      this.#over("stopped");
      this.leave();
      // Closing the connection ends it too, unless it is somebody else's.
      if (this.#watched) this.#change({ phase: "failed", error: problem });
    }
  }

  #take(name, data) {
    switch (name) {
      case "queued":
        this.#started(data.id);
        return this.#change({ phase: "queued", place: data.place });
      case "started":
        this.#started(data.id);
        return this.#change({ phase: "running", text: data.sql ?? this.#text });
      case "schema":
        return this.#state.set({ columns: data.columns });
      case "rows":
        return this.#append(data.rows);
      case "snapshot":
        return this.#state.set({ snapshot: data });
      case "progress":
        return this.#state.set({ sources: data.sources });
      case "routes":
        return this.#state.set({ routes: data.blocks });
      case "notice":
        return this.#change({ notices: [...this.#state.get("run").notices, data.text] });
      case "end":
        return this.#ended(data);
      case "error":
        return this.#failed(data);
      default: // a newer server may tell more
    }
  }

  /** Of several statements the one that runs is shown, from its start on. */
  #started(id) {
    if (this.#id !== "" && this.#id !== id) this.#reset("running");
    this.#id = id;
    this.#change({ id });
  }

  #append(rows) {
    const all = this.#state.get("rows") ?? new Rows();
    all.append(rows);
    this.#state.set({ rows: all });
  }

  #ended(end) {
    const state = this.#state;
    state.set({
      rows: state.get("rows") ?? new Rows(),
      sources: end.progress ?? state.get("sources"),
      routes: end.routes?.length ? end.routes : state.get("routes"),
      connection: "ready",
    });
    this.#over(end.stopped ? "stopped" : "ended", {
      tag: end.tag ?? "",
      total: end.rows ?? 0,
      millis: end.millis,
    });
  }

  #failed(error) {
    const isStopped = this.#stopping || (this.#watched && error.sqlstate === CANCELLED);
    this.#over(isStopped ? "stopped" : "failed", isStopped ? {} : { error });
  }

  #broke(e) {
    if (OVER.has(this.#state.get("run").phase)) return;
    if (this.#stopping) return this.#over("stopped");
    const problem = e instanceof Problem;
    if (!problem && this.#id !== "") return this.#over("lost");
    if (problem && e.status === 0) this.#state.set({ connection: "lost" });
    this.#over("failed", { error: problem ? e : new Problem(e.message) });
  }

  #over(phase, more = {}) {
    const run = this.#state.get("run");
    if (OVER.has(run.phase)) return;
    this.#change({ phase, millis: performance.now() - run.since, ...more });
  }

  #change(changes) {
    this.#state.set({ run: { ...this.#state.get("run"), ...changes } });
  }

  #reset(phase) {
    this.#state.set({
      run: {
        ...NO_RUN,
        id: this.#id,
        text: this.#text,
        phase,
        since: performance.now(),
        watched: this.#watched,
      },
      columns: [],
      rows: null,
      snapshot: null,
      sources: [],
      routes: [],
    });
  }
}

/**
 * From its first BEGIN or SET on a tab is a conversation of its own, since then what is run in it
 * belongs together. Servers keep few of these for each user, so other tabs have none.
 */
function session(text) {
  let name = tab.get(SESSION);
  if (!name && LASTING.test(text)) {
    name = `page-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    tab.set(SESSION, name);
  }
  return name ? { "Telegraph-Session": name } : {};
}
