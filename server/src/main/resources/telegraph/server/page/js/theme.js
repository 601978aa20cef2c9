/** Dark or light: the system's wish until somebody switches, then theirs. */
import { lasting } from "./kept.js";

const KEPT = "telegraph.theme";

export function mount(button, state) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
  const tell = () => state.set({ theme: current() });

  state.actions.switchTheme = () => {
    root.dataset.theme = current() === "dark" ? "light" : "dark";
    lasting.set(KEPT, root.dataset.theme);
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
