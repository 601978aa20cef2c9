-- What does wind do to Newark?
-- An API joined with a CSV file on the web, whose address has the airport in it, by the hour of departure.
SELECT CASE
         WHEN w.wind_speed < 5 THEN 'a: calm'
         WHEN w.wind_speed < 15 THEN 'b: breeze'
         WHEN w.wind_speed < 25 THEN 'c: strong breeze'
         ELSE 'd: gale'
       END AS wind,
       count(*) AS flights,
       count(*) FILTER (WHERE f.dep_time IS NULL) AS cancelled,
       round(avg(f.dep_delay), 2) AS minutes_late
FROM flights f
JOIN weather w ON w.origin = f.origin AND w.time_hour = f.time_hour
WHERE f.origin = 'EWR'
  AND w.wind_speed IS NOT NULL
GROUP BY 1
ORDER BY 1
