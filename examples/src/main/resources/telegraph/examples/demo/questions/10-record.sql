-- Which flight of February holds the record of its route?
-- A correlated subquery: each flight from LaGuardia against the latest to the same place.
SELECT f.dest, f.day, f.carrier, f.flight, f.arr_delay
FROM flights f
WHERE f.origin = 'LGA'
  AND f.month = 2
  AND f.arr_delay > 200
  AND f.arr_delay = (
    SELECT max(g.arr_delay)
    FROM flights g
    WHERE g.origin = 'LGA' AND g.month = 2 AND g.dest = f.dest
  )
ORDER BY f.arr_delay DESC, f.dest, f.flight
