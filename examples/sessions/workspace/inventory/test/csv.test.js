import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCsv, parseCsv } from "../src/csv.js";

test("a quoted field may hold commas and quotes", () => {
  assert.deepEqual(parseCsv('sku,name\nT-1,"Green, ""first"" pick"\n'), [{ sku: "T-1", name: 'Green, "first" pick' }]);
});

test("the accountant's line endings are taken", () => {
  assert.deepEqual(parseCsv("order,net\r\nO-1,8.30\r\n"), [{ order: "O-1", net: "8.30" }]);
});

test("a field that is missing at the end of a line is empty", () => {
  assert.deepEqual(parseCsv("a,b\n1\n"), [{ a: "1", b: "" }]);
});

test("what was written is read again", () => {
  const rows = [{ a: "1, 2", b: 'say "3"' }];
  assert.deepEqual(parseCsv(formatCsv(["a", "b"], rows)), rows);
});

test("a quote that is never closed is an error", () => {
  assert.throws(() => parseCsv('a\n"1\n'), /never closed/);
});
