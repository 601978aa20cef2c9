-- How many flights are on the board of a day that is not over?
-- While the list is read, flights come onto its head and move all others down: what comes twice is left out, and what was missed is asked for again.
SELECT origin,
       count(*) AS flights,
       sum(distance) AS miles
FROM board
GROUP BY origin
ORDER BY origin
