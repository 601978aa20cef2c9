/** How the rows that are here are sorted by hand: by one column, up or down, or as they came. */
import { isNumber, numberOf, textOf } from "./reading.js";

/** While rows come in, they are sorted again at most this often. */
const AGAIN_MILLIS = 1000;

const collator = new Intl.Collator(undefined, { numeric: true });

export class Order {
  #column = -1;
  #down = false;
  #sorted = { rows: null, count: 0, at: 0, permutation: null };

  /** Up, down, and as they came again. */
  next(column) {
    if (this.#column !== column) {
      this.#column = column;
      this.#down = false;
    } else if (!this.#down) {
      this.#down = true;
    } else {
      this.#column = -1;
    }
    this.#sorted.permutation = null;
  }

  clear() {
    this.#column = -1;
    this.#sorted = { rows: null, count: 0, at: 0, permutation: null };
  }

  /** "ascending", "descending" or "". */
  of(column) {
    if (column !== this.#column) return "";
    return this.#down ? "descending" : "ascending";
  }

  /** For each place the row that stands there; null if rows stand as they came. */
  permutation(rows, columns, isComplete) {
    if (this.#column < 0 || this.#column >= columns.length) return null;
    const known = this.#sorted;
    const now = performance.now();
    const same = known.rows === rows && known.permutation !== null;
    if (same && known.count === rows.length) return known.permutation;
    if (same && !isComplete && now - known.at < AGAIN_MILLIS) return known.permutation;
    const permutation = sorted(rows, this.#column, columns[this.#column].type, this.#down);
    this.#sorted = { rows, count: rows.length, at: now, permutation };
    return permutation;
  }
}

/** NULL comes last, as in the result of ORDER BY. */
function sorted(rows, column, type, down) {
  const numbers = isNumber(type);
  const keys = rows.map((row) => (numbers ? numberOf(row[column]) : row[column]));
  const isNull = numbers ? (key) => Number.isNaN(key) : (key) => key === null || key === undefined;
  const compare = numbers ? (a, b) => a - b : (a, b) => collator.compare(textOf(a), textOf(b));
  const direction = down ? -1 : 1;
  return Array.from(rows.keys()).sort((a, b) => {
    const left = isNull(keys[a]);
    const right = isNull(keys[b]);
    if (left || right) return left - right || a - b;
    return direction * compare(keys[a], keys[b]) || a - b;
  });
}
