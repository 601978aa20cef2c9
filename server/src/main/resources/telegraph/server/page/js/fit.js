/**
 * Which charts fit a result, by the types and names of its columns and what is in them.
 *
 * | there are                                        | fits                                     |
 * |--------------------------------------------------|------------------------------------------|
 * | one row of numbers                               | figures: each number large               |
 * | longitude and latitude                           | a map                                    |
 * | dates or times, and a number                     | lines, one for each number or each text  |
 * | a text and a number                              | bars                                     |
 * | whole numbers that differ in each row, a number  | lines                                    |
 * | two numbers                                      | points                                   |
 */
import { isNumber, isTime, isWhole, numberOf } from "./reading.js";

const LONGITUDE = /^(lon|lng|long|longitude)$|_(lon|lng|longitude)$/i;
const LATITUDE = /^(lat|latitude)$|_(lat|latitude)$/i;
const LINES_MAX = 6;
const SPLIT_MAX = 12;

export const KINDS = ["figures", "map", "lines", "bars", "points"];

/**
 * The charts that fit, the best first: `{kind, x, y: [columns], label, split}`, columns by number,
 * -1 for none.
 *
 * @param estimated for each column whether it is an aggregate, or undefined
 */
export function fits(columns, rows, estimated) {
  const roles = rolesOf(columns, estimated);
  const { numbers, times, texts, lon, lat } = roles;
  const found = [];
  const add = (kind, fit) => found.push({ kind, x: -1, y: [], label: -1, split: -1, ...fit });
  if (rows.length === 1 && numbers.length > 0 && numbers.length <= 12) add("figures", { y: numbers });
  if (lon >= 0 && lat >= 0) add("map", { x: lon, y: [lat], label: texts[0] ?? -1, size: numbers[0] ?? -1 });
  if (times.length > 0 && numbers.length > 0) add("lines", lines(times[0], numbers, texts, rows));
  if (texts.length > 0 && numbers.length > 0) add("bars", { x: texts[0], y: [numbers[0]], label: texts[1] ?? -1 });
  const key = texts.length === 0 ? ordered(columns, rows, roles, estimated) : -1;
  const others = numbers.filter((c) => c !== key);
  if (key >= 0) add("lines", lines(key, others, [], rows));
  if (key >= 0) add("bars", { x: key, y: [others[0]] });
  if (numbers.length > 1) add("points", { x: numbers[0], y: [numbers[1]], label: texts[0] ?? -1 });
  if (times.length > 0 && numbers.length > 0 && texts.length === 0) add("bars", { x: times[0], y: [numbers[0]] });
  const kinds = new Set();
  return found.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
}

/** Columns by what they can be in a chart; aggregates before other numbers. */
export function rolesOf(columns, estimated) {
  const all = columns.map((_, c) => c);
  const named = (pattern) => all.find((c) => isNumber(columns[c].type) && pattern.test(columns[c].name)) ?? -1;
  const lon = named(LONGITUDE);
  const lat = named(LATITUDE);
  const isPlace = (c) => lon >= 0 && lat >= 0 && (c === lon || c === lat);
  const numbers = all.filter((c) => isNumber(columns[c].type) && !isPlace(c));
  const aggregates = numbers.filter((c) => estimated?.[c]);
  return {
    lon,
    lat,
    numbers: aggregates.length > 0 ? [...aggregates, ...numbers.filter((c) => !estimated[c])] : numbers,
    times: all.filter((c) => isTime(columns[c].type)),
    texts: all.filter((c) => !isNumber(columns[c].type) && !isTime(columns[c].type)),
  };
}

function lines(x, numbers, texts, rows) {
  const split = texts[0] ?? -1;
  if (split >= 0 && distinct(rows, split) <= SPLIT_MAX) return { x, y: [numbers[0]], split };
  return { x, y: alike(numbers, rows).slice(0, LINES_MAX), split: -1 };
}

/** The numbers that can share a scale with the first one. */
function alike(numbers, rows) {
  const size = (c) => Math.max(...rows.slice(0, 1000).map((row) => Math.abs(numberOf(row[c]))).filter(Number.isFinite), 0);
  const first = size(numbers[0]);
  return numbers.filter((c) => {
    const other = size(c);
    return c === numbers[0] || (other > first / 20 && other < first * 20);
  });
}

/** A column of whole numbers, no aggregate, that differs in each row; -1 if there is none. */
function ordered(columns, rows, { numbers }, estimated) {
  if (rows.length < 3 || numbers.length < 2) return -1;
  const candidates = [...numbers].sort((a, b) => a - b);
  const fit = (c) => isWhole(columns[c].type) && !estimated?.[c] && distinct(rows, c) === rows.length;
  return candidates.find(fit) ?? -1;
}

function distinct(rows, c) {
  return new Set(rows.slice(0, 5000).map((row) => row[c])).size;
}
