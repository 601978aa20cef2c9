/** Lines over time or over numbers in order, with bands as wide as each value may be off. */
import { axis, d3, errorOf, range, sheetOf } from "./plot.js";
import { isTime, numberOf, reading, textOf } from "./reading.js";
import { plural } from "./shown.js";

const POINTS_MAX = 5_000;
const DOTS_MAX = 80;
const LINES_MAX = 12;

export function drawLines(element, room, { x, y, split }, table) {
  const time = isTime(table.columns[x].type);
  const lines = linesOf(table, x, y, split, time);
  const { svg, layer } = sheetOf(element, room, ["across", "up", "bands", "lines", "dots", "names", "near"]);
  const all = lines.flatMap(({ points }) => points);
  const margin = { left: 62, right: 16, top: lines.length > 1 ? 34 : 14, bottom: 34 };
  const across = (time ? d3.scaleUtc() : d3.scaleLinear())
    .domain(d3.extent(all, (point) => point.at))
    .range([margin.left, room.width - margin.right]);
  const up = d3
    .scaleLinear(range(all.map(({ value }) => value), all.map(({ error }) => error), false), [room.height - margin.bottom, margin.top])
    .nice(5);
  const tickCount = Math.max(2, Math.min(10, room.width / 110));
  axis(layer("up").attr("transform", `translate(${margin.left},0)`), d3.axisLeft(up).ticks(6), room.width - margin.left - margin.right);
  axis(layer("across").attr("transform", `translate(0,${room.height - margin.bottom})`), ticks(across, tickCount, time), 0, time);

  const line = d3.line((point) => across(point.at), (point) => up(point.value)).defined(({ value }) => Number.isFinite(value));
  const band = d3
    .area((point) => across(point.at), (point) => up(point.value - point.error), (point) => up(point.value + point.error))
    .defined(({ value }) => Number.isFinite(value));
  marks(layer("bands"), lines, "path", "band").attr("d", ({ points }) => (points.some(({ error }) => error > 0) ? band(points) : null));
  marks(layer("lines"), lines, "path", "line").attr("d", ({ points }) => line(points));
  const dots = all.length <= DOTS_MAX ? all.filter(({ value }) => Number.isFinite(value)) : [];
  layer("dots").selectAll("circle").data(dots).join("circle")
    .attr("class", ({ series, claim }) => `dot series-${series} ${claim && !(claim.error > 0) ? "so-far" : ""}`)
    .attr("r", 3.2).attr("cx", (point) => across(point.at)).attr("cy", (point) => up(point.value));
  legend(layer("names"), lines, margin.left, room.width);
  follow(svg, layer("near"), all, { across, up, room, margin });
  const left = table.rows.length - Math.min(table.rows.length, POINTS_MAX);
  return [
    `${lines.length === 1 ? lines[0].name : y.map((c) => table.columns[c].name).join(", ")} by ${table.columns[x].name}`,
    ...(left > 0 ? [`the first ${POINTS_MAX} of ${plural(table.rows.length, "row")}`] : []),
  ];
}

function ticks(scale, count, time) {
  const made = d3.axisBottom(scale).ticks(count);
  const [first, last] = scale.domain();
  const isSmall = !time && Number.isInteger(first) && Number.isInteger(last) && last - first <= 40;
  if (isSmall) made.tickValues(scale.ticks(count).filter(Number.isInteger));
  // Years are numbers that are not set apart in thousands.
  if (!time && first >= 1000 && last < 10_000) made.tickFormat(String);
  return made;
}

function linesOf({ columns, rows, claim }, x, y, split, time) {
  const lines = new Map();
  rows.slice(0, POINTS_MAX).forEach((row, r) => {
    const at = time ? dateOf(row[x]) : numberOf(row[x]);
    if (at === null || Number.isNaN(Number(at))) return;
    for (const c of y) {
      const name = split >= 0 ? textOf(row[split]) || "NULL" : columns[c].name;
      if (!lines.has(name)) {
        if (lines.size >= LINES_MAX) return;
        lines.set(name, { name, series: (lines.size % 6) + 1, points: [] });
      }
      const { points, series } = lines.get(name);
      const claimed = claim(r, c);
      const read = reading(row[c], columns[c].type, claimed);
      points.push({
        at,
        where: textOf(row[x]),
        name,
        series,
        value: row[c] === null ? NaN : numberOf(row[c]),
        claim: claimed,
        error: errorOf(claimed),
        text: `${read.value} ${read.reach}`.trim(),
      });
    }
  });
  for (const { points } of lines.values()) points.sort((a, b) => a.at - b.at);
  return [...lines.values()];
}

/** Without a zone a time is drawn as it stands, so in UTC like the axis. */
function dateOf(value) {
  if (value === null) return null;
  const text = String(value).replace(" ", "T");
  const date = new Date(/T/.test(text) && !/(Z|[+-]\d\d(:?\d\d)?)$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function marks(layer, lines, tag, name) {
  return layer.selectAll(tag).data(lines, (line) => line.name).join(tag).attr("class", ({ series }) => `${name} series-${series}`);
}

function legend(layer, lines, left, width) {
  const shown = lines.length > 1 ? lines : [];
  let at = left;
  const places = shown.map(({ name }) => {
    const place = at;
    at += 30 + Math.min(name.length, 18) * 7.4;
    return place;
  });
  const one = layer.selectAll("g").data(shown, ({ name }) => name).join((enter) => {
    const made = enter.append("g");
    made.append("rect").attr("width", 12).attr("height", 3).attr("y", 9).attr("rx", 1.5);
    made.append("text").attr("x", 17).attr("y", 15);
    return made;
  });
  one.attr("class", ({ series }) => `key series-${series}`).attr("transform", (_, k) => `translate(${places[k]},2)`);
  one.attr("display", (_, k) => (places[k] > width - 60 ? "none" : null));
  one.select("text").text(({ name }) => (name.length > 18 ? `${name.slice(0, 17)}…` : name));
}

/** Shows the value next to the pointer. */
function follow(svg, layer, points, { across, up, room, margin }) {
  const shown = points.filter(({ value }) => Number.isFinite(value));
  const near = d3.quadtree(shown, (point) => across(point.at), (point) => up(point.value));
  const tell = (point) => {
    const data = point ? [point] : [];
    layer.selectAll("circle").data(data).join("circle").attr("class", (d) => `dot near series-${d.series}`).attr("r", 5)
      .attr("cx", (d) => across(d.at)).attr("cy", (d) => up(d.value));
    layer.selectAll("text").data(data).join("text").attr("class", "near")
      .attr("text-anchor", (d) => (across(d.at) > room.width / 2 ? "end" : "start"))
      .attr("x", (d) => across(d.at) + (across(d.at) > room.width / 2 ? -10 : 10))
      .attr("y", (d) => Math.max(margin.top + 12, up(d.value) - 10))
      .text((d) => `${d.where}: ${d.name} ${d.text}`);
  };
  svg.on("pointermove", (event) => tell(near.find(...d3.pointer(event), 60))).on("pointerleave", () => tell(null));
}
