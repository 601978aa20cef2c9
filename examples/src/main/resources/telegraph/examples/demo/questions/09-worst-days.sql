-- Which were the three worst days of each airport?
-- A window function over groups: the eddy groups a year of flights, the ranking follows.
SELECT origin, place, month, day, flights, cancelled, minutes_late
FROM (
  SELECT origin, month, day,
         count(*) AS flights,
         count(*) FILTER (WHERE dep_time IS NULL) AS cancelled,
         round(avg(dep_delay), 1) AS minutes_late,
         rank() OVER (PARTITION BY origin ORDER BY avg(dep_delay) DESC) AS place
  FROM flights
  GROUP BY origin, month, day
) AS days
WHERE place <= 3
ORDER BY origin, place
