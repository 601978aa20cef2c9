-- Statements whose classes and profiles the start-up cache is made from.
SELECT 1;
SELECT 'a' || upper('b') AS t, 1.5 * 2 AS n, DATE '2026-01-31' + INTERVAL '1' MONTH AS d, round(2.5), coalesce(NULL, 1);
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (n, t) WHERE n > 1;
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
SELECT name FROM carriers c WHERE EXISTS (SELECT * FROM 'flights.csv' f WHERE f.carrier = c.carrier AND f.delay > 10);
SELECT flight FROM 'flights.csv' WHERE distance > (SELECT avg(distance) FROM 'flights.csv') ORDER BY 1;
EXPLAIN SELECT * FROM 'flights.csv' f JOIN carriers c ON f.carrier = c.carrier;
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, total NUMERIC(12, 2), at TIMESTAMP DEFAULT now());
CREATE INDEX orders_customer ON orders (customer);
INSERT INTO orders (id, customer, total) VALUES (1, 7, 10.50), (2, 7, 3), (3, 8, 0.99);
INSERT INTO orders (id, customer, total) VALUES (3, 8, 1) ON CONFLICT (id) DO UPDATE SET total = orders.total + 1;
SELECT total FROM orders WHERE id = 2;
SELECT id, total FROM orders WHERE customer = 7 ORDER BY id LIMIT 10;
SELECT customer, sum(total) FROM orders WHERE id BETWEEN 1 AND 3 GROUP BY customer ORDER BY 2 DESC;
SELECT a.id, b.id FROM orders a JOIN orders b ON a.customer = b.customer WHERE a.id = 1;
BEGIN;
UPDATE orders SET total = total + 1 WHERE customer = 7;
DELETE FROM orders WHERE id = 3;
COMMIT;
SHOW SOURCES;
SHOW TABLES;
DROP TABLE orders;
DROP VIEW carriers;
