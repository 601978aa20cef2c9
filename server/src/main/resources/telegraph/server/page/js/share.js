/**
 * Addresses that hold a statement, or name a query that runs.
 *
 * `#q=` is followed by the text, compressed (deflate) and in base64 for addresses. What stands
 * behind `#` is not sent to any server. `?query=ID` shows a query by its id while it runs.
 */

const TEXT = "q";
const CHARS_MAX = 100_000;

export function mount(state) {
  state.actions.share = async () => {
    const run = state.get("run");
    const address = new URL(location.href.split(/[?#]/)[0]);
    address.hash = `${TEXT}=${await packed(state.actions.text())}`;
    history.replaceState(null, "", address);
    return { text: String(address), running: run.id ? watching(run.id) : "" };
  };
  const open = async () => {
    const parameters = new URLSearchParams(location.hash.slice(1));
    const text = parameters.get(TEXT);
    if (!text) return;
    const shared = await unpacked(text).catch(() => unreadable(state));
    // What stood in the editor is not lost by opening a link.
    state.actions.remember(state.actions.text());
    state.actions.edit(shared);
  };
  addEventListener("hashchange", open);
  open();
  const watched = new URLSearchParams(location.search).get("query");
  if (watched) state.actions.follow(watched);
}

function watching(id) {
  const address = new URL(location.href.split(/[?#]/)[0]);
  address.search = `?query=${encodeURIComponent(id)}`;
  return String(address);
}

function unreadable(state) {
  state.actions.say("The address holds no statement that can be read.");
  return "-- The address holds no statement that can be read: part of it is missing.\n";
}

/** Text in few letters that may stand in an address. */
export async function packed(text) {
  const bytes = new Uint8Array(await through(new Blob([text]), new CompressionStream("deflate-raw")));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of `packed`; fails if it is none, or one that would be very long. */
export async function unpacked(letters) {
  const binary = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  let text = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))) {
    text += piece;
    if (text.length > CHARS_MAX) throw new Error("too long to be a statement");
  }
  return text;
}

function through(blob, transform) {
  return new Response(blob.stream().pipeThrough(transform)).arrayBuffer();
}
