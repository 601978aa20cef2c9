SELECT * FROM park.animal ORDER BY mood, id;
SELECT * FROM park.animal ORDER BY kind DESC, id;
SELECT * FROM rating ORDER BY mood DESC;
SELECT * FROM visit ORDER BY animal;
SELECT * FROM calm ORDER BY mood;
SELECT enum_range(NULL::mood), enum_range(NULL::park."Animal Kind"), enum_range(NULL::nothing);
SELECT id FROM park.animal WHERE kind = 'it''s';
SELECT r.stars, a.id FROM park.animal a LEFT JOIN rating r USING (mood) ORDER BY a.mood;
SELECT t.typname, t.typtype, t.typnamespace::regnamespace, e.enumlabel FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid ORDER BY 1, e.enumsortorder;
SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a WHERE attrelid = 'park.animal'::regclass AND attnum > 0 ORDER BY attnum;
SELECT column_name, data_type, udt_schema, udt_name FROM information_schema.columns WHERE table_name IN ('animal', 'calm') ORDER BY table_name, ordinal_position;
SELECT obj_description('mood'::regtype, 'pg_type');
INSERT INTO park.animal (id, kind) VALUES (5, 'cat') RETURNING *;
INSERT INTO rating VALUES ('ok', 3);
INSERT INTO visit VALUES (5, 'ok') RETURNING before;
\set ON_ERROR_STOP 0
\set VERBOSITY sqlstate
INSERT INTO park.animal VALUES (6, 'dog', 'sad');
INSERT INTO park.animal VALUES (6, 'cow', 'ok');
INSERT INTO park.animal VALUES (6, 'dog', 'happy');
INSERT INTO visit VALUES (5, 'nope');
DROP TYPE mood;
\set VERBOSITY default
\dT
ALTER TYPE mood ADD VALUE 'fine' AFTER 'ok';
UPDATE park.animal SET mood = 'fine' WHERE mood = 'meh' RETURNING *;
SELECT max(mood) FROM park.animal WHERE mood < 'happy';
