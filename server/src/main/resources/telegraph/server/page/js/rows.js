/**
 * The final rows of a result, as far as they came and are kept. What is beyond the limits is
 * counted and not kept, so that a page left open on a large result stays small.
 */
export const ROWS_MAX = 200_000;

/** About half the bytes that text of rows may take in the browser. */
export const CHARS_MAX = 64_000_000;

/** What a value takes beside its text. */
const CELL_CHARS = 8;

export class Rows {
  #kept = [];
  #chars = 0;
  #total = 0;

  constructor(limits = { rows: ROWS_MAX, chars: CHARS_MAX }) {
    this.limits = limits;
  }

  append(rows) {
    this.#total += rows.length;
    for (const row of rows) {
      if (this.isFull) return;
      this.#chars += size(row);
      this.#kept.push(row);
    }
  }

  /** The rows that are kept: the first ones. Not to be changed. */
  get kept() {
    return this.#kept;
  }

  /** How many came, kept or not. */
  get total() {
    return this.#total;
  }

  get isFull() {
    return this.#kept.length >= this.limits.rows || this.#chars >= this.limits.chars;
  }
}

function size(row) {
  let chars = 0;
  for (const value of row) chars += CELL_CHARS + (typeof value === "string" ? value.length : 0);
  return chars;
}
