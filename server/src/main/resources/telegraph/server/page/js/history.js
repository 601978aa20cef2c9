/** The statements that were run from this browser, the last first; kept by it, not by the server. */
import { html, render } from "lit-html";
import { lasting } from "./kept.js";

const KEPT = "telegraph.history";
const STATEMENTS_MAX = 200;
const CHARS_MAX = 20_000;

/** As in the shell: what mentions one of these is not kept. */
const SECRETS = /secret|token|password/i;

export function mount(element, state) {
  let all = kept();
  let walked = -1;
  let draft = "";
  const show = () => render(list(all, state, clear), element);
  const clear = () => {
    all = [];
    keep(all);
    show();
  };
  state.actions.remember = (text) => {
    walked = -1;
    if (SECRETS.test(text) || text.length > CHARS_MAX) return;
    const same = text.trim();
    all = [same, ...all.filter((each) => each !== same)].slice(0, STATEMENTS_MAX);
    keep(all);
    show();
  };
  const walk = (step) => {
    const to = walked + step;
    if (to < -1 || to >= all.length) return;
    if (walked === -1) draft = state.actions.text();
    walked = to;
    state.actions.edit(to === -1 ? draft : all[to]);
  };
  state.actions.older = () => walk(1);
  state.actions.newer = () => walk(-1);
  show();
}

function list(all, state, clear) {
  if (all.length === 0) {
    return html`<div class="nothing small">
      <h2>Nothing yet</h2>
      <p>Statements that you run are kept here, in this browser. Alt ↑ and Alt ↓ walk through them.</p>
    </div>`;
  }
  return html`
    <ul class="history">
      ${all.map((text) => html`
        <li><button type="button" class="quiet" title="Put it into the editor"
          @click=${() => state.actions.edit(text)}><code>${text}</code></button></li>`)}
    </ul>
    <button type="button" class="link" @click=${clear}>Forget all</button>`;
}

function kept() {
  try {
    const read = JSON.parse(lasting.get(KEPT) || "[]");
    return Array.isArray(read) ? read.filter((each) => typeof each === "string") : [];
  } catch {
    return []; // what is kept there is not ours
  }
}

function keep(all) {
  lasting.set(KEPT, JSON.stringify(all));
}
