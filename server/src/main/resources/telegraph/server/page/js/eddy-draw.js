/** Draws one picture of an eddy: lines and cards in a layout, and the way that is preferred. */
import { html, nothing, svg } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { stepTitle, thickness } from "./eddy-picture.js";
import { about, count } from "./quantities.js";

const SIGNS = { source: "▸", lookup: "⇄", filter: "▽", stem: "≣", exit: "Σ" };
const ROLES = ["rows", "asked", "build", "probe", "in", "faint"];

/** Sizes of arrow heads, for thin and for thick lines. */
const ARROWS = [8, 13, 19];

/**
 * @param shown {way, order}: the way drawn strong, and the places of its nodes on it
 * @param on {look, leave, choose}: what happens when a card is looked at, left or chosen
 */
export function drawing(picture, layout, shown, on) {
  const strong = (f) => shown.way?.flows.has(f.id) ?? false;
  const flows = [...picture.flows].filter((f) => layout.paths.has(f.id));
  flows.sort((a, b) => strong(a) - strong(b));
  return html`
    <svg class="eddy-drawing ${picture.over ? "over" : ""}" width=${layout.width} height=${layout.height}
      viewBox="0 0 ${layout.width} ${layout.height}" aria-hidden="false" role="group"
      aria-label="Picture of the eddy">
      <defs>${ROLES.flatMap((role) => ARROWS.map((size) => arrow(role, size)))}</defs>
      ${layout.narrow ? river(layout) : nothing}
      ${repeat(flows, (f) => f.id, (f) => line(f, layout.paths.get(f.id), strong(f), picture))}
      ${layout.narrow ? nothing : whirl(picture, layout.eddy)}
      ${repeat(picture.nodes, (n) => n.id, (n) => card(n, layout.boxes.get(n.id), shown, on))}
    </svg>`;
}

function arrow(role, size) {
  return svg`
    <marker id="arrow-${role}-${size}" viewBox="0 0 8 8" refX="3" refY="4" markerWidth=${size} markerHeight=${size}
      markerUnits="userSpaceOnUse" orient="auto">
      <path d="M0,0.5 L7,4 L0,7.5 z" class="arrow ${role}" />
    </marker>`;
}

function line(f, d, strong, picture) {
  const wide = thickness(f.rate);
  const moving = f.rate > 0 && !picture.over;
  const used = f.total > 0 ? "" : "unused";
  return svg`
    <g class="flow ${f.role} ${strong ? "strong" : ""} ${used}" data-flow=${f.id}>
      <path class="bed" d=${d} stroke-width=${wide} marker-end="url(#arrow-${f.total > 0 ? f.role : "faint"}-${arrowFor(wide)})" />
      <path class="drops" d=${d} stroke-width=${Math.max(2.4, Math.min(5, wide * 0.55))}
        data-speed=${moving ? speed(f.rate) : 0} ?hidden=${!moving} />
      <path class="touch" d=${d}><title>${flowTitle(f, picture)}</title></path>
    </g>`;
}

function arrowFor(wide) {
  return ARROWS.find((size) => size > wide * 1.5) ?? ARROWS.at(-1);
}

/** How fast drops move, in pixels a second. */
function speed(rate) {
  return Math.round(24 + 26 * Math.log10(1 + rate));
}

function flowTitle(f, picture) {
  const what = f.role === "asked" ? "values asked for" : f.role === "build" ? "rows built" : "rows";
  const now = picture.over ? "" : `${about(f.rate)} a second, `;
  return `${what}: ${now}${count(f.total)} in all`;
}

function whirl(picture, { x, y, r }) {
  return svg`
    <g class="whirl" transform="translate(${x},${y})">
      <circle r=${r} class="pool" />
      <g class="arms" data-speed=${picture.over ? 0 : Math.min(160, 14 * Math.log2(1 + picture.routed))}>
        ${[0, 1, 2].map((arm) => svg`<path d=${spiral(r - 6)} transform="rotate(${arm * 120})" />`)}
      </g>
      <circle r=${r * 0.56} class="eye" />
      <text y="-3" class="eddy-name">eddy</text>
      <text y="13" class="eddy-rate">${picture.over ? "at rest" : `${about(picture.routed)}/s`}</text>
    </g>`;
}

function spiral(r) {
  const points = [];
  for (let i = 0; i <= 24; i++) {
    const angle = (i / 24) * 2.7;
    const at = r * (0.5 + 0.5 * (i / 24));
    points.push(`${(at * Math.cos(angle)).toFixed(1)},${(at * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join(" L")}`;
}

function river({ eddy }) {
  return svg`
    <rect class="pool" x=${eddy.x} y=${eddy.y} width=${eddy.w} height=${eddy.h} rx=${eddy.w / 2} />
    <text class="eddy-name" transform="translate(${eddy.x + eddy.w / 2 + 4},${eddy.y + eddy.h / 2}) rotate(-90)">eddy</text>`;
}

function card(node, box, shown, on) {
  const at = shown.order.get(node.id);
  const state = [node.stalled ? "stalled" : "", node.done ? "done" : "", at ? "on-way" : ""].join(" ");
  const told = node.stalled || node.line;
  return svg`
    <foreignObject x=${box.x} y=${box.y} width=${box.w} height=${box.h}>
      ${html`
        <button type="button" class="module ${node.role} ${state}" data-node=${node.id}
          aria-label="${node.kind} ${node.whole ?? node.title}: ${node.line}${node.stalled ? `, stalled: ${node.stalled}` : ""}"
          @mouseenter=${(e) => on.look(node, e.currentTarget)} @mouseleave=${on.leave}
          @focus=${(e) => on.look(node, e.currentTarget)} @blur=${on.leave}
          @click=${() => on.choose(node)}>
          <span class="sign" aria-hidden="true">${SIGNS[node.role]}</span>
          <span class="name">${node.title}</span>
          <span class="line">${told}</span>
          ${node.done ? html`<span class="all" title="has delivered all">✓</span>` : nothing}
          ${at ? html`<span class="at" aria-hidden="true">${at}</span>` : nothing}
        </button>`}
    </foreignObject>`;
}

/** The way as words, for eyes and ears. */
export function wayLine(way) {
  return html`<ol class="way">
    ${way.steps.map((s) => html`<li><code>${stepTitle(s.name)}</code></li>`)}
  </ol>`;
}
