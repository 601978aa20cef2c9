-- How long are flights from each airport in the air?
-- Five percent will do: pages of the API are read in random order until every value is that sure, and no further.
SELECT origin,
       count(*) AS flights,
       avg(air_time) AS minutes
FROM flights
GROUP BY origin
ORDER BY origin
ERROR WITHIN 5 PERCENT
