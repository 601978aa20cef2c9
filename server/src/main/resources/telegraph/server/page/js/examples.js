/** Statements to begin with, which need no file and no network. */
export const EXAMPLES = [
  {
    title: "A million rows, grouped",
    about: "made by joining digits; the groups fill as it runs",
    text: `WITH digit(n) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)),
  numbers(n) AS (
    SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n + 100000 * f.n
    FROM digit a, digit b, digit c, digit d, digit e, digit f
  )
SELECT n % 7 AS remainder, count(*) AS numbers, avg(n) AS mean
FROM numbers
GROUP BY n % 7
ORDER BY remainder;
`,
  },
  {
    title: "A table of your own",
    about: "transactions, and a change one can take back",
    text: `CREATE TABLE IF NOT EXISTS planets (name TEXT PRIMARY KEY, distance_au DOUBLE PRECISION, period_years DOUBLE PRECISION);

INSERT INTO planets VALUES
  ('Mercury', 0.387, 0.241), ('Venus', 0.723, 0.615), ('Earth', 1, 1), ('Mars', 1.524, 1.881),
  ('Jupiter', 5.203, 11.862), ('Saturn', 9.537, 29.457), ('Uranus', 19.191, 84.011), ('Neptune', 30.069, 164.79)
ON CONFLICT (name) DO NOTHING;

SELECT name, distance_au, period_years, round(power(distance_au, 3) / power(period_years, 2), 2) AS kepler
FROM planets
ORDER BY distance_au;
`,
  },
  {
    title: "Cities on a map",
    about: "columns named lon and lat become a map",
    text: `SELECT *
FROM (VALUES
  ('Tokyo', 139.69, 35.69, 37.4), ('Delhi', 77.21, 28.61, 32.9), ('Shanghai', 121.47, 31.23, 29.2),
  ('São Paulo', -46.63, -23.55, 22.6), ('Mexico City', -99.13, 19.43, 22.3), ('Cairo', 31.24, 30.04, 22.2),
  ('New York', -74.01, 40.71, 18.9), ('Lagos', 3.38, 6.52, 15.9), ('Istanbul', 28.98, 41.01, 15.8),
  ('Los Angeles', -118.24, 34.05, 12.5), ('Paris', 2.35, 48.86, 11.2), ('London', -0.13, 51.51, 9.6),
  ('Johannesburg', 28.05, -26.2, 6.2), ('Sydney', 151.21, -33.87, 5.1)
) AS city(name, lon, lat, millions)
ORDER BY millions DESC;
`,
  },
  {
    title: "The length of days",
    about: "a line over time: hours of light at 52° north",
    text: `WITH m(month, declination) AS (VALUES
  (DATE '2025-01-15', -21.3), (DATE '2025-02-15', -13.3), (DATE '2025-03-15', -2.8), (DATE '2025-04-15', 9.4),
  (DATE '2025-05-15', 18.8), (DATE '2025-06-15', 23.3), (DATE '2025-07-15', 21.5), (DATE '2025-08-15', 13.8),
  (DATE '2025-09-15', 2.2), (DATE '2025-10-15', -9.6), (DATE '2025-11-15', -19.2), (DATE '2025-12-15', -23.3))
SELECT month, round(24 / pi() * acos(-tan(radians(52)) * tan(radians(declination))), 2) AS hours
FROM m
ORDER BY month;
`,
  },
];
