CREATE OR REPLACE VIEW branches AS
SELECT p.name, b.city, count(*) AS n FROM publisher p JOIN branch b ON b.publisher_id = p.id GROUP BY p.name, b.city;
