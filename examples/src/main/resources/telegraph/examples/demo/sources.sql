-- The sources of the demonstration. ${flights} and the like are the addresses of its web sites.

CREATE SOURCE flights (
  year           INTEGER,
  month          INTEGER OPTIONAL,
  day            INTEGER OPTIONAL,
  dep_time       INTEGER,
  sched_dep_time INTEGER,
  dep_delay      INTEGER,
  arr_time       INTEGER,
  sched_arr_time INTEGER,
  arr_delay      INTEGER,
  carrier        TEXT OPTIONAL,
  flight         INTEGER,
  tailnum        TEXT,
  origin         TEXT OPTIONAL,
  dest           TEXT OPTIONAL,
  air_time       INTEGER,
  distance       INTEGER,
  hour           INTEGER,
  minute         INTEGER,
  time_hour      TIMESTAMPTZ
) WITH (
  connector = 'http',
  url = '${flights}/api/flights?page={page}&month={month}&day={day}&carrier={carrier}&origin={origin}&dest={dest}',
  format = 'json',
  rows = '$.results',
  page_count = '$.pages',
  total = '$.total',
  max_concurrent = 20,
  requests_per_second = ${rate},
  timeout = '10s',
  retries = 4
);

-- A list that changes while it is read. With a key its rows can be told apart.
CREATE SOURCE board (
  id       INTEGER PRIMARY KEY,
  carrier  TEXT PATH '$.flight.carrier',
  flight   INTEGER PATH '$.flight.flight',
  origin   TEXT PATH '$.flight.origin',
  dest     TEXT PATH '$.flight.dest',
  distance INTEGER PATH '$.flight.distance'
) WITH (
  connector = 'http',
  url = '${flights}/api/board?page={page}',
  format = 'json',
  rows = '$.flights',
  page_count = '$.pages',
  total = '$.total',
  max_concurrent = 4,
  requests_per_second = ${rate},
  timeout = '10s',
  retries = 4
);

-- A form: it answers for one tail number, and has no list.
CREATE SOURCE planes (
  tailnum      TEXT REQUIRED,
  year         INTEGER PATH 'td.year',
  type         TEXT PATH 'td.type',
  manufacturer TEXT PATH 'td.maker',
  model        TEXT PATH 'td.model',
  engines      INTEGER PATH 'td.engines',
  seats        INTEGER PATH 'td.seats',
  engine       TEXT PATH 'td.engine'
) WITH (
  connector = 'http',
  url = '${planes}/search?tailnum={tailnum}',
  format = 'html',
  rows = 'table.results tr',
  max_concurrent = 20,
  timeout = '10s',
  retries = 4
);

CREATE SOURCE airlines (
  carrier TEXT PATH 'td.code',
  name    TEXT PATH 'td.name'
) WITH (
  connector = 'http',
  url = '${airlines}/airlines',
  format = 'html',
  rows = 'table#carriers tbody tr'
);

-- Each page names the next; one airport can also be asked for by its code.
CREATE SOURCE airports (
  faa   TEXT OPTIONAL PRIMARY KEY,
  name  TEXT,
  lat   DOUBLE PRECISION PATH '$.location.lat',
  lon   DOUBLE PRECISION PATH '$.location.lon',
  alt   INTEGER PATH '$.location.alt',
  tz    INTEGER,
  tzone TEXT
) WITH (
  connector = 'http',
  url = '${airports}/api/airports?cursor={cursor}&faa={faa}',
  format = 'json',
  rows = '$.airports',
  next_cursor = '$.next_cursor'
);

-- A file for each airport: the airport is part of its address.
CREATE SOURCE weather (
  origin     TEXT REQUIRED,
  month      INTEGER,
  day        INTEGER,
  hour       INTEGER,
  temp       DOUBLE PRECISION,
  dewp       DOUBLE PRECISION,
  humid      DOUBLE PRECISION,
  wind_dir   INTEGER,
  wind_speed DOUBLE PRECISION,
  wind_gust  DOUBLE PRECISION,
  precip     DOUBLE PRECISION,
  pressure   DOUBLE PRECISION,
  visib      DOUBLE PRECISION,
  time_hour  TIMESTAMPTZ
) WITH (
  connector = 'http',
  url = '${weather}/weather/{origin}.csv',
  format = 'csv',
  timeout = '20s'
);

-- Files beside the sandbox.
CREATE VIEW holidays AS SELECT * FROM 'holidays.csv';
CREATE VIEW states AS SELECT * FROM 'states.csv';
CREATE VIEW us_airports AS SELECT * FROM 'us_airports.csv.gz';
