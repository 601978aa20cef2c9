const { EventReader } = await load("stream.js");

test("events are found wherever their pieces end", () => {
  const text = 'event: rows\nid: 3\ndata: {"rows":\ndata: [[1,"\\n: x"]]}\n\n: alive\n\nevent: end\r\ndata: {}\r\n\r\n';
  const expected = [
    { name: "rows", data: { rows: [[1, "\n: x"]] } },
    { name: "end", data: {} },
  ];
  for (let length = 1; length <= text.length; length++) {
    const reader = new EventReader();
    const found = [];
    for (let at = 0; at < text.length; at += length) found.push(...reader.take(text.slice(at, at + length)));
    equal(found, expected);
  }
});

test("an event without its end is none yet", () => {
  const reader = new EventReader();
  equal(reader.take("event: end\ndata: {}\n"), []);
  equal(reader.take("\n"), [{ name: "end", data: {} }]);
});
