/** Points for two numbers, with whiskers as long as each may be off. */
import { apart, axis, certain, cut, d3, errorOf, range, sheetOf } from "./plot.js";
import { numberOf, textOf } from "./reading.js";
import { plural } from "./shown.js";

const POINTS_MAX = 5_000;
const NAMED_MAX = 40;

export function drawPoints(element, room, { x, y: [y], label }, table) {
  const points = pointsOf(table, x, y, label);
  const { layer } = sheetOf(element, room, ["across", "up", "whiskers", "dots", "names"]);
  const margin = { left: 62, right: 24, top: 16, bottom: 44 };
  const scale = (value, error, ends) => d3.scaleLinear(range(points.map(value), points.map(error), false), ends).nice(5);
  const across = scale((p) => p.x, (p) => p.xError, [margin.left, room.width - margin.right]);
  const up = scale((p) => p.y, (p) => p.yError, [room.height - margin.bottom, margin.top]);
  axis(layer("up").attr("transform", `translate(${margin.left},0)`), d3.axisLeft(up).ticks(6), room.width - margin.left - margin.right);
  axis(layer("across").attr("transform", `translate(0,${room.height - margin.bottom})`), d3.axisBottom(across).ticks(Math.max(2, room.width / 120)), room.height - margin.bottom - margin.top);
  layer("whiskers").selectAll("path").data(points.filter((p) => p.xError > 0 || p.yError > 0)).join("path")
    .attr("class", "whisker sampled")
    .attr("d", (p) => `M${across(p.x - p.xError)},${up(p.y)}H${across(p.x + p.xError)}M${across(p.x)},${up(p.y - p.yError)}V${up(p.y + p.yError)}`);
  layer("dots").selectAll("circle").data(points).join((enter) => {
    const made = enter.append("circle");
    made.append("title");
    return made;
  })
    .attr("class", ({ claim }) => `point ${certain(claim)}`)
    .attr("r", points.length > 500 ? 2.2 : 4)
    .attr("cx", (p) => across(p.x))
    .attr("cy", (p) => up(p.y))
    .select("title")
    .text((p) => `${p.name ? `${p.name}: ` : ""}${p.text}`);
  const names = points.slice(0, NAMED_MAX).map((p) => ({ name: cut(p.name, 24), chars: p.name.length, x: across(p.x) + 8, y: up(p.y) + 4 }));
  layer("names").selectAll("text").data(apart(names)).join("text")
    .attr("class", "near")
    .attr("x", ({ x }) => x)
    .attr("y", ({ y }) => y)
    .text(({ name }) => name);
  const beyond = table.rows.length - Math.min(table.rows.length, POINTS_MAX);
  return [
    `across: ${table.columns[x].name}; up: ${table.columns[y].name}`,
    ...(beyond > 0 ? [`${plural(points.length, "point")}, evenly taken of ${plural(table.rows.length, "row")}`] : []),
  ];
}

function pointsOf({ rows, claim }, x, y, label) {
  const step = Math.max(1, rows.length / POINTS_MAX);
  const points = [];
  for (let k = 0; k < rows.length; k += step) {
    const r = Math.floor(k);
    const row = rows[r];
    const point = { x: numberOf(row[x]), y: numberOf(row[y]) };
    if (!Number.isFinite(point.x) || !Number.isFinite(point.y)) continue;
    points.push({
      ...point,
      xError: errorOf(claim(r, x)),
      yError: errorOf(claim(r, y)),
      claim: claim(r, y),
      name: label >= 0 ? textOf(row[label]) : "",
      text: `${textOf(row[x])}, ${textOf(row[y])}`,
    });
  }
  return points;
}
