-- Does rain close Kennedy?
-- The weather of JFK stalls in the middle of the file; the flights keep coming and wait in memory for it.
SELECT CASE
         WHEN w.precip = 0 THEN 'a: dry'
         WHEN w.precip < 0.1 THEN 'b: rain'
         ELSE 'c: heavy rain'
       END AS rain,
       count(*) AS flights,
       count(*) FILTER (WHERE f.dep_time IS NULL) AS cancelled,
       round(avg(f.dep_delay), 2) AS minutes_late,
       round(avg(w.visib), 2) AS miles_of_view
FROM flights f
JOIN weather w ON w.origin = f.origin AND w.time_hour = f.time_hour
WHERE f.origin = 'JFK'
GROUP BY 1
ORDER BY 1
