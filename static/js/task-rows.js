// Reads rows of tasks, JSONL or CSV, as app/readers/tasks.py does, to the last row that is left out.
// Yields { line, text } of a task, or { line, why } of a row that is left out; throws an Error where there are no rows.

const TEXTS = ["prompt", "question", "problem", "problem_statement", "instruction", "input", "query", "task", "text"];
const LONGEST_LINE = 16 * 1024 * 1024; // bytes
const LARGEST_DOCUMENT = 64 * 1024 * 1024; // bytes
const LOOKED_AT = 64 * 1024; // bytes
const DEEPEST = 100;
const BOM = [0xef, 0xbb, 0xbf];
const NEWLINE = 10;
const QUOTE = 34;
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

export function* readTasks(bytes, field) {
  const fields = field ? [field] : TEXTS;
  if (bytes.subarray(0, LOOKED_AT).includes(0)) throw new Error("This file is neither JSONL nor CSV.");
  const begins = utf8.decode(withoutBom(bytes).subarray(0, LOOKED_AT)).trimStart();
  if (/^[{[]/.test(begins) && !/^\{[%{#]/.test(begins)) yield* ofLines(bytes, fields);
  else yield* ofTable(bytes, fields);
}

function withoutBom(bytes) {
  return BOM.every((byte, place) => bytes[place] === byte) ? bytes.subarray(3) : bytes;
}

// Each line with its number and with its newline.
function* lines(bytes) {
  let number = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found + 1;
    const raw = bytes.subarray(start, end);
    number += 1;
    start = end;
    if (raw.length - (found < 0 ? 0 : 1) > LONGEST_LINE) yield { line: number, why: `is longer than ${LONGEST_LINE} bytes` };
    else yield { line: number, raw: number === 1 ? withoutBom(raw) : raw };
  }
}

function* ofLines(bytes, fields) {
  if (isDocument(bytes)) throw new Error("This file is one JSON value; give JSON objects, one a line, or a CSV table.");
  for (const { line, raw, why } of lines(bytes)) {
    if (why) yield { line, why };
    else if (!raw.every(isBlank)) yield { line, ...ofLine(utf8.decode(raw), fields) };
  }
}

function isBlank(byte) {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

function isDocument(bytes) {
  if (bytes.length > LARGEST_DOCUMENT) return false;
  for (const { raw } of lines(bytes)) {
    if (!raw || raw.every(isBlank)) continue;
    if (isJson(utf8.decode(raw))) return false;
    return isJson(utf8.decode(withoutBom(bytes)));
  }
  return false;
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function ofLine(text, fields) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { why: "is not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { why: "is not an object" };
  if (isDeeper(value)) return { why: `is nested deeper than ${DEEPEST} levels` };
  return ofRow((name) => (Object.hasOwn(value, name) ? value[name] : null), fields);
}

function isDeeper(value) {
  let level = [value];
  for (let depth = 0; depth < DEEPEST && level.length; depth += 1) {
    level = level.flatMap((outer) => Object.values(outer).filter((item) => typeof item === "object" && item !== null));
  }
  return level.length > 0;
}

function ofRow(get, fields) {
  for (const name of fields) {
    const text = said(get(name));
    if (text) return { text };
  }
  return { why: `has no text in ${fields.join(", ")}` };
}

// A text, or the texts of messages and of their parts, one after another.
function said(value) {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(said).join("\n");
  if (typeof value !== "object" || value === null) return "";
  if (Object.hasOwn(value, "content")) return said(value.content);
  return Object.hasOwn(value, "text") ? said(value.text) : "";
}

function* ofTable(bytes, fields) {
  let names = null;
  let pattern = null;
  for (const { line, record, why } of records(bytes)) {
    if (why) {
      yield { line, why };
      continue;
    }
    if (!names) {
      pattern = cellOf(markOf(record));
      names = (cells(record, pattern) || []).map((name) => name.replace(/^[ \t]+|[ \t]+$/g, ""));
      if (!fields.some((name) => names.includes(name))) break;
      continue;
    }
    const found = cells(record, pattern);
    if (!found) yield { line, why: "is not CSV" };
    else if (found.length !== names.length) {
      yield { line, why: `has ${found.length} cells where the header has ${names.length}` };
    } else yield { line, ...ofRow((name) => found[names.lastIndexOf(name)], fields) };
  }
  if (!names || !fields.some((name) => names.includes(name))) {
    throw new Error(`This file has no column ${fields.join(", ")}; name the one that holds the text.`);
  }
}

// A row ends where all quotation marks are closed; its number is that of the line that it begins on.
function* records(bytes) {
  let begun = 0;
  let parts = [];
  let size = 0;
  let isOpen = false;
  const unended = "has a quotation mark that does not end";
  for (const { line, raw, why } of lines(bytes)) {
    if (why) {
      yield { line, why };
      continue;
    }
    if (!parts.length) begun = line;
    parts.push(raw);
    size += raw.length;
    if (raw.reduce((count, byte) => count + (byte === QUOTE ? 1 : 0), 0) % 2) isOpen = !isOpen;
    if (isOpen && size <= LONGEST_LINE) continue;
    if (isOpen) yield { line: begun, why: unended };
    else {
      const record = utf8.decode(joined(parts, size)).replace(/\n$/, "").replace(/\r$/, "");
      if (/[^ \t]/.test(record)) yield { line: begun, record };
    }
    parts = [];
    size = 0;
    isOpen = false;
  }
  if (parts.length) yield { line: begun, why: unended };
}

function joined(parts, size) {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

// What separates the cells: the mark that the header holds most often, the first of those that tie.
function markOf(header) {
  const count = (mark) => header.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

function cellOf(mark) {
  return new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${mark}]*))(${mark}|$)`, "y");
}

function cells(record, pattern) {
  const found = [];
  pattern.lastIndex = 0;
  for (;;) {
    const cell = pattern.exec(record);
    if (!cell) return null;
    found.push(cell[1] === undefined ? cell[2] : cell[1].replaceAll('""', '"'));
    if (!cell[3]) return found;
  }
}
