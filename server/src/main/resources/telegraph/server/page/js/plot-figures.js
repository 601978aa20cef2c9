/** One row of numbers: each of them large, with how far it may be off. */
import { d3 } from "./plot.js";
import { certain } from "./plot.js";
import { grouped, isNumber, reading, textOf } from "./reading.js";

export function drawFigures(element, room, { y }, table) {
  const [row] = table.rows;
  const figures = y.map((c) => {
    const { name, type } = table.columns[c];
    const claim = table.claim(0, c);
    const read = reading(row[c], type, claim);
    const value = claim === null && isNumber(type) ? grouped(textOf(row[c])) : read.value;
    return { name, value: value || "NULL", reach: read.reach, claim };
  });
  const all = d3.select(element).selectAll("div.figure").data(figures, ({ name }) => name).join((enter) => {
    const made = enter.append("div");
    for (const part of ["value", "reach", "name"]) made.append("span").attr("class", part);
    return made;
  });
  all.attr("class", ({ claim }) => `figure ${certain(claim)}`);
  for (const part of ["value", "reach", "name"]) all.select(`.${part}`).text((figure) => figure[part]);
  return [];
}
