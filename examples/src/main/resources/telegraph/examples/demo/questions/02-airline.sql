-- Which airline's passengers arrive latest?
-- A slow paged API with all 336,776 flights, and the names of the airlines from an HTML table.
SELECT a.name AS airline,
       count(*) AS flights,
       count(*) FILTER (WHERE f.dep_time IS NULL) AS cancelled,
       round(avg(f.arr_delay), 2) AS minutes_late,
       max(f.arr_delay) AS worst
FROM flights f
JOIN airlines a ON a.carrier = f.carrier
GROUP BY a.name
ORDER BY minutes_late DESC, airline
