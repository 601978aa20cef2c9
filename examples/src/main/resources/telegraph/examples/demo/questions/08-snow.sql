-- The snow of 8 March: who left LaGuardia, in what, and where to?
-- Five sources at once: two JSON APIs, an HTML table, a search form and a CSV file.
SELECT a.name AS airline,
       p.manufacturer,
       count(*) AS flights,
       count(DISTINCT d.name) AS places,
       min(p.year) AS oldest,
       round(avg(f.dep_delay), 1) AS minutes_late,
       round(avg(w.visib), 1) AS miles_of_view
FROM flights f
JOIN airlines a ON a.carrier = f.carrier
JOIN planes p ON p.tailnum = f.tailnum
JOIN airports d ON d.faa = f.dest
JOIN weather w ON w.origin = f.origin AND w.time_hour = f.time_hour
WHERE f.origin = 'LGA'
  AND f.month = 3
  AND f.day = 8
  AND f.dep_time IS NOT NULL
GROUP BY a.name, p.manufacturer
ORDER BY flights DESC, airline, p.manufacturer
