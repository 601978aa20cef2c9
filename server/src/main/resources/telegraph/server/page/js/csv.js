/** Rows as CSV (RFC 4180), to the clipboard or into a file. */
import { textOf } from "./reading.js";

/** NULL is nothing between two commas, the empty text is `""`. */
export function csvOf({ names, rows }) {
  const lines = [names.map(field).join(",")];
  for (const row of rows) {
    lines.push(row.map((value) => (value === null || value === undefined ? "" : field(value))).join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

function field(value) {
  const text = textOf(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Copies text, and says of `what` whether it could. */
export async function copied(text, state, what) {
  try {
    await navigator.clipboard.writeText(text);
    state.actions.say(`${what} copied.`);
    state.actions.flash(`${what} copied`);
  } catch {
    state.actions.tell({ title: `${what}: copy it from here`, text, note: "This browser lets no page copy by itself." });
  }
}

export function downloaded(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
