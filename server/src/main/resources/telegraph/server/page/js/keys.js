/** Keys that work anywhere on the page, and the list of them. */
import { html, render } from "lit-html";

const LIST = [
  ["Ctrl Enter", "run the statement at the cursor, or what is selected"],
  ["Ctrl Shift Enter", "run everything in the editor"],
  ["Escape", "stop, and keep what has come"],
  ["Alt ↑, Alt ↓", "walk through the statements run before"],
  ["Ctrl Space", "complete"],
  ["Ctrl F", "find in the editor"],
  ["Ctrl /", "make lines a comment, or none again"],
  ["e", "to the editor; Escape leaves it"],
  ["1, 2, 3, 4", "table, chart, eddy, sources"],
  ["c, q, h", "catalog, queries, history"],
  ["Arrows, Enter", "walk in the table; show a value in full"],
  ["Ctrl C", "copy the value (in the table)"],
  ["t", "dark or light"],
  ["?", "this list"],
];

const ANSWER = ["answer", "chart", "eddy", "sources"];
const SIDE = { c: "catalog", q: "queries", h: "history" };

export function mount(button, state) {
  const dialog = document.getElementById("dialog");
  const open = () => {
    render(sheet(() => dialog.close()), dialog);
    dialog.showModal();
  };
  button.addEventListener("click", open);
  addEventListener("keydown", (event) => {
    const path = event.composedPath();
    const inField = path.some((each) => /^(INPUT|TEXTAREA|SELECT)$/.test(each.tagName));
    const typing = inField || path.some((each) => each.isContentEditable);
    const inDialog = document.querySelector("dialog[open], [popover]:popover-open") !== null;
    if (event.defaultPrevented || inDialog || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escape(state, inField, typing);
    if (!typing && does(event.key, state, open)) event.preventDefault();
  });
}

/** In a field the key is the field's, and ends no query. */
function escape(state, inField, typing) {
  if (!inField) state.actions.stop();
  if (typing) document.activeElement?.blur();
}

function does(key, state, open) {
  if (ANSWER[Number(key) - 1]) state.actions.show(ANSWER[Number(key) - 1]);
  else if (SIDE[key]) state.actions.showSide(SIDE[key]);
  else if (key === "e") state.actions.focusEditor();
  else if (key === "t") state.actions.switchTheme();
  else if (key === "?") open();
  else return false;
  return true;
}

function sheet(leave) {
  return html`
    <h2>Keys</h2>
    <dl class="keys">${LIST.map(([key, does]) => html`
      <div><dt>${key.split(/,? /).map((part) => html`<kbd>${part}</kbd> `)}</dt><dd>${does}</dd></div>`)}</dl>
    <p class="hint">On a Mac, ⌘ stands for Ctrl. Single letters work while the cursor is not in the editor.</p>
    <div class="buttons"><button type="button" class="main" autofocus @click=${leave}>Close</button></div>`;
}
