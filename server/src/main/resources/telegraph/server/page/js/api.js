/**
 * Requests to the server this page came from. Says who asks, if the server wants to know, and turns
 * problems into `Problem`s that can be shown.
 */
import { tab } from "./kept.js";
import { eventsOf } from "./stream.js";

const KEPT = "telegraph.authorization";

/** Who asks, as the header says it; also here because a browser may keep nothing. */
let authorization = tab.get(KEPT);

/** What the server, or the way to it, has against a request. */
export class Problem extends Error {
  /** @param facts {status, detail, sqlstate, line, column, hint}; status 0: no answer at all */
  constructor(message, facts = {}) {
    super(message);
    this.status = facts.status ?? 0;
    this.sqlstate = facts.sqlstate ?? "";
    this.line = facts.line ?? 0;
    this.column = facts.column ?? 0;
    this.hint = facts.hint ?? "";
  }
}

let signIn = async () => false;

/** Who is asked for a name and password; `ask()` resolves to whether to try again. */
export function whoSignsIn(ask) {
  signIn = ask;
}

/** Remembers who asks until the tab is closed; "" forgets. */
export function authorize(header) {
  authorization = header;
  tab.set(KEPT, header);
}

/**
 * The response to a request, which succeeded.
 *
 * @param options as of fetch
 * @throws Problem
 */
export async function request(path, options = {}) {
  for (;;) {
    const said = authorization;
    const response = await sent(path, options);
    if (response.ok) return response;
    if (response.status === 401) {
      // Somebody may have signed in meanwhile, for another request.
      if (authorization !== said || (await signIn())) continue;
    }
    throw await problemOf(response);
  }
}

async function sent(path, options) {
  const headers = new Headers(options.headers);
  if (authorization) headers.set("Authorization", authorization);
  // Tells the server not to have the browser ask for a password: this page does.
  headers.set("X-Requested-With", "fetch");
  try {
    return await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Problem("The server does not answer.", {
      hint: "See whether ./telegraph serve still runs.",
    });
  }
}

async function problemOf(response) {
  const text = await response.text();
  try {
    const told = JSON.parse(text);
    return new Problem(told.detail ?? told.message ?? told.title ?? text, {
      ...told,
      status: response.status,
    });
  } catch {
    return new Problem(text || `${response.status} ${response.statusText}`, {
      status: response.status,
    });
  }
}

/** What a GET of JSON answers. */
export async function json(path, options = {}) {
  const headers = { Accept: "application/json", ...options.headers };
  return (await request(path, { ...options, headers })).json();
}

/**
 * The events that a request answers with, as they come: `{name, data}`. Ending the loop early, or
 * `options.signal`, closes the connection.
 */
export async function* events(path, options = {}) {
  const headers = { Accept: "text/event-stream", ...options.headers };
  const response = await request(path, { ...options, headers });
  yield* eventsOf(response.body);
}
