/** Reads CSV with a heading line into objects; fields in double quotes may hold commas and doubled quotes. */
export function parseCsv(text) {
  const rows = text.split(/\r?\n/).filter((line) => line !== "");
  const [heading, ...rest] = rows.map(fieldsOf);
  return rest.map((fields) => Object.fromEntries(heading.map((name, index) => [name, fields[index] ?? ""])));
}

/** Writes objects as CSV with a heading line; the columns are those named, in that order. */
export function formatCsv(columns, rows) {
  const lines = rows.map((row) => columns.map((column) => quoted(String(row[column]))).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

function fieldsOf(line) {
  const fields = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      const end = closingQuote(line, at + 1);
      fields.push(line.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 2;
    } else {
      const comma = line.indexOf(",", at);
      const end = comma < 0 ? line.length : comma;
      fields.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return fields;
}

function closingQuote(line, from) {
  let at = line.indexOf('"', from);
  while (at >= 0 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  if (at < 0) throw new Error(`a quote is never closed: ${line}`);
  return at;
}

function quoted(field) {
  return /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
