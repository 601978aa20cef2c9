/** Dark or light: the system's wish until somebody switches, then theirs. */

const KEPT = "telegraph.theme";

export function mount(button, state) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
  const tell = () => state.set({ theme: current() });

  state.actions.switchTheme = () => {
    root.dataset.theme = current() === "dark" ? "light" : "dark";
    keep(root.dataset.theme);
    tell();
  };
  button.addEventListener("click", state.actions.switchTheme);
  system.addEventListener("change", tell);
  tell();
  state.watch(["theme"], () => {
    const other = state.get("theme") === "dark" ? "Light" : "Dark";
    button.textContent = other;
    button.title = `${other} colours`;
  });
}

function keep(theme) {
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}
