-- Do Delta's old planes fly late?
-- The registry of planes is a search form: it answers for one tail number at a time, and must be asked once for each.
SELECT CASE
         WHEN 2013 - p.year < 5 THEN 'a: under 5 years'
         WHEN 2013 - p.year < 15 THEN 'b: 5 to 14 years'
         WHEN 2013 - p.year < 25 THEN 'c: 15 to 24 years'
         ELSE 'd: 25 years and more'
       END AS age,
       count(DISTINCT f.tailnum) AS planes,
       count(*) AS flights,
       round(avg(f.dep_delay), 2) AS departs_late,
       round(avg(f.arr_delay), 2) AS arrives_late
FROM flights f
JOIN planes p ON p.tailnum = f.tailnum
WHERE f.carrier = 'DL'
  AND p.year IS NOT NULL
GROUP BY 1
ORDER BY 1
