-- Do flights go further in the morning?
-- Four seconds will do: what has been read by then is a random sample, and says how sure it is.
SELECT CASE
         WHEN sched_dep_time < 1200 THEN 'a: morning'
         WHEN sched_dep_time < 1800 THEN 'b: afternoon'
         ELSE 'c: evening'
       END AS leaving,
       count(*) AS flights,
       avg(distance) AS miles
FROM flights
GROUP BY 1
ORDER BY 1
WITHIN 4 SECONDS
