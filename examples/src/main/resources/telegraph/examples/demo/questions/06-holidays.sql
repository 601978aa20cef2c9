-- Is it worse around the holidays?
-- An outer join with a local CSV file: most days are no holiday and must not be lost.
SELECT coalesce(h.holiday || ', ' || h.part, 'any other day') AS day,
       count(*) AS flights,
       round(avg(f.dep_delay), 2) AS minutes_late
FROM flights f
LEFT JOIN holidays h ON h.month = f.month AND h.day = f.day
GROUP BY 1
ORDER BY minutes_late DESC, 1
