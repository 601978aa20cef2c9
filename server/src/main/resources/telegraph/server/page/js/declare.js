/** Opens the form that declares a source. */
export function open(dialog, state) {}
