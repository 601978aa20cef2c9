/**
 * A table of any length in which only the rows that are seen exist as elements.
 *
 * ```
 *  .grid            scrolls; has the focus; arrow keys move the cell that is current
 *   ├─ .grid-head   stays at the top
 *   └─ .grid-body   as high as all rows would be
 *       └─ .grid-row  a few more than are seen, each moved to where its row belongs
 * ```
 *
 * Text reaches the cells as text. Columns grow with what is in them and do not shrink while one
 * answer is shown, so that nothing jumps.
 */
const ROW_PIXELS = 30;
const BEYOND = 8;
const SAMPLE = 200;
const CHARS_MAX = 44;

export class Grid {
  #element;
  #head;
  #body;
  #slots = [];
  #shown = { columns: [], count: 0, cell: () => null, order: null };
  #widths = [];
  #current = { row: 0, column: 0 };
  #drawing = false;

  /**
   * @param asked {sort(column), open(row, column), copy(row, column)}: what a person asks of it
   */
  constructor(element, asked) {
    this.#element = element;
    this.asked = asked;
    element.classList.add("grid");
    element.setAttribute("role", "grid");
    element.tabIndex = 0;
    this.#head = made("div", "grid-head", "row");
    this.#body = made("div", "grid-body", "rowgroup");
    element.replaceChildren(this.#head, this.#body);
    element.addEventListener("scroll", () => this.#soon(), { passive: true });
    element.addEventListener("keydown", (event) => this.#key(event));
    this.#body.addEventListener("click", (event) => this.#clicked(event));
    this.#body.addEventListener("dblclick", (event) => {
      if (this.#clicked(event)) this.#ask("open");
    });
    new ResizeObserver(() => this.#soon()).observe(element);
  }

  /**
   * Shows rows.
   *
   * @param shown {columns: [{name, type, kind, sorted}], count, isFinal, cell(row, column)}; a cell
   *   is {value, reach, share, kind, changed}; kinds become classes
   * @param isNew whether it is another answer than the one before
   */
  show(shown, isNew) {
    this.#shown = shown;
    if (isNew) {
      this.#widths = [];
      this.#current = { row: 0, column: 0 };
      this.#element.scrollTop = 0;
      this.#element.scrollLeft = 0;
    }
    this.#measure();
    this.#drawHead();
    this.#body.style.height = `${shown.count * ROW_PIXELS}px`;
    this.#element.setAttribute("aria-rowcount", shown.count + 1);
    this.#element.setAttribute("aria-colcount", shown.columns.length);
    this.#draw();
  }

  #measure() {
    const { columns, count, cell, isFinal } = this.#shown;
    columns.forEach((column, c) => {
      const width = (this.#widths[c] ??= { value: 0, reach: 0, both: 0 });
      width.value = Math.max(width.value, column.name.length + (column.sorted ? 2 : 1));
      width.reach = 0;
      for (let r = 0; r < Math.min(count, SAMPLE); r++) {
        const { value, reach } = cell(r, c);
        width.value = Math.max(width.value, value.length);
        width.reach = Math.max(width.reach, reach?.length ?? 0);
      }
      // Exact values need no room for half-widths, which is the one time that columns shrink.
      width.both = Math.max(isFinal ? 0 : width.both, charsOf(width, column.kind));
    });
    const digits = String(count).length;
    const tracks = this.#widths.slice(0, columns.length).map(({ both }) => `calc(${both.toFixed(1)}ch + 26px)`);
    const all = [`calc(${digits}ch + 22px)`, ...tracks].join(" ");
    this.#element.style.setProperty("--columns", all);
  }

  #drawHead() {
    const { columns } = this.#shown;
    while (this.#head.children.length > columns.length + 1) this.#head.lastChild.remove();
    if (this.#head.children.length === 0) this.#head.append(made("div", "cell number-of", "presentation"));
    columns.forEach((column, c) => {
      const cell = this.#head.children[c + 1] ?? this.#head.appendChild(this.#heading(c));
      cell.className = `cell ${column.kind}`;
      cell.setAttribute("aria-sort", column.sorted || "none");
      const button = cell.firstChild;
      const arrow = { ascending: " ↑", descending: " ↓" }[column.sorted] ?? "";
      button.textContent = column.name + arrow;
      button.title = column.type ? `${column.name}: ${column.type.toLowerCase()}. Click to sort what is here.` : "";
      button.disabled = !column.type;
    });
  }

  #heading(c) {
    const cell = made("div", "cell", "columnheader");
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.addEventListener("click", () => this.asked.sort(c));
    cell.append(button);
    return cell;
  }

  #soon() {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#draw();
    });
  }

  #draw() {
    const { count } = this.#shown;
    const seen = Math.ceil(this.#element.clientHeight / ROW_PIXELS);
    const first = Math.max(0, Math.floor(this.#element.scrollTop / ROW_PIXELS) - BEYOND);
    const last = Math.min(count, first + seen + 2 * BEYOND);
    while (this.#slots.length < last - first) {
      this.#slots.push(this.#body.appendChild(made("div", "grid-row", "row")));
    }
    while (this.#slots.length > last - first) this.#slots.pop().remove();
    for (let row = first; row < last; row++) this.#drawRow(this.#slots[row % this.#slots.length], row);
    this.#tellCurrent();
  }

  #drawRow(slot, row) {
    const { columns, cell } = this.#shown;
    slot.style.transform = `translateY(${row * ROW_PIXELS}px)`;
    slot.setAttribute("aria-rowindex", row + 2);
    slot.dataset.row = row;
    while (slot.children.length > columns.length + 1) slot.lastChild.remove();
    const number = slot.firstChild ?? slot.appendChild(made("div", "cell number-of", "presentation"));
    number.textContent = row + 1;
    for (let c = 0; c < columns.length; c++) {
      const element = slot.children[c + 1] ?? slot.appendChild(emptyCell());
      fill(element, cell(row, c), columns[c], this.#widths[c].reach);
      const isCurrent = row === this.#current.row && c === this.#current.column;
      element.classList.toggle("current", isCurrent);
      element.id = isCurrent ? "grid-current" : "";
      element.setAttribute("aria-colindex", c + 1);
    }
  }

  #tellCurrent() {
    const { count } = this.#shown;
    if (count > 0) this.#element.setAttribute("aria-activedescendant", "grid-current");
    else this.#element.removeAttribute("aria-activedescendant");
  }

  #clicked(event) {
    const element = event.target.closest?.(".cell");
    const row = element?.parentElement.dataset.row;
    const column = element ? [...element.parentElement.children].indexOf(element) - 1 : -1;
    if (row === undefined || column < 0) return false;
    this.#current = { row: Number(row), column };
    this.#draw();
    return true;
  }

  #key(event) {
    if (event.target !== this.#element || event.altKey) return;
    const { count, columns } = this.#shown;
    const { row, column } = this.#current;
    const page = Math.max(1, Math.floor(this.#element.clientHeight / ROW_PIXELS) - 2);
    const command = event.ctrlKey || event.metaKey;
    const to = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [command ? 0 : row, 0],
      End: [command ? count - 1 : row, columns.length - 1],
    }[event.key];
    if (to) this.#go(...to);
    else if (event.key === "Enter" && !command) this.#ask("open");
    else if (event.key === "c" && command && getSelection().isCollapsed) this.#ask("copy");
    else return;
    event.preventDefault();
  }

  #ask(what) {
    if (this.#shown.count > 0) this.asked[what](this.#current.row, this.#current.column);
  }

  #go(row, column) {
    const { count, columns } = this.#shown;
    this.#current = {
      row: Math.max(0, Math.min(row, count - 1)),
      column: Math.max(0, Math.min(column, columns.length - 1)),
    };
    const top = this.#current.row * ROW_PIXELS;
    const head = this.#head.offsetHeight;
    const room = this.#element.clientHeight - head - ROW_PIXELS;
    if (top < this.#element.scrollTop) this.#element.scrollTop = top;
    if (top > this.#element.scrollTop + room) this.#element.scrollTop = top - room;
    this.#draw();
    this.#body.querySelector(".current")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function charsOf({ value, reach }, kind) {
  const beside = (reach ? reach + 1 : 0) + (kind.includes("basis") ? 2 : 0);
  return Math.min(value, CHARS_MAX) * (kind === "text" ? 0.95 : 1.02) + beside;
}

function made(tag, name, role) {
  const element = document.createElement(tag);
  element.className = name;
  element.setAttribute("role", role);
  return element;
}

function emptyCell() {
  const cell = made("div", "cell", "gridcell");
  cell.append(made("span", "value", "presentation"));
  return cell;
}

/** Puts a value into a cell, with its half-width and a bar as long as that is wide. */
function fill(element, { value, reach, share, kind, changed, title }, column, reachChars) {
  element.className = `cell ${column.kind} ${kind ?? ""} ${changed ?? ""}`;
  element.title = title ?? "";
  setText(element.children[0], value);
  const hasReach = reachChars > 0;
  if (hasReach && element.children.length < 3) {
    element.append(made("span", "reach", "presentation"), made("i", "half-width", "presentation"));
  }
  if (element.children.length < 3) return;
  const [, reachElement, bar] = element.children;
  reachElement.style.width = hasReach ? `${reachChars + 0.5}ch` : "0";
  setText(reachElement, aligned(reach ?? "", reachChars));
  bar.style.width = share > 0 ? `${Math.min(1, Math.sqrt(share)) * 100}%` : "0";
}

/** Half-widths stand below each other to the digit: blanks as wide as digits go before them. */
function aligned(reach, chars) {
  const [, sign, number] = /^(±\??) (.*)$/.exec(reach) ?? [];
  return sign ? `${sign} ${number.padStart(chars - sign.length - 1, "\u2007")}` : reach;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
