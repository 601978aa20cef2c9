/**
 * Reads server-sent events off a response's body as they come. `EventSource` can neither POST nor
 * say who asks, so the format is read here: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

/** Events longer than this are not an answer of ours. */
const EVENT_CHARS_MAX = 64 << 20;

/** Cuts pieces of text into events; a piece may end anywhere. */
export class EventReader {
  #rest = "";
  #name = "";
  #data = [];

  /** The events that end in this piece. */
  take(piece) {
    let text = this.#rest + piece;
    if (text.length > EVENT_CHARS_MAX) throw new Error("an event is too long to be one");
    const events = [];
    let start = 0;
    for (;;) {
      const end = text.indexOf("\n", start);
      if (end < 0) break;
      const line = text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
      start = end + 1;
      const event = this.#line(line);
      if (event) events.push(event);
    }
    this.#rest = text.slice(start);
    return events;
  }

  #line(line) {
    if (line === "") return this.#end();
    const colon = line.indexOf(":");
    if (colon === 0) return null; // a comment, which keeps the connection alive
    const field = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? "" : line.slice(colon + 1);
    if (value.startsWith(" ")) value = value.slice(1);
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    return null;
  }

  #end() {
    const name = this.#name;
    const data = this.#data;
    this.#name = "";
    this.#data = [];
    if (data.length === 0) return null;
    return { name, data: JSON.parse(data.join("\n")) };
  }
}

/** The events of a body. */
export async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield* events.take(value);
    }
  } finally {
    await reader.cancel().catch(() => {
      // It is being closed because it broke or nobody wants more of it.
    });
  }
}
