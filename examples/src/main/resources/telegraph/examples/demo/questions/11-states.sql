-- Which states does New York fly to most, for their size?
-- A month of flights from the API, with two local files for state and population.
SELECT s.name AS state,
       count(*) AS flights,
       count(DISTINCT f.dest) AS airports,
       round(100000.0 * count(*) / max(s.population), 1) AS per_100000_people
FROM flights f
JOIN us_airports u ON u.iata = f.dest
JOIN states s ON s.state = u.state
WHERE f.month = 7
GROUP BY s.name
ORDER BY per_100000_people DESC, state
