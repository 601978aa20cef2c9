/**
 * Points on a map: of the states if all lie in the United States, else of the world. The outlines
 * are `map/*.json`: for each polygon its rings, for each ring longitude and latitude of its first
 * point and then the steps to the next ones, in whole parts of a degree.
 */
import { json } from "./api.js";
import { apart, certain, cut, d3, sheetOf } from "./plot.js";
import { numberOf, textOf } from "./reading.js";
import { plural } from "./shown.js";

const POINTS_MAX = 5_000;
const NAMED_MAX = 30;
const RADIUS_MAX = 26;

/** Points in a smaller part of the world than this, in degrees, are shown with that part alone. */
const PART_DEGREES = 80;
const PART_DEGREES_MIN = 8;

const outlines = new Map();

export function drawMap(element, room, { x: lon, y: [lat], label, size }, table) {
  const points = pointsOf(table, { lon, lat, label, size });
  const states = points.length > 0 && points.every(({ place: [east, north] }) => east > -180 && east < -65 && north > 17 && north < 72 && d3.geoAlbersUsa()([east, north]) !== null);
  const name = states ? "states" : "land";
  const land = outline(name, () => drawMap(element, room, { x: lon, y: [lat], label, size }, table));
  const projection = states ? statesOf(room, land) : worldOf(room, points);
  const path = d3.geoPath(projection);
  const { layer } = sheetOf(element, room, ["ground", "dots", "names"]);
  const ground = [
    ...(states ? [] : [{ kind: "sea", d: path({ type: "Sphere" }) }, { kind: "graticule", d: path(d3.geoGraticule10()) }]),
    ...(land ? [{ kind: "land", d: path(land) }] : []),
  ];
  layer("ground").selectAll("path").data(ground, ({ kind }) => kind).join("path").order().attr("class", ({ kind }) => kind).attr("d", ({ d }) => d);
  const largest = d3.max(points, ({ size }) => size) || 1;
  const radius = d3.scaleSqrt([0, largest], [2, Math.min(RADIUS_MAX, room.width / 24)]);
  const placed = points.map((point) => ({ ...point, at: projection(point.place) })).filter(({ at }) => at !== null);
  layer("dots").selectAll("circle").data(placed, ({ key }) => key).join((enter) => {
    const made = enter.append("circle");
    made.append("title");
    return made;
  })
    .attr("class", ({ claim }) => `point ${certain(claim)}`)
    .attr("r", (point) => (size >= 0 ? radius(Math.max(0, point.size)) : 4))
    .attr("cx", ({ at }) => at[0])
    .attr("cy", ({ at }) => at[1])
    .select("title")
    .text(({ text }) => text);
  const names = placed.slice(0, NAMED_MAX).map((point) => ({
    key: point.key,
    name: cut(point.name, 22),
    chars: Math.min(point.name.length, 22),
    x: point.at[0] + (size >= 0 ? radius(Math.max(0, point.size)) : 4) + 4,
    y: point.at[1] + 4,
  }));
  layer("names").selectAll("text").data(apart(names), ({ key }) => key).join("text")
    .attr("class", "near")
    .attr("x", ({ x }) => x)
    .attr("y", ({ y }) => y)
    .text(({ name }) => name);
  return [
    ...(size >= 0 ? [`areas: ${table.columns[size].name}`] : []),
    ...(table.rows.length > POINTS_MAX ? [`the first ${POINTS_MAX} of ${plural(table.rows.length, "row")}`] : []),
  ];
}

function statesOf(room, land) {
  const inner = [[8, 8], [room.width - 8, room.height - 8]];
  return d3.geoAlbersUsa().fitExtent(inner, land ?? { type: "MultiPoint", coordinates: [[-124, 48], [-67, 45], [-81, 25], [-117, 33]] });
}

/** The whole world, or the part of it in which the points are. */
function worldOf({ width, height }, points) {
  const [west, east] = d3.extent(points, ({ place }) => place[0]);
  const [south, north] = d3.extent(points, ({ place }) => place[1]);
  const isPart = points.length > 0 && east - west < PART_DEGREES && north - south < PART_DEGREES / 2 && north < 75 && south > -75;
  if (!isPart) return d3.geoNaturalEarth1().fitExtent([[8, 8], [width - 8, height - 8]], { type: "Sphere" });
  const more = Math.max(0, PART_DEGREES_MIN - Math.max(east - west, north - south)) / 2;
  const corners = [[west - more, south - more], [east + more, north + more]];
  const margin = Math.min(width, height) / 8;
  return d3
    .geoMercator()
    .fitExtent([[margin, margin], [width - margin, height - margin]], { type: "MultiPoint", coordinates: corners })
    .clipExtent([[0, 0], [width, height]]);
}

function pointsOf({ columns, rows, claim }, { lon, lat, label, size }) {
  return rows.slice(0, POINTS_MAX).flatMap((row, r) => {
    const place = [numberOf(row[lon]), numberOf(row[lat])];
    const isPlace = Math.abs(place[0]) <= 360 && Math.abs(place[1]) <= 90;
    if (!isPlace) return [];
    const name = label >= 0 ? textOf(row[label]) : "";
    return [{
      key: `${r} ${name}`,
      place,
      name,
      size: size >= 0 ? numberOf(row[size]) || 0 : 1,
      claim: size >= 0 ? claim(r, size) : null,
      text: columns.map((column, c) => `${column.name}: ${textOf(row[c])}`).join("\n"),
    }];
  });
}

/** An outline, or null while it is on its way; then `come` is called when it is there. */
function outline(name, come) {
  const known = outlines.get(name);
  if (known !== undefined) return known;
  outlines.set(name, null);
  json(new URL(`../map/${name}.json`, import.meta.url))
    .then(({ scale, polygons }) => {
      outlines.set(name, { type: "MultiPolygon", coordinates: polygons.map((rings) => rings.map((ring) => unpacked(ring, scale))) });
      come();
    })
    .catch(() => outlines.delete(name)); // points stand on the graticule then, and the next chart asks again
  return null;
}

function unpacked(steps, scale) {
  const points = [];
  let east = 0;
  let north = 0;
  for (let k = 0; k < steps.length; k += 2) {
    east += steps[k];
    north += steps[k + 1];
    points.push([east / scale, north / scale]);
  }
  return points;
}
