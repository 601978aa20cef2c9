/** The tabs over the answer and at the side, and the side as a drawer on narrow screens. */

const ANSWER = [
  ["answer", "Table"],
  ["chart", "Chart"],
  ["eddy", "Eddy"],
  ["sources", "Sources"],
];
const SIDE = [
  ["catalog", "Catalog"],
  ["queries", "Queries"],
  ["history", "History"],
];

export function mount(body, state) {
  const place = (id) => body.ownerDocument.getElementById(id);
  list(place("tabs"), ANSWER, "tab", state, "tab-");
  list(place("side-tabs"), SIDE, "side", state, "side-tab-");
  state.actions.show = (tab) => state.set({ tab });
  drawer(place, state);
}

/** One list of tabs; the left and right keys walk in it, as WAI-ARIA has it. */
function list(element, tabs, name, state, prefix) {
  const buttons = tabs.map(([id, title]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.id = prefix + id;
    button.textContent = title;
    button.setAttribute("role", "tab");
    button.setAttribute("aria-controls", id);
    button.addEventListener("click", () => state.set({ [name]: id }));
    return button;
  });
  element.replaceChildren(...buttons);
  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex(([id]) => id === state.get(name));
    const to = (at + step + tabs.length) % tabs.length;
    state.set({ [name]: tabs[to][0] });
    buttons[to].focus();
    event.preventDefault();
  });
  state.watch([name], () => {
    tabs.forEach(([id], at) => {
      const chosen = id === state.get(name);
      buttons[at].setAttribute("aria-selected", chosen);
      buttons[at].tabIndex = chosen ? 0 : -1;
      element.ownerDocument.getElementById(id).hidden = !chosen;
    });
  });
}

function drawer(place, state) {
  const root = place("frame");
  const button = place("side-open");
  const shade = place("side-shade");
  const set = (open) => {
    root.classList.toggle("side-open", open);
    root.classList.toggle("side-shut", !open);
    button.setAttribute("aria-expanded", open);
    shade.hidden = !open;
  };
  const narrow = matchMedia("(max-width: 860px)");
  narrow.addEventListener("change", () => set(!narrow.matches));
  set(!narrow.matches);
  button.addEventListener("click", () => set(!root.classList.contains("side-open")));
  shade.addEventListener("click", () => set(false));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && narrow.matches && root.classList.contains("side-open")) {
      set(false);
      button.focus();
      event.preventDefault();
    }
  });
  state.actions.showSide = (tab) => {
    if (tab) state.set({ side: tab });
    set(Boolean(tab));
    if (tab) place(`side-tab-${tab}`).focus();
  };
  /** What was chosen from the drawer is to be seen: on narrow screens the drawer goes. */
  state.actions.leaveSide = () => {
    if (narrow.matches) set(false);
  };
}
