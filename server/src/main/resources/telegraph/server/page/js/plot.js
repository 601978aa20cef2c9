/** What the charts have in common: d3, the sheet they draw on, scales and how numbers are written. */

/** d3 is no module; index.html loads it before this. */
export const { d3 } = globalThis;

const LETTER = 6.8;
const LINE = 14;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a mark takes to its new place. */
export function glide() {
  return still.matches || document.visibilityState !== "visible" ? 0 : 220;
}

/** The svg of a sheet, made if it is not there, with a group for each of some layers. */
export function sheetOf(element, { width, height }, layers) {
  const svg = d3.select(element).selectAll("svg").data([null]).join("svg");
  svg.attr("width", width).attr("height", height).attr("viewBox", `0 0 ${width} ${height}`);
  svg.selectAll("g.layer").data(layers).join("g").attr("class", (name) => `layer ${name}`);
  return { svg, layer: (name) => svg.select(`g.layer.${name}`) };
}

/** The range of values, half-widths included, and zero if it is near or wanted. */
export function range(values, errors, withZero) {
  let [low, high] = d3.extent(values.filter(Number.isFinite));
  if (low === undefined) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  values.forEach((value, at) => {
    // A half-width much larger than all values would leave no room for them.
    const error = Math.min(errors[at] || 0, size);
    if (!Number.isFinite(value)) return;
    low = Math.min(low, value - error);
    high = Math.max(high, value + error);
  });
  if (withZero || (low > 0 && low < high / 3)) low = Math.min(0, low);
  if (withZero) high = Math.max(0, high);
  if (low === high) return low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)];
  return [low, high];
}

/** Numbers beside an axis. */
export function short(number) {
  const size = Math.abs(number);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return d3.format("~s")(number);
  return d3.format(size >= 10_000 ? ",~f" : "~f")(Number(number.toPrecision(6))).replaceAll(",", "\u202f");
}

/** Hides what is not to be read twice. */
export function cut(text, chars) {
  return text.length > chars ? `${text.slice(0, chars - 1)}…` : text;
}

/** Draws an axis without its line, its numbers in our words, and thin lines across. */
export function axis(layer, made, span, isTime = false) {
  if (!isTime) made.tickFormat(short);
  layer.call(made.tickSizeInner(-span).tickSizeOuter(0).tickPadding(7));
  layer.select(".domain").remove();
}

/** The classes of a mark: its colour, and how sure it is. */
export function certain(claim) {
  if (claim === null) return "";
  if (claim.basis === "so-far" || !(claim.error > 0)) return "so-far";
  return claim.basis;
}

export const errorOf = (claim) => (claim && claim.error > 0 && claim.basis !== "so-far" ? claim.error : 0);

/** Of texts `{x, y, chars}` those that do not lie on one before them. */
export function apart(texts) {
  const taken = [];
  return texts.filter(({ x, y, chars }) => {
    const box = { left: x, right: x + chars * LETTER, top: y - LINE, bottom: y };
    const hits = taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
    if (!hits) taken.push(box);
    return !hits;
  });
}
