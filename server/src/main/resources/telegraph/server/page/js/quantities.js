/** Counts, rates, sizes and times as short words. */

const BYTES = ["B", "KB", "MB", "GB", "TB"];
const COUNTS = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

/** A count with thousands set apart: `12 345`. */
export function count(number) {
  return Math.round(number)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A count with its word: `1 row`, `12 rows`. */
export function many(number, word) {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}

/** A count in at most five signs: `999`, `12.3k`, `4M`. */
export function about(number) {
  if (number < 10) return String(Math.round(number * 10) / 10);
  for (const [size, name] of COUNTS) {
    if (number >= size * 0.9995) return digits(number / size) + name;
  }
  return String(Math.round(number));
}

function digits(number) {
  return String(number < 99.95 ? Math.round(number * 10) / 10 : Math.round(number));
}

/** A size: `512 B`, `4.5 MB`. */
export function size(bytes) {
  let at = 0;
  let left = bytes;
  while (left >= 999.5 && at < BYTES.length - 1) {
    left /= 1024;
    at++;
  }
  return `${at === 0 ? Math.round(left) : digits(left)} ${BYTES[at]}`;
}

/** How long something takes, given in nanoseconds: `45 ns`, `2.1 ms`. */
export function nanos(time) {
  if (time < 999.5) return `${digits(time)} ns`;
  if (time < 999.5e3) return `${digits(time / 1e3)} µs`;
  if (time < 999.5e6) return `${digits(time / 1e6)} ms`;
  return `${digits(time / 1e9)} s`;
}

/** A duration: `340 ms`, `1.2 s`, `2 min 5 s`, `3 h 12 min`. */
export function duration(millis) {
  if (millis < 999.5) return `${Math.round(millis)} ms`;
  const seconds = millis / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** A share in percent: `0.3 %`, `67 %`. */
export function percent(share) {
  const of100 = share * 100;
  if (of100 > 0 && of100 < 0.1) return "< 0.1 %";
  return `${of100 < 9.95 ? Math.round(of100 * 10) / 10 : Math.round(of100)} %`;
}

/** An amount of money as the server writes it: `{amount, currency}` as `0.024 USD`. */
export function money({ amount, currency }) {
  return currency ? `${amount} ${currency}` : amount;
}

/** Exact sums of amounts, one for each currency. */
export function sums(amounts) {
  const byCurrency = new Map();
  for (const { amount, currency } of amounts) {
    const others = byCurrency.get(currency);
    byCurrency.set(currency, others === undefined ? amount : plus(others, amount));
  }
  return [...byCurrency].map(([currency, amount]) => ({ amount, currency }));
}

/** The sum of two decimal texts that are not negative. */
function plus(left, right) {
  const places = (text) => text.split(".")[1]?.length ?? 0;
  const scale = Math.max(places(left), places(right));
  const whole = (text) => BigInt(text.replace(".", "") + "0".repeat(scale - places(text)));
  const digits = (whole(left) + whole(right)).toString().padStart(scale + 1, "0");
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
