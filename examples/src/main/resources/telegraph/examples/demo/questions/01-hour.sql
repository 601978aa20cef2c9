-- At what hour should you leave Newark?
-- One source, 121 pages of it: delays pile up through the day, and the answer settles long before the last page.
SELECT hour,
       count(*) AS flights,
       round(avg(dep_delay), 1) AS minutes_late,
       round(100.0 * count(*) FILTER (WHERE dep_delay >= 30) / count(*), 1) AS pct_half_hour_late
FROM flights
WHERE origin = 'EWR'
  AND dep_time IS NOT NULL
GROUP BY hour
ORDER BY hour
