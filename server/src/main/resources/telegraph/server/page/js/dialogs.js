/** Questions that must be answered first: may it be done, and who is asking. */
import { html, render } from "lit-html";
import { authorize, whoSignsIn } from "./api.js";

export function mount(dialog, state) {
  state.actions.say = (text) => {
    document.getElementById("said").textContent = text;
  };
  state.actions.confirm = (question) => asked(dialog, confirmation(question));
  state.actions.tell = (what) => shown(dialog, what);
  let before = false;
  const ask = async () => {
    const came = await signedIn(dialog, state, before);
    before = came;
    return came;
  };
  whoSignsIn(once(ask));
}

/** Shows a form in the dialog; resolves to its data when it is sent, or null if it is left. */
function asked(dialog, form) {
  return new Promise((resolve) => {
    let data = null;
    const send = (event) => {
      event.preventDefault();
      data = new FormData(event.target);
      dialog.close();
    };
    render(html`<form @submit=${send}>${form(() => dialog.close())}</form>`, dialog);
    dialog.addEventListener("close", () => resolve(data), { once: true });
    dialog.showModal();
  });
}

/** Shows a text in full. */
function shown(dialog, { title, text, note = "" }) {
  render(
    html`<h2>${title}</h2>
      ${note ? html`<p class="hint">${note}</p>` : ""}
      <pre class="whole" tabindex="0">${text}</pre>
      <div class="buttons"><button type="button" class="main" autofocus @click=${() => dialog.close()}>Close</button></div>`,
    dialog,
  );
  dialog.showModal();
}

function confirmation({ title, text, act }) {
  return (leave) => html`
    <h2>${title}</h2>
    <p>${text}</p>
    <div class="buttons">
      <button type="button" class="quiet" @click=${leave}>Cancel</button>
      <button type="submit" class="danger">${act}</button>
    </div>`;
}

const signIn = (wasWrong) => (leave) => html`
  <h2>Sign in</h2>
  ${wasWrong ? html`<p class="wrong" role="alert">Name and password, or token, were wrong or no longer hold.</p>` : ""}
  <p>This server wants to know who asks. What you enter is kept until this tab is closed.</p>
  <label>Name <input name="name" autocomplete="username" autofocus /></label>
  <label>Password, or a token without a name
    <input name="secret" type="password" autocomplete="current-password" required /></label>
  <div class="buttons">
    <button type="button" class="quiet" @click=${leave}>Cancel</button>
    <button type="submit" class="main">Sign in</button>
  </div>`;

async function signedIn(dialog, state, wasWrong) {
  authorize("");
  const data = await asked(dialog, signIn(wasWrong));
  if (!data) {
    state.set({ connection: "closed" });
    return false;
  }
  const name = data.get("name").trim();
  const secret = data.get("secret");
  authorize(name ? `Basic ${base64(`${name}:${secret}`)}` : `Bearer ${secret.trim()}`);
  state.set({ connection: "ready" });
  return true;
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Whoever calls while it is still under way gets the same answer. */
function once(act) {
  let underWay = null;
  return () => {
    underWay ??= act().finally(() => (underWay = null));
    return underWay;
  };
}
