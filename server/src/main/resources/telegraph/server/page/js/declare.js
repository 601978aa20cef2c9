/**
 * The form that declares a source: choose what it is, say what it needs, try it on a sample, look at
 * the rows, and save it. The statement is shown as it grows and may be edited; what is wrong is said
 * beside the field it is about.
 */
import { html, nothing, render } from "lit-html";
import { json } from "./api.js";
import { KINDS, TYPES, USES } from "./declare-kinds.js";
import { fieldOf, statementOf, usesIn } from "./declare-statement.js";
import { literal, quoted } from "./names.js";
import { many } from "./quantities.js";

const SAMPLE_ROWS = 10;

let form = null;

export function open(dialog, state) {
  form ??= new DeclareForm(dialog, state);
  form.open();
}

const emptyColumn = () => ({ name: "", type: "TEXT", use: "", path: "", key: false, sample: "" });

class DeclareForm {
  #dialog;
  #state;
  #kind = null;
  #name = "";
  #replace = false;
  #values = {};
  #columns = [emptyColumn()];
  #own = null; // the statement as it was edited by hand
  #problem = null; // {field, message}
  #sample = null; // {columns, rows, requests}
  #busy = "";
  #saved = "";
  #connection = null;

  constructor(dialog, state) {
    this.#dialog = dialog;
    this.#state = state;
    dialog.classList.add("declare");
    dialog.addEventListener("close", () => this.#connection?.abort());
  }

  open() {
    this.#saved = "";
    this.#draw();
    this.#dialog.showModal();
  }

  #draw() {
    render(this.#view(), this.#dialog);
  }

  #statement() {
    return statementOf({
      kind: this.#kind,
      name: this.#name,
      replace: this.#replace,
      values: this.#values,
      columns: this.#columns,
    });
  }

  #text() {
    return this.#own ?? this.#statement().text;
  }

  #view() {
    if (this.#saved) return this.#done();
    return html`
      <form @submit=${(e) => this.#submit(e)} novalidate>
        <header>
          <h2>Declare a source</h2>
          <button type="button" class="quiet" aria-label="Close" @click=${() => this.#dialog.close()}>✕</button>
        </header>
        <fieldset class="kinds"><legend class="unseen">What is it?</legend>
          ${KINDS.map((kind) => html`<label class="kind ${kind === this.#kind ? "chosen" : ""}">
            <input type="radio" name="kind" value=${kind.id} .checked=${kind === this.#kind} @change=${() => this.#choose(kind)} />
            <strong>${kind.title}</strong><span>${kind.text}</span></label>`)}
        </fieldset>
        ${this.#kind ? html`<div class="declare-panes">${this.#fields()}${this.#result()}</div>` : nothing}
      </form>`;
  }

  #choose(kind) {
    this.#kind = kind;
    this.#own = null;
    this.#problem = null;
    this.#sample = null;
    this.#draw();
  }

  #fields() {
    const kind = this.#kind;
    return html`<div class="fields">
      ${this.#own === null ? nothing : html`<p class="by-hand">The statement was edited by hand, and these fields no longer say what it says.
        <button type="button" class="link" @click=${() => this.#back()}>Back to the fields</button></p>`}
      <fieldset ?disabled=${this.#own !== null}><legend class="unseen">Fields</legend>
        ${this.#field({ name: "name", label: "Name in SQL", place: "planes", needed: true }, this.#name, (value) => (this.#name = value))}
        ${kind.fields.map((field) => this.#option(field))}
        ${kind.columns ? this.#columnList() : nothing}
        ${kind.groups.map((group) => this.#group(group))}
        <label class="check"><input type="checkbox" .checked=${this.#replace} @change=${(e) => this.#change(() => (this.#replace = e.target.checked))} />
          Replace a source of that name</label>
      </fieldset>
    </div>`;
  }

  #group(group) {
    const open = group.fields.some((field) => this.#values[field.name] || this.#problem?.field === field.name);
    return html`<details ?open=${open}><summary>${group.title}</summary>${group.fields.map((field) => this.#option(field))}</details>`;
  }

  #option(field) {
    return this.#field(field, this.#values[field.name] ?? field.preset ?? "", (value) => (this.#values = { ...this.#values, [field.name]: value }));
  }

  #field(field, value, set) {
    const id = `declare-${field.name.replace(/\W/g, "-")}`;
    const wrong = this.#problem?.field === field.name;
    const changed = (e) => this.#change(() => set(e.target.value));
    const described = `${field.hint ? `${id}-hint` : ""} ${wrong ? `${id}-wrong` : ""}`.trim();
    const input = field.choices
      ? html`<select id=${id} aria-describedby=${described || nothing} aria-invalid=${wrong} @change=${changed}>
          ${field.choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${choice || "as usual"}</option>`)}</select>`
      : field.long
        ? html`<textarea id=${id} rows="3" placeholder=${field.place ?? ""} .value=${value} aria-describedby=${described || nothing} aria-invalid=${wrong} @input=${changed}></textarea>`
        : html`<input id=${id} placeholder=${field.place ?? ""} .value=${value} aria-describedby=${described || nothing} aria-invalid=${wrong}
            ?required=${field.needed} autocomplete="off" spellcheck="false" @input=${changed} />`;
    return html`<div class="field ${wrong ? "wrong" : ""}">
      <label for=${id}>${field.label}</label>${input}
      ${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : nothing}
      ${wrong ? this.#wrong(`${id}-wrong`) : nothing}
    </div>`;
  }

  #wrong(id) {
    return html`<p class="wrong-text" id=${id} role="alert">${this.#problem.message}</p>`;
  }

  #columnList() {
    return html`<fieldset class="column-list"><legend>Columns</legend>
      ${this.#columns.map((column, at) => this.#column(column, at))}
      <p class="column-acts">
        <button type="button" @click=${() => this.#change(() => (this.#columns = [...this.#columns, emptyColumn()]))}>+ Column</button>
        <button type="button" ?disabled=${!(this.#values.url ?? "").trim() || this.#busy !== ""} @click=${() => this.#suggest()}>Find columns</button>
      </p>
    </fieldset>`;
  }

  #column(column, at) {
    const wrong = this.#problem?.field === `column ${at}`;
    const set = (change) => this.#change(() => (this.#columns = this.#columns.map((each, i) => (i === at ? { ...each, ...change } : each))));
    const types = TYPES.includes(column.type) ? TYPES : [...TYPES, column.type];
    return html`<div class="column ${wrong ? "wrong" : ""}">
      <input class="c-name" aria-label="Column ${at + 1}: name" placeholder="column" .value=${column.name} spellcheck="false" @input=${(e) => set({ name: e.target.value })} />
      <select class="c-type" aria-label="Column ${at + 1}: type" @change=${(e) => set({ type: e.target.value })}>
        ${types.map((type) => html`<option ?selected=${type === column.type}>${type}</option>`)}</select>
      <select class="c-use" aria-label="Column ${at + 1}: use" @change=${(e) => set({ use: e.target.value })}>
        ${USES.map(([use, text]) => html`<option value=${use} ?selected=${use === column.use}>${text}</option>`)}</select>
      <input class="c-path" aria-label="Column ${at + 1}: where it is in a row" placeholder=${this.#kind.path} .value=${column.path} spellcheck="false" @input=${(e) => set({ path: e.target.value })} />
      ${column.use ? html`<input class="c-sample" aria-label="Column ${at + 1}: value to try with" placeholder="value to try with" .value=${column.sample} @input=${(e) => set({ sample: e.target.value })} />` : nothing}
      <label class="c-key" title="No two rows share it"><input type="checkbox" .checked=${column.key} @change=${(e) => set({ key: e.target.checked })} />key</label>
      <button type="button" class="quiet c-gone" aria-label="Remove column ${at + 1}" @click=${() => this.#change(() => (this.#columns = this.#columns.filter((_, i) => i !== at)))}>✕</button>
      ${wrong ? this.#wrong(`declare-column-${at}-wrong`) : nothing}
    </div>`;
  }

  #result() {
    return html`<div class="declare-result">
      <label for="declare-statement">The statement</label>
      <textarea id="declare-statement" spellcheck="false" rows=${Math.min(16, Math.max(5, this.#text().split("\n").length + 1))}
        .value=${this.#text()} @input=${(e) => this.#edit(e.target.value)}></textarea>
      ${this.#problem && this.#problem.field === "" ? this.#wrong("declare-wrong") : nothing}
      <div class="declare-acts">
        <button type="button" ?disabled=${this.#busy !== ""} @click=${() => this.#try()}>Try it</button>
        <button type="submit" class="main" ?disabled=${this.#busy !== ""}>Save</button>
        <span role="status">${this.#busy}</span>
      </div>
      ${this.#sample ? this.#rows() : html`<p class="hint">Trying asks for a few rows and keeps nothing.</p>`}
    </div>`;
  }

  #rows() {
    const { columns, rows, requests } = this.#sample;
    return html`<p class="sample-sum">${rows.length === 0 ? "No rows" : many(rows.length, "row")}${requests ? `, ${many(requests, "request")}` : ""}, ${many(columns.length, "column")}</p>
      <div class="sample"><table>
        <thead><tr>${columns.map((column) => html`<th>${column.name}<span>${column.type.toLowerCase()}</span></th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((value) => html`<td class=${value === null ? "null" : ""}>${value === null ? "NULL" : String(value)}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }

  #done() {
    const name = this.#saved;
    return html`<h2>${name} is declared</h2>
      <p>It is a table now: ask it in SQL, or join it with others.</p>
      <div class="buttons">
        <button type="button" class="quiet" @click=${() => this.#again()}>Declare another</button>
        <button type="button" @click=${() => this.#dialog.close()}>Close</button>
        <button type="button" class="main" autofocus @click=${() => this.#query(name)}>Query it</button>
      </div>`;
  }

  #change(change) {
    change();
    this.#problem = null;
    this.#draw();
  }

  #edit(text) {
    this.#own = text;
    this.#problem = null;
    this.#draw();
  }

  #back() {
    this.#own = null;
    this.#draw();
  }

  #again() {
    this.#saved = "";
    this.#name = "";
    this.#values = {};
    this.#columns = [emptyColumn()];
    this.#own = null;
    this.#sample = null;
    this.#draw();
  }

  #query(name) {
    this.#dialog.close();
    const given = this.#columns.filter((column) => this.#kind.columns && column.use === "REQUIRED" && column.name.trim());
    const where = given.map((c) => `${quoted(c.name.trim())} = ${valueOf(c)}`);
    const sql = `SELECT * FROM ${quoted(name)}${where.length ? `\nWHERE ${where.join("\n  AND ")}` : "\nLIMIT 100"}`;
    this.#state.actions.edit(sql);
    this.#state.actions.leaveSide?.();
    if (given.every((c) => c.sample)) this.#state.actions.run(sql);
  }

  /** What must be said before the server is asked. */
  #lacks() {
    if (this.#own !== null) return null;
    if (!this.#name.trim()) return { field: "name", message: "A source needs a name." };
    const field = this.#kind.fields.find((f) => f.needed && !(this.#values[f.name] ?? "").trim());
    if (field) return { field: field.name, message: `${field.label} must be filled in.` };
    if (this.#kind.columns && !this.#columns.some((c) => c.name.trim())) {
      return { field: "column 0", message: "A source on the web needs at least one column. Find columns looks for them." };
    }
    return null;
  }

  /** What must be said besides to try it. */
  #lacksValue() {
    if (this.#own !== null || !this.#kind.columns) return null;
    const at = this.#columns.findIndex((c) => c.use === "REQUIRED" && c.name.trim() && !c.sample.trim());
    return at < 0 ? null : { field: `column ${at}`, message: "To try it, say a value to try with." };
  }

  async #ask(words, ask) {
    this.#connection = new AbortController();
    this.#busy = words;
    this.#problem = null;
    this.#draw();
    try {
      await ask(this.#connection.signal);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      this.#problem = this.#told(problem);
      this.#state.actions.say?.(problem.message);
    } finally {
      this.#busy = "";
      this.#draw();
      if (this.#problem) this.#dialog.querySelector(".wrong input, .wrong select, .wrong textarea")?.focus();
    }
  }

  #told(problem) {
    const fields = this.#own === null ? this.#statement().fields : null;
    const field = this.#own === null ? fieldOf(problem, { kind: this.#kind, columns: this.#columns, fields }) : "";
    const said = problem.message.includes(problem.hint ?? "");
    return { field, message: said ? problem.message : `${problem.message}\n${problem.hint}` };
  }

  async #try() {
    const lack = this.#lacks() ?? this.#lacksValue();
    if (lack) return this.#show(lack);
    this.#sample = null;
    await this.#ask("Trying it", async (signal) => {
      const values = {};
      for (const c of this.#columns) if (this.#kind.columns && c.use && c.name.trim() && c.sample) values[c.name.trim()] = c.sample;
      this.#sample = await post("/v1/catalog/try", { sql: this.#text(), values, rows: SAMPLE_ROWS }, signal);
    });
  }

  #show(lack) {
    this.#problem = lack;
    this.#draw();
    this.#dialog.querySelector(".wrong input")?.focus();
  }

  async #submit(event) {
    event.preventDefault();
    const lack = this.#lacks();
    if (lack) return this.#show(lack);
    await this.#ask("Saving it", async (signal) => {
      await post("/v1/query", { sql: this.#text() }, signal);
      this.#saved = this.#own === null ? this.#name.trim() : nameIn(this.#own);
      await this.#state.actions.refreshCatalog();
    });
  }

  /** Names and types as they are found where rows are read without a declaration. */
  async #suggest() {
    await this.#ask("Looking for columns", async (signal) => {
      const found = await post("/v1/query", { sql: this.#reading() }, signal);
      const given = this.#columns.filter((c) => c.use && c.name.trim());
      const uses = usesIn(this.#values.url, this.#kind);
      const more = found.columns
        .filter((c) => !given.some((g) => g.name.trim() === c.name))
        .map((c) => ({ ...emptyColumn(), name: c.name, type: typeOf(c.type), use: uses.get(c.name) ?? "" }));
      const known = new Set([...given, ...more].map((c) => c.name.trim()));
      const asked = [...uses].filter(([name]) => !known.has(name)).map(([name, use]) => ({ ...emptyColumn(), name, use }));
      this.#columns = [...given, ...asked, ...more];
    });
  }

  #reading() {
    const url = literal(addressToTry(this.#values, this.#columns));
    const rows = (this.#values.rows ?? "").trim();
    if (this.#kind.id === "page") return `SELECT * FROM read_html(${url}, ${literal(tableOf(rows))}) LIMIT 5`;
    if (this.#values.format === "csv") return `SELECT * FROM read_csv(${url}) LIMIT 5`;
    return `SELECT * FROM read_json(${url}${rows ? `, rows => ${literal(rows)}` : ""}) LIMIT 5`;
  }
}

function post(path, body, signal) {
  return json(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

/** The address with values in the places of braces. */
function addressToTry(values, columns) {
  const fixed = { page: values.page_first || "1", offset: values.page_first || "0", limit: values.page_size || "100", cursor: "" };
  return (values.url ?? "").trim().replace(/\{(\w+)\}/g, (_, name) => {
    const column = columns.find((c) => c.name.trim() === name);
    return encodeURIComponent(column?.sample ?? fixed[name] ?? "");
  });
}

/** The table whose rows a selector means. */
function tableOf(rows) {
  return rows.replace(/\s*(>\s*)?(tbody\s*(>\s*)?)?tr[^\s]*$/, "");
}

function typeOf(type) {
  return TYPES.find((known) => known === type.toUpperCase()) ?? type.toUpperCase();
}

function valueOf({ type, sample }) {
  return /^(INTEGER|BIGINT|DOUBLE|DECIMAL)/.test(type) && /^-?\d+(\.\d+)?$/.test(sample) ? sample : literal(sample || "…");
}

function nameIn(statement) {
  const found = /\bsource\s+(?:if\s+not\s+exists\s+)?("(?:[^"]|"")+"|[\w$.]+)/i.exec(statement);
  return found ? found[1].replace(/^"|"$/g, "").replaceAll('""', '"') : "The source";
}
