/** Draws nothing yet. */
export function mount(element, state) {}
