"""Clients of a server that speaks PostgreSQL's protocol, by psycopg: as many processes as connections, since
one could not keep a server busy. Each asks one kind of statement after the other, which psycopg prepares.

It is told what StatementLoad is told, and says the same:

run KIND CONNECTIONS WARM MILLIS   begin, and then: end TIMES SECONDS P50 P99, microseconds
release                            nothing; it closes the connections of that run
"""

import multiprocessing
import os
import random
import signal
import sys
import time

import psycopg

ORDERS = 100_000
WORDS = 1_000


def task(kind, connection, number, numbers):
    """What is done once, and how many rows come of it."""
    if kind == "INSERT":
        key = connection.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()[0] + 1 + number
        keys = iter(range(key, 2**31, numbers))
        return lambda: connection.execute("INSERT INTO log VALUES (%s, %s, now())", (next(keys), "something")).rowcount
    if kind == "UPDATE":
        return lambda: connection.execute(
            "UPDATE orders SET total = total + %s WHERE id = %s", (random.randrange(10), random.randrange(ORDERS))
        ).rowcount
    if kind == "JOIN":
        return lambda: len(
            connection.execute(
                "SELECT o.id, c.name, o.total FROM orders o JOIN customers c ON c.id = o.customer WHERE o.id = %s",
                (random.randrange(ORDERS),),
            ).fetchall()
        )
    if kind == "UPSERT":
        return lambda: connection.execute(
            "INSERT INTO counts VALUES (%s, 1) ON CONFLICT (word) DO UPDATE SET n = counts.n + 1",
            (random.randrange(WORDS),),
        ).rowcount
    raise ValueError("a kind that is not known here: " + kind)


def client(conninfo, kind, number, numbers, ready, measuring, ended, results, release):
    parent = os.getppid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with psycopg.connect(conninfo, autocommit=True, prepare_threshold=0) as connection:
        once = task(kind, connection, number, numbers)
        ready.wait()
        micros = []
        while not ended.is_set() and os.getppid() == parent:
            measured = measuring.is_set()
            start = time.perf_counter_ns()
            rows = once()
            took = time.perf_counter_ns() - start
            if rows != 1:
                raise AssertionError(f"rows={rows} wanted=1")
            if measured:
                micros.append(took // 1000)
        results.put(micros)
        while not release.wait(1) and os.getppid() == parent:
            pass


def run(conninfo, kind, connections, warm, millis):
    """Measures, and gives what closes the connections."""
    ready = multiprocessing.Barrier(connections + 1)
    measuring, ended, release = (multiprocessing.Event() for _ in range(3))
    results = multiprocessing.Queue()
    clients = [
        multiprocessing.Process(
            target=client,
            args=(conninfo, kind, number, connections, ready, measuring, ended, results, release),
            daemon=True,
        )
        for number in range(connections)
    ]
    for one in clients:
        one.start()
    ready.wait(60)
    time.sleep(warm / 1000)
    measuring.set()
    start = time.perf_counter()
    print("begin", flush=True)
    time.sleep(millis / 1000)
    ended.set()
    seconds = time.perf_counter() - start
    micros = sorted(one for _ in clients for one in results.get(timeout=60))
    print("end", len(micros), seconds, micros[len(micros) // 2], micros[len(micros) * 99 // 100], flush=True)

    def close():
        release.set()
        for one in clients:
            one.join()

    return close


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # which ends the clients with it
    close = None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "run":
            close = run(sys.argv[1], words[1], int(words[2]), int(words[3]), int(words[4]))
        elif close:
            close()


if __name__ == "__main__":
    main()
