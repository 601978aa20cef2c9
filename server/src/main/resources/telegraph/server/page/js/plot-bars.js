/** Bars, one for each row, with whiskers as wide as each may be off. They lie, so that names can be read. */
import { axis, certain, cut, d3, errorOf, glide, range, sheetOf } from "./plot.js";
import { numberOf, reading, textOf } from "./reading.js";
import { plural } from "./shown.js";

const BARS_MAX = 60;
const STEP = 28;
const LETTER = 7.2;

export function drawBars(element, room, { x, y: [y], label }, table) {
  const bars = barsOf(table, x, y, label);
  const height = bars.length * STEP + 40;
  const left = Math.min(room.width * 0.36, 30 + LETTER * Math.max(4, ...bars.map(({ name }) => Math.min(name.length, 28))));
  const right = Math.min(room.width * 0.3, 24 + LETTER * Math.max(0, ...bars.map(({ text }) => text.length)));
  const { layer } = sheetOf(element, { ...room, height }, ["across", "bars", "whiskers", "names", "values"]);
  const along = d3
    .scaleLinear(range(bars.map(({ value }) => value), bars.map(({ error }) => error), true), [left, room.width - right])
    .nice(5);
  const top = (bar) => 30 + bar.place * STEP;
  axis(layer("across").attr("transform", "translate(0,22)"), d3.axisTop(along).ticks(Math.max(2, room.width / 140)), height - 30);
  const zero = along(0);
  const from = ({ value }) => Math.min(zero, along(value || 0));
  const wide = ({ value }) => Math.max(Number.isFinite(value) ? 1 : 0, Math.abs(along(value || 0) - zero));
  joined(layer("bars"), bars, "rect", (all) =>
    all.attr("height", STEP - 9).attr("rx", 2).attr("x", from).attr("width", wide).attr("y", (bar) => top(bar) + 2),
  ).attr("class", ({ claim }) => `bar ${certain(claim)}`);
  joined(layer("whiskers"), bars.filter(({ error }) => error > 0), "path", (all) =>
    all.attr("d", (bar) => whisker(along, bar, top(bar) + STEP / 2 - 2.5)),
  ).attr("class", ({ claim }) => `whisker ${certain(claim)}`);
  joined(layer("names"), bars, "text", (all) => all.attr("x", left - 8).attr("y", (bar) => top(bar) + STEP / 2 + 2))
    .attr("class", "name")
    .text(({ name }) => cut(name, Math.max(5, Math.floor((left - 12) / LETTER))));
  joined(layer("values"), bars, "text", (all) =>
    all.attr("x", (bar) => Math.max(zero, along((bar.value || 0) + Math.min(bar.error, Math.abs(bar.value)))) + 8).attr("y", (bar) => top(bar) + STEP / 2 + 2),
  )
    .attr("class", "value")
    .text(({ text }) => text);
  const beyond = table.rows.length - bars.length;
  return [
    `${table.columns[y].name} by ${table.columns[x].name}`,
    ...(beyond > 0 ? [`the first ${BARS_MAX} of ${plural(table.rows.length, "row")}`] : []),
  ];
}

function barsOf({ columns, rows, claim }, x, y, label) {
  const seen = new Map();
  return rows.slice(0, BARS_MAX).map((row, place) => {
    const name = [row[x], ...(label >= 0 && label !== x ? [row[label]] : [])].map((part) => (part === null ? "NULL" : textOf(part))).join(" · ");
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const claimed = claim(place, y);
    const read = reading(row[y], columns[y].type, claimed);
    return {
      key: `${name} ${times}`,
      name,
      place,
      value: numberOf(row[y]),
      claim: claimed,
      error: errorOf(claimed),
      text: `${read.value} ${read.reach}`.trim(),
    };
  });
}

function whisker(along, { value, error }, middle) {
  const [low, high] = [along(value - error), along(value + error)];
  return `M${low},${middle}H${high}M${low},${middle - 4}V${middle + 4}M${high},${middle - 4}V${middle + 4}`;
}

/** Marks by key: new ones are there at once, others glide to where they belong. */
function joined(layer, bars, tag, place) {
  const all = layer.selectAll(tag).data(bars, ({ key }) => key);
  place(all.transition().duration(glide()));
  all.exit().remove();
  const fresh = place(all.enter().append(tag));
  return fresh.merge(all);
}
