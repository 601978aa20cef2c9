/** Reads the catalog at the start, when asked to, and after statements that may have changed it. */
import { json } from "./api.js";

const CHANGES = /^\s*(create|drop|alter|truncate|comment|insert|copy|begin|commit|rollback)\b/i;

export function mount(state) {
  state.actions.refreshCatalog = async () => {
    try {
      state.set({ catalog: await json("/v1/catalog"), catalogError: "", connection: "ready" });
    } catch (problem) {
      state.set({ catalogError: problem.message });
      if (problem.status === 0) state.set({ connection: "lost" });
    }
  };
  let seen = "";
  state.watch(["run"], () => {
    const run = state.get("run");
    if (run.phase !== "ended" || run.id === seen) return;
    seen = run.id;
    if (CHANGES.test(run.text)) state.actions.refreshCatalog();
  });
  state.actions.refreshCatalog();
}
