/** The buttons between editor and answer: run, stop, examples, share. */
import { html, render } from "lit-html";
import { json } from "./api.js";
import { copied } from "./csv.js";
import { EXAMPLES } from "./examples.js";
import { OVER } from "./state.js";

export function mount(element, state) {
  let served = [];
  let link = null;
  let flashed = "";
  const draw = () => render(tools(state, [...served, ...EXAMPLES], link, flashed, share), element);
  const share = async () => {
    link = await state.actions.share();
    draw();
  };
  let fading = 0;
  state.actions.flash = (text) => {
    flashed = text;
    draw();
    clearTimeout(fading);
    fading = setTimeout(() => {
      flashed = "";
      draw();
    }, 2500);
  };
  state.watch(["run"], draw);
  state.actions.openExamples = () => element.querySelector("#examples").showPopover();
  json("/v1/examples")
    .then((answer) => {
      served = answer.examples.map(({ title, about, sql }) => ({ title, about, text: `${sql};` }));
      if (served.length > 0) state.actions.suggest(served[0].text);
      draw();
    })
    .catch(() => state.actions.say("The server's examples cannot be read."));
}

function tools(state, examples, link, flashed, share) {
  const run = state.get("run");
  const busy = run.phase !== "idle" && !OVER.has(run.phase);
  return html`
    <button type="button" class="main" id="run" title="Run the statement at the cursor, or what is selected (Ctrl Enter)"
      @click=${() => state.actions.runHere()}>Run <kbd>Ctrl ⏎</kbd></button>
    <button type="button" class="danger" id="stop" ?disabled=${!busy}
      title="Stop, and keep what has come (Escape)" @click=${() => state.actions.stop()}>Stop</button>
    <button type="button" class="quiet" popovertarget="examples">Examples</button>
    <button type="button" class="quiet" popovertarget="share" @click=${share}>Share</button>
    <span class="flash" role="status">${flashed}</span>
    <div id="examples" class="sheet" popover aria-label="Examples">${list(state, examples)}</div>
    <div id="share" class="sheet" popover aria-label="Share">${link ? shared(state, link) : ""}</div>`;
}

function list(state, examples) {
  const choose = (event, text) => {
    event.target.closest("[popover]").hidePopover();
    state.actions.edit(text);
  };
  return html`<ul>${examples.map(({ title, about, text }) => html`
    <li><button type="button" class="quiet" @click=${(event) => choose(event, text)}>
      <strong>${title}</strong>${about ? html`<span>${about}</span>` : ""}</button></li>`)}</ul>`;
}

function shared(state, { text, running }) {
  const field = (label, address) => html`
    <label>${label}
      <span class="field"><input readonly .value=${address} @focus=${(event) => event.target.select()} />
      <button type="button" @click=${() => copied(address, state, "The address")}>Copy</button></span></label>`;
  return html`
    <h2>Share</h2>
    ${field("The text in the editor. It is in the address itself, behind #, and is not run by opening it.", text)}
    ${running ? field("The statement that was run last, to watch while it runs.", running) : ""}`;
}
