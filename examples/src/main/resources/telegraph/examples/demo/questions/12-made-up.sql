-- Do long flights make up lost time?
-- JetBlue's flights by the time zone of where they go, which the API of airports knows.
SELECT d.tzone AS time_zone,
       count(*) AS flights,
       round(avg(f.air_time), 0) AS minutes_in_air,
       round(avg(f.dep_delay), 2) AS departs_late,
       round(avg(f.dep_delay - f.arr_delay), 2) AS made_up
FROM flights f
JOIN airports d ON d.faa = f.dest
WHERE f.carrier = 'B6'
  AND f.arr_delay IS NOT NULL
GROUP BY d.tzone
ORDER BY made_up DESC, time_zone
