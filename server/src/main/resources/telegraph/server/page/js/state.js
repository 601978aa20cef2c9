/**
 * The page's one store of state: named values, and those who watch them.
 *
 * | name      | value                                                                                 |
 * |-----------|---------------------------------------------------------------------------------------|
 * | run       | the statement shown (see `NO_RUN`)                                                     |
 * | columns   | `[{name, type}]` of its result                                                         |
 * | rows      | `Rows` (rows.js): its final rows as far as they came and are kept                      |
 * | snapshot  | the running answer `{number, progress, reason, estimated, rows, marks}`, or null       |
 * | sources   | `[{source, rows, requests, ...}]`: the last word on each source                        |
 * | routes    | `[{modules, ways, changes}]`: each eddy block                                          |
 * | catalog   | what `/v1/catalog` says, or null                                                       |
 * | catalogError | why it says nothing, or ""                                                          |
 * | connection | "ready", "lost", or "closed" (somebody has to sign in)                                |
 * | tab, side | the panels shown                                                                       |
 * | theme     | "dark" or "light"                                                                      |
 *
 * Values are replaced, never changed in place, except `rows`, which counts its own changes. Watchers
 * hear of all changes of one frame at once.
 */
export class State {
  #values;
  #watchers = new Set();
  #changed = new Set();
  #asked = false;

  /** What the modules may ask of the page; filled by app.js. See there. */
  actions = {};

  constructor(values) {
    this.#values = { ...values };
  }

  get(name) {
    if (!(name in this.#values)) throw new Error(`no such value: ${name}`);
    return this.#values[name];
  }

  /** Sets some values; whoever watches one of them hears of it before the next frame. */
  set(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (!(name in this.#values)) throw new Error(`no such value: ${name}`);
      if (Object.is(this.#values[name], value) && typeof value !== "object") continue;
      this.#values[name] = value;
      this.#changed.add(name);
    }
    if (this.#changed.size > 0 && !this.#asked) {
      this.#asked = true;
      soon(() => this.#tell());
    }
  }

  /**
   * Calls `listener(state)` at once and after each change of one of the names; returns what ends
   * it.
   */
  watch(names, listener) {
    const watcher = { names, listener };
    this.#watchers.add(watcher);
    listener(this);
    return () => this.#watchers.delete(watcher);
  }

  #tell() {
    this.#asked = false;
    const changed = new Set(this.#changed);
    this.#changed.clear();
    for (const { names, listener } of this.#watchers) {
      if (names.some((name) => changed.has(name))) listener(this);
    }
  }
}

/** Before the next frame, or soon if the page is not seen and has no frames. */
function soon(act) {
  if (document.visibilityState === "visible") requestAnimationFrame(act);
  else setTimeout(act, 100);
}

/**
 * The statement shown when there is none. Phases: idle, asked (sent, not yet taken), queued (with a
 * place), running, then one of ended, stopped (somebody stopped it; what had come is kept), failed,
 * lost (the connection broke).
 */
export const NO_RUN = Object.freeze({
  id: "",
  text: "",
  phase: "idle",
  place: 0,
  since: 0, // performance.now() when it was asked for
  millis: 0, // how long it took, once it is over
  tag: "",
  total: 0, // rows of the whole result, once known
  error: null, // {message, sqlstate, line, column, hint}
  notices: [],
  watched: false, // somebody else's, followed by its id
});

export const OVER = new Set(["ended", "stopped", "failed", "lost"]);

export function newState() {
  return new State({
    run: NO_RUN,
    columns: [],
    rows: null,
    snapshot: null,
    sources: [],
    routes: [],
    catalog: null,
    catalogError: "",
    connection: "ready",
    tab: "answer",
    side: "catalog",
    theme: "light",
  });
}
