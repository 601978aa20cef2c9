-- Statements whose classes and profiles the start-up cache is made from.
SELECT 1;
SELECT * FROM 'flights.csv' LIMIT 2;
DESCRIBE SELECT * FROM 'flights.csv';
SELECT carrier, count(*) AS flights, avg(delay) AS delay, min(departed), max(distance)
FROM 'flights.csv' WHERE distance > 700 AND origin LIKE '%R%' GROUP BY carrier ORDER BY delay DESC NULLS LAST;
CREATE OR REPLACE VIEW carriers AS SELECT * FROM 'carriers.json';
SELECT c.name, sum(f.distance) AS distance, count(DISTINCT f.origin)
FROM 'flights.csv' f JOIN carriers c ON f.carrier = c.carrier
GROUP BY c.name HAVING count(*) > 0 ORDER BY distance DESC LIMIT 5;
SELECT f.flight, c.name, CASE WHEN f.delay > 0 THEN 'late' ELSE 'on time' END
FROM 'flights.csv' f LEFT JOIN carriers c ON f.carrier = c.carrier ORDER BY f.flight;
SELECT carrier, delay, rank() OVER (PARTITION BY carrier ORDER BY delay) FROM 'flights.csv';
WITH late AS (SELECT * FROM 'flights.csv' WHERE delay > 0) SELECT count(*) FROM late;
SELECT carrier FROM 'flights.csv' UNION SELECT carrier FROM carriers;
EXPLAIN SELECT * FROM 'flights.csv' f JOIN carriers c ON f.carrier = c.carrier;
SHOW SOURCES;
DROP VIEW carriers;
