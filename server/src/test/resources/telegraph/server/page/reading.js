const { claimOf, grouped, isNumber, isTime, reading, roundedUp, textOf } = await load("reading.js");
const claim = (basis, error, low = NaN, high = NaN) => ({ basis, error, low, high });
const read = (...args) => {
  const { value, reach } = reading(...args);
  return `${value} ${reach}`.trim();
};

test("a half-width has two digits and the value ends at the same place", () => {
  equal(read(32728.4, "BIGINT", claim("sampled", 310)), "32\u202f730 ± 310");
  equal(read(153.7341, "DOUBLE", claim("sampled", 1.9)), "153.7 ± 1.9");
  equal(read(0.123456, "DOUBLE", claim("sampled", 0.0042)), "0.1235 ± 0.0042");
  equal(read(1234, "BIGINT", claim("assumed", 56)), "1234 ±? 56");
});

test("half-widths are rounded upwards", () => {
  equal(roundedUp(1.21).text, "1.3");
  equal(roundedUp(9.96).text, "10");
  equal(roundedUp(99.1).text, "100");
  equal(roundedUp(0.0991).text, "0.10");
  equal(roundedUp(2).text, "2.0");
  equal(roundedUp(0.4, true).text, "1");
  for (let k = 0; k < 2000; k++) {
    const error = 10 ** (k / 100 - 10);
    const shown = Number(roundedUp(error).text.replaceAll("\u202f", ""));
    if (!(shown >= error * (1 - 1e-9) && shown <= error * 1.1 + 1e-12)) throw new Error(`${error} is shown as ${shown}`);
  }
});

test("bounds move outwards and are no half-widths", () => {
  equal(read(12, "INTEGER", claim("so-far", NaN, 12)), "≥ 12");
  equal(read(3, "INTEGER", claim("sampled", NaN, NaN, 3)), "≤ 3");
  equal(read(12, "INTEGER", claim("so-far", NaN, 12, 98.2)), "12 … 99");
  equal(read(5, "INTEGER", claim("so-far", NaN, 3, 12)), "5 in 3 … 12");
  equal(reading(12, "INTEGER", claim("so-far", NaN, 12)).share, NaN);
});

test("without a claim a value is what came, or an estimate that settles", () => {
  equal(read(11.93104, "DOUBLE", claim("so-far", NaN)), "11.93");
  equal(read(11.93104, "DOUBLE", claim("sampled", NaN)), "~ 11.93");
  equal(read("123456789012345678901", "DECIMAL(38,0)", null), "123456789012345678901");
  equal(read(null, "INTEGER", null), "");
});

test("a value is claimed something only while it is an estimate", () => {
  const mark = { basis: "sampled", errors: [0, 2, null], lows: [null, null, 1], highs: [null, null, null] };
  equal(claimOf(mark, [false, true, true], 0), null);
  equal(claimOf(mark, [true, true, true], 0), null);
  equal(claimOf(mark, [false, true, true], 1).error, 2);
  equal(claimOf(mark, [false, true, true], 2).low, 1);
  equal(claimOf({ ...mark, basis: "exact" }, [true, true, true], 1), null);
});

test("thousands are set apart from five digits on", () => {
  equal(grouped("2013"), "2013");
  equal(grouped("-12345"), "-12\u202f345");
  equal(grouped("1234567.891"), "1\u202f234\u202f567.891");
});

test("types are known by their names", () => {
  for (const type of ["INTEGER", "BIGINT", "DECIMAL(10,2)", "DOUBLE PRECISION", "double", "REAL"]) equal(isNumber(type), true);
  for (const type of ["TEXT", "INTERVAL DAY", "INTEGER ARRAY", "DATE"]) equal(isNumber(type), false);
  equal(isTime("TIMESTAMP WITH TIME ZONE"), true);
  equal(isTime("TIME"), false);
});

test("lists and NULL have a text", () => {
  equal(textOf([1, null, "a"]), "{1,NULL,a}");
  equal(textOf(null), "");
  equal(textOf(false), "false");
});
