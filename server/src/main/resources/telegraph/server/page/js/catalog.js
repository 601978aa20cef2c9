/**
 * The tables, views and sources there are, with their columns: to look up, to put into the editor, to
 * look into, to declare and to drop.
 */
import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { json } from "./api.js";
import { relationsOf } from "./completion.js";
import { literal, qualified, quoted } from "./names.js";

const SAMPLE_ROWS = 20;
const SYSTEM = new Set(["pg_catalog", "information_schema", "telegraph"]);
const SIGNS = { table: "▦", view: "◫", source: "⇣" };
const NUMERIC = /^(tinyint|smallint|integer|bigint|decimal|numeric|real|float|double)/i;

export function mount(element, state) {
  new CatalogView(element, state);
}

class CatalogView {
  #element;
  #state;
  #filter = "";
  #open = new Set();
  #problem = "";

  constructor(element, state) {
    this.#element = element;
    this.#state = state;
    element.classList.add("catalog");
    state.watch(["catalog", "catalogError", "side"], () => this.#draw());
  }

  #draw() {
    if (!this.#element.hidden) render(this.#view(), this.#element);
  }

  #view() {
    const catalog = this.#state.get("catalog");
    const error = this.#state.get("catalogError");
    if (!catalog) {
      return html`<div class="nothing small">
        <h2>${error ? "The catalog cannot be read" : "Reading the catalog"}</h2>
        <p>${error || "Tables, views and sources are listed here."}</p>
        ${error ? html`<p><button type="button" @click=${() => this.#state.actions.refreshCatalog()}>Try again</button></p>` : nothing}
      </div>`;
    }
    const words = this.#filter.toLowerCase().split(/\s+/).filter(Boolean);
    const all = relationsOf(catalog).map((relation) => ({ ...relation, key: `${relation.schema}.${relation.name}` }));
    const found = all.filter((relation) => fits(relation, words));
    const own = found.filter((relation) => !SYSTEM.has(relation.schema));
    const system = found.filter((relation) => !own.includes(relation));
    return html`
      <div class="catalog-tools">
        <input type="search" class="filter" placeholder="Find a table or column" aria-label="Find a table or column"
          .value=${this.#filter} @input=${(e) => this.#set(e.target.value)} />
        <button type="button" class="declare-open" @click=${() => this.#state.actions.declare()}>+ Declare a source</button>
      </div>
      ${this.#problem ? html`<p class="list-problem" role="alert">${this.#problem}</p>` : nothing}
      ${own.length === 0 ? none(words, all) : this.#groups(own, words)}
      ${system.length ? html`<details class="system" ?open=${words.length > 0}>
        <summary>System tables <span>${system.length}</span></summary>${this.#list(system, words)}</details>` : nothing}`;
  }

  #groups(relations, words) {
    const schemas = [...new Set(relations.map((relation) => relation.schema))];
    return schemas.map((schema) => html`
      ${schemas.length > 1 || schema !== "public" ? html`<h3>${schema}</h3>` : nothing}
      ${this.#list(relations.filter((relation) => relation.schema === schema), words)}`);
  }

  #list(relations, words) {
    return html`<ul class="relations">
      ${repeat(relations, (r) => r.key, (relation) => this.#relation(relation, words))}
    </ul>`;
  }

  #relation(relation, words) {
    const matched = words.length > 0 && !fits({ ...relation, columns: [] }, words);
    const open = this.#open.has(relation.key) || matched;
    const needed = relation.columns.filter(isNeeded);
    return html`
      <li class="relation ${relation.kind}" data-relation=${relation.name}>
        <div class="relation-head">
          <button type="button" class="relation-name" aria-expanded=${open} @click=${() => this.#toggle(relation.key)}
            @dblclick=${() => this.#insert(qualified(relation))} title="${relation.kind}; double click puts its name into the editor">
            <span class="sign" aria-hidden="true">${SIGNS[relation.kind] ?? "▦"}</span>
            <span class="text">${relation.name}</span>
            <span class="unseen">${relation.kind}</span>
            ${needed.length ? html`<span class="needs" title="No request without ${needed.map((c) => c.name).join(", ")}">needs ${needed.map((c) => c.name).join(", ")}</span>` : nothing}
          </button>
        </div>
        ${open ? this.#inside(relation) : nothing}
      </li>`;
  }

  #inside(relation) {
    const from = relation.location ?? "";
    return html`<div class="relation-inside">
      ${from ? html`<p class="relation-from" title=${from}>${relation.connector ?? ""} <code>${from}</code></p>` : nothing}
      <ul class="columns">
        ${relation.columns.map((column) => html`
          <li><button type="button" title="Put ${column.name} into the editor" @click=${() => this.#insert(quoted(column.name))}>
            <span class="column-name">${column.name}</span>
            <span class="column-type">${(column.type ?? "").toLowerCase()}${use(column)}</span>
          </button></li>`)}
      </ul>
      <p class="relation-acts">
        <button type="button" @click=${() => this.#sample(relation)}>Sample rows</button>
        <button type="button" class="quiet" @click=${() => this.#insert(qualified(relation))}>Insert name</button>
        ${isOwn(relation) ? html`<button type="button" class="quiet drop" @click=${() => this.#drop(relation)}>Drop</button>` : nothing}
      </p>
    </div>`;
  }

  #set(filter) {
    this.#filter = filter;
    this.#draw();
  }

  #toggle(key) {
    if (!this.#open.delete(key)) this.#open.add(key);
    this.#draw();
  }

  #insert(text) {
    this.#state.actions.insert(text);
    this.#state.actions.leaveSide?.();
  }

  /** Shows some rows; of a source that must be given values, the question with places for them. */
  #sample(relation) {
    const needed = relation.columns.filter(isNeeded);
    if (needed.length === 0) {
      this.#state.actions.run(`SELECT * FROM ${qualified(relation)} LIMIT ${SAMPLE_ROWS}`);
      this.#state.actions.show?.("answer");
    } else {
      const values = needed.map((c) => `${quoted(c.name)} = ${NUMERIC.test(c.type) ? "0" : literal("…")}`);
      this.#state.actions.edit(`SELECT * FROM ${qualified(relation)}\nWHERE ${values.join("\n  AND ")}`);
      this.#state.actions.say?.(`${relation.name} must be given ${needed.map((c) => c.name).join(", ")}`);
    }
    this.#state.actions.leaveSide?.();
  }

  async #drop(relation) {
    const statement = `DROP ${relation.kind.toUpperCase()} ${qualified(relation)}`;
    const may = await this.#state.actions.confirm({
      title: `Drop ${relation.name}?`,
      text: relation.kind === "table" ? "Its rows are gone for good." : `The ${relation.kind} is forgotten; what it reads stays.`,
      act: `Drop the ${relation.kind}`,
    });
    if (!may) return;
    try {
      await json("/v1/query", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ sql: statement }),
      });
      this.#problem = "";
      this.#state.actions.say?.(`${relation.name} is dropped`);
    } catch (problem) {
      this.#problem = problem.message;
      this.#draw();
    }
    await this.#state.actions.refreshCatalog();
  }
}

function none(words, all) {
  if (words.length > 0) return html`<p class="none">No table, view, source or column is called so.</p>`;
  return html`<div class="nothing small">
    <h2>Nothing of your own yet</h2>
    <p>Files need no declaration: <code>SELECT * FROM 'data.csv'</code>. Declare a site or an API as a source and ask it in SQL.</p>
    ${all.length ? nothing : html`<p>CREATE TABLE makes a table here.</p>`}
  </div>`;
}

function fits(relation, words) {
  const text = `${relation.name} ${relation.kind} ${relation.columns.map((c) => c.name).join(" ")}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function isNeeded(column) {
  return column.use === "required";
}

function use(column) {
  if (isNeeded(column)) return ", must be given";
  if (column.key) return ", key";
  return column.use === "optional" ? ", may be given" : "";
}

function isOwn(relation) {
  return !SYSTEM.has(relation.schema) && ["table", "view", "source"].includes(relation.kind);
}
