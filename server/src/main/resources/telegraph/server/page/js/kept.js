/**
 * What the browser keeps for this page: for ever (`lasting`) or until the tab is closed (`tab`).
 * Where it may keep nothing, or has no room, it is as if nothing were there.
 */
function keeper(storage) {
  return {
    get(name) {
      try {
        return storage().getItem(name) ?? "";
      } catch {
        return "";
      }
    },
    /** Whether it is kept; "" forgets. */
    set(name, text) {
      try {
        if (text === "") storage().removeItem(name);
        else storage().setItem(name, text);
        return true;
      } catch {
        return false;
      }
    },
  };
}

export const lasting = keeper(() => localStorage);
export const tab = keeper(() => sessionStorage);
