/**
 * A value as a person reads it: as many digits as are known, and how far it may be off. The same
 * signs as in the shell (docs/online-aggregation.md):
 *
 * | value, reach      | when                                                                 |
 * |-------------------|----------------------------------------------------------------------|
 * | `32730`, `± 310`  | sampled: the half-width to two digits, the value to the same place   |
 * | `32730`, `±? 310` | assumed: if the order of arrival is unrelated to the value           |
 * | `~ 8.59`          | an estimate from a sample that is too small for a half-width         |
 * | `≥ 12`, `≤ 3`     | a bound that holds in any case                                       |
 * | `12`, `… 99`      | both bounds                                                          |
 * | `8.5931`          | exact, or what came so far                                           |
 *
 * Rounding never claims more than is known: half-widths grow, bounds move outwards.
 */

const NUMBERS = /^(tinyint|smallint|integer|int\d?|bigint|decimal|numeric|real|float\d?|double)\b/i;
const WHOLE = /^(tinyint|smallint|integer|int\d?|bigint)\b/i;
const TIMES = /^(date|timestamp)/i;
const IDLE_DIGITS = 4;
const BOUND_DIGITS = 6;

export const isNumber = (type) => NUMBERS.test(type) && !/\b(array|multiset)\b|\[\]/i.test(type);
export const isWhole = (type) => WHOLE.test(type);
export const isTime = (type) => TIMES.test(type) && !/\b(array|multiset)\b|\[\]/i.test(type);

/** A value of JSON as text, exactly; "" for NULL. */
export function textOf(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return `{${value.map((v) => (v === null ? "NULL" : textOf(v))).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A value of JSON as a number, near enough to draw; NaN if it is none. */
export function numberOf(value) {
  if (value === null || value === undefined || value === "" || typeof value === "boolean") return NaN;
  return Number(value);
}

/** What can be claimed of column `c` of a row: `{error, low, high, basis}`; null if it is exact. */
export function claimOf(mark, estimated, c) {
  if (!mark || !estimated?.[c] || mark.basis === "exact") return null;
  const error = mark.errors?.[c] ?? NaN;
  if (error === 0) return null;
  return {
    error: Number(error ?? NaN),
    low: finite(mark.lows?.[c]),
    high: finite(mark.highs?.[c]),
    basis: mark.basis,
  };
}

function finite(bound) {
  return bound === null || bound === undefined ? NaN : Number(bound);
}

/**
 * The text of a value of which `claim` is claimed: `{value, reach, share}`, where share is the
 * half-width as a share of the value, NaN if there is none.
 */
export function reading(value, type, claim) {
  if (claim === null || value === null) return { value: textOf(value), reach: "", share: NaN };
  const number = numberOf(value);
  if (!isNumber(type) || !Number.isFinite(number)) return plain(textOf(value));
  if (claim.error > 0 && Number.isFinite(claim.error) && claim.basis !== "so-far") {
    return interval(number, isWhole(type), claim);
  }
  return bounded(number, isWhole(type), claim);
}

function plain(text) {
  return { value: text, reach: "", share: NaN };
}

function interval(number, whole, claim) {
  const { text, decimals } = roundedUp(claim.error, whole);
  return {
    value: toPlace(number, decimals),
    reach: `${claim.basis === "assumed" ? "±?" : "±"} ${text}`,
    share: number === 0 ? 1 : claim.error / Math.abs(number),
  };
}

/** A half-width to two digits, upwards, and how many decimals that is; negative: tens, hundreds. */
export function roundedUp(error, whole = false) {
  let decimals = 1 - Math.floor(Math.log10(error));
  let up = ceilTo(error, decimals);
  if (up >= 10 ** (2 - decimals)) up = ceilTo(error, --decimals); // 9.96 is 10, not 10.0
  if (whole && decimals > 0) {
    decimals = 0;
    up = Math.ceil(error * (1 - 1e-12));
  }
  return { text: toPlace(up, decimals), decimals };
}

function ceilTo(number, decimals) {
  const scale = 10 ** Math.abs(decimals);
  const scaled = decimals >= 0 ? number * scale : number / scale;
  const up = Math.ceil(scaled * (1 - 1e-12));
  return decimals >= 0 ? up / scale : up * scale;
}

/** A number rounded to so many decimals, or to tens, hundreds if negative; thousands set apart. */
export function toPlace(number, decimals) {
  if (decimals > 15 || Math.abs(number) >= 1e15) return number.toPrecision(4);
  const scale = 10 ** Math.max(0, -decimals);
  const rounded = Math.round(number / scale) * scale;
  return grouped((decimals <= 0 ? rounded : number).toFixed(Math.max(0, decimals)));
}

/** Sets thousands apart, of numbers with five digits and more. */
export function grouped(text) {
  const [whole, rest] = text.split(".");
  if (whole.replace("-", "").length < 5) return text;
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return rest === undefined ? apart : `${apart}.${rest}`;
}

function bounded(number, whole, { low, high, basis }) {
  const least = Number.isFinite(low);
  const most = Number.isFinite(high);
  const from = least ? bound(number, low, whole, Math.floor) : "";
  const to = most ? bound(number, high, whole, Math.ceil) : "";
  if (least && most) {
    const inside = number !== low && number !== high;
    return inside
      ? { value: short(number, whole, IDLE_DIGITS), reach: `in ${from} … ${to}`, share: NaN }
      : { value: from, reach: `… ${to}`, share: NaN };
  }
  if (least) return plain(`≥ ${from}`);
  if (most) return plain(`≤ ${to}`);
  const idle = short(number, whole, IDLE_DIGITS);
  return plain(basis === "so-far" ? idle : `~ ${idle}`);
}

function bound(value, bound, whole, outwards) {
  if (bound === value) return short(value, whole, 15);
  if (whole) return grouped(String(outwards(bound)));
  const decimals = Math.max(0, BOUND_DIGITS - digitsBefore(bound));
  const scale = 10 ** decimals;
  return grouped(String(outwards(bound * scale) / scale));
}

function short(number, whole, digits) {
  if (whole) return grouped(String(number));
  if (number !== 0 && Math.abs(number) < 1) return String(Number(number.toPrecision(digits)));
  return grouped(String(Number(number.toFixed(Math.max(0, digits - digitsBefore(number))))));
}

function digitsBefore(number) {
  return Math.max(1, Math.floor(Math.log10(Math.max(1, Math.abs(number)))) + 1);
}
