-- Where do flights go that no directory of airports lists?
-- An anti join of two JSON APIs: a destination counts only when all airports have been seen.
SELECT f.dest, count(*) AS flights, min(f.distance) AS miles
FROM flights f
WHERE f.origin = 'JFK'
  AND NOT EXISTS (SELECT 1 FROM airports a WHERE a.faa = f.dest)
GROUP BY f.dest
ORDER BY flights DESC, f.dest
