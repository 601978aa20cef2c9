"""Writes the Parquet files of this folder: pip install pyarrow, then python make.py."""
import datetime as dt
from decimal import Decimal as D

import pyarrow as pa
import pyarrow.parquet as pq

utc = dt.timezone.utc
moment = dt.datetime(2013, 1, 31, 17, 5, 1, 250999)
types = pa.table({
    'b': pa.array([True, None, False]),
    'i8': pa.array([1, None, -3], pa.int8()),
    'u32': pa.array([1, None, 4000000000], pa.uint32()),
    'u64': pa.array([1, None, 18000000000000000000], pa.uint64()),
    'i': pa.array([1, None, -3], pa.int32()),
    'l': pa.array([1, None, -9000000000], pa.int64()),
    'f': pa.array([1.5, None, -2.25], pa.float32()),
    'd': pa.array([1.5, None, -1e300], pa.float64()),
    'day': pa.array([dt.date(2013, 1, 31), None, dt.date(1969, 12, 31)]),
    'tm': pa.array([dt.time(17, 5, 1, 250999), None, dt.time(0, 0)], pa.time64('us')),
    'ts': pa.array([moment, None, dt.datetime(1960, 1, 1)], pa.timestamp('us')),
    'tn': pa.array([moment, None, dt.datetime(1960, 1, 1)], pa.timestamp('ns')),
    'tz': pa.array([moment.replace(tzinfo=utc), None, dt.datetime(1960, 1, 1, tzinfo=utc)],
                   pa.timestamp('us', tz='UTC')),
    'd7': pa.array([D('1.25'), None, D('-99999.99')], pa.decimal128(7, 2)),
    'd18': pa.array([D('1.25'), None, D('-9999999999.99')], pa.decimal128(18, 2)),
    'd38': pa.array([D('1.25'), None, D('-99999999999999999999999999.99')], pa.decimal128(38, 2)),
    's': pa.array(['a', None, 'München, a longer string']),
    'bin': pa.array([b'abc', None, b'\x00\xff'], pa.binary()),
    'li': pa.array([[1, None, 2], None, []], pa.list_(pa.int32())),
    'st': pa.array([{'x': 1, 'y': 'p'}, None, {'x': None, 'y': 'q"'}],
                   pa.struct([('x', pa.int32()), ('y', pa.string())])),
    'm': pa.array([[('k', 1.5)], None, []], pa.map_(pa.string(), pa.float64())),
    'deep': pa.array([[{'at': dt.date(2013, 1, 31), 'p': [D('1.20')]}], None, [None]],
                     pa.list_(pa.struct([('at', pa.date32()),
                                         ('p', pa.list_(pa.decimal128(5, 2)))]))),
})
for codec in ['none', 'snappy', 'gzip', 'zstd', 'lz4']:
    pq.write_table(types, f'types-{codec}.parquet', compression=codec,
                   store_decimal_as_integer=codec == 'gzip',
                   data_page_version='2.0' if codec in ('zstd', 'none') else '1.0')
pq.write_table(types, 'types-brotli.parquet', compression='brotli')
pq.write_table(types.select(['ts']), 'int96.parquet', use_deprecated_int96_timestamps=True)
rows = 20000
pq.write_table(
    pa.table({
        'n': pa.array(range(rows), pa.int64()),
        's': [None if i % 10 == 0 else f'row {i % 1000}' for i in range(rows)],
        'x': [i / 8 for i in range(rows)],
        'l': [list(range(i % 4)) for i in range(rows)],
    }),
    'rows.parquet', row_group_size=6000, data_page_size=4096, compression='zstd',
    use_dictionary=['s'], column_encoding={'n': 'DELTA_BINARY_PACKED', 'x': 'BYTE_STREAM_SPLIT'})
pq.write_table(pa.table({'a': pa.array([], pa.int32())}), 'empty.parquet')
few = 4000
pq.write_table(
    pa.table({
        'n': pa.array(range(few), pa.int64()),
        'day': [dt.date(2000, 1, 1) + dt.timedelta(days=i // 10) for i in range(few)],
        'price': pa.array([D(i % 1000) / 100 for i in range(few)], pa.decimal128(9, 2)),
        'name': [None if 1000 <= i < 2000 else f'name {i:04}' for i in range(few)],
        'x': [float('nan') if i == 42 else i / 8 for i in range(few)],
        'other': pa.array([i * 7919 % 1009 for i in range(few)], pa.int32()),
    }),
    'indexed.parquet', row_group_size=2000, data_page_size=1024, write_batch_size=100,
    write_page_index=True, compression='zstd', use_dictionary=['name'])
lists = pa.table({
    'id': pa.array([1, 2, 3, 4], pa.int32()),
    'i': pa.array([[1, None, -3], None, [], [2147483647]], pa.list_(pa.int32())),
    'l': pa.array([[1, None, -9000000000], None, [], [5]], pa.list_(pa.int64())),
    'd': pa.array([[1.5, None, float('nan')], None, [], [float('inf'), -0.0, 1e300]], pa.list_(pa.float64())),
    'b': pa.array([[True, None, False], None, [], [True]], pa.list_(pa.bool_())),
    's': pa.array([['a', None, 'x,y', '', 'null', 'q"\\ {}'], None, [], ['München']], pa.list_(pa.string())),
    'day': pa.array([[dt.date(2013, 1, 31), None], None, [], [dt.date(1969, 12, 31)]], pa.list_(pa.date32())),
    'tm': pa.array([[dt.time(17, 5, 1, 250999), None], None, [], [dt.time(0, 0)]], pa.list_(pa.time64('us'))),
    'ts': pa.array([[dt.datetime(2013, 1, 31, 17, 5, 1, 250999), None], None, [], [dt.datetime(1960, 1, 1)]], pa.list_(pa.timestamp('us'))),
    'tz': pa.array([[dt.datetime(2013, 1, 31, 17, 5, 1, tzinfo=utc), None], None, [], []], pa.list_(pa.timestamp('us', tz='UTC'))),
    'n': pa.array([[D('1.25'), None], None, [], [D('-99999.99')]], pa.list_(pa.decimal128(7, 2))),
    'n38': pa.array([[D('1.25'), None], None, [], [D('-99999999999999999.99')]], pa.list_(pa.decimal128(38, 2))),
    'll': pa.array([[[1], [2, None]], None, [], [None]], pa.list_(pa.list_(pa.int32()))),
    'ls': pa.array([[{'x': 1}], None, [], [None]], pa.list_(pa.struct([('x', pa.int32())]))),
    'st': pa.array([{'city': 'Oslo', 'geo': {'lat': 59.9, 'lon': 10.7}, 'tags': ['a']}, None, {'city': None, 'geo': None, 'tags': []}, {'city': 'Bergen', 'geo': {'lat': None, 'lon': 5.3}, 'tags': None}],
       pa.struct([('city', pa.string()), ('geo', pa.struct([('lat', pa.float64()), ('lon', pa.float64())])), ('tags', pa.list_(pa.string()))])),
    'm': pa.array([[('k', 1)], None, [], [('a', None)]], pa.map_(pa.string(), pa.int32())),
})
pq.write_table(lists, 'lists.parquet', compression='snappy', row_group_size=2)
far = pa.table({
    'day': pa.array([[3663474, -735161, None]], pa.list_(pa.int32())).cast(pa.list_(pa.date32())),
    'ts': pa.array([[316524153600000000, -63517738200000000]], pa.list_(pa.int64())).cast(pa.list_(pa.timestamp('us'))),
    'tz': pa.array([[-63517738200000000]], pa.list_(pa.int64())).cast(pa.list_(pa.timestamp('us', tz='UTC'))),
    'n': pa.array([[D('0E-8'), D('1E-8')]], pa.list_(pa.decimal128(10, 8))),
})
pq.write_table(far, 'far-lists.parquet', compression='snappy')
