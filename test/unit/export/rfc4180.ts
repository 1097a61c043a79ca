/** An RFC 4180 reader written from the RFC alone: strict, one character at a time. A cell is its text and whether it was quoted. */
export interface ReadCell {
  readonly text: string;
  readonly quoted: boolean;
}

export function readCsv(text: string, delimiter = ','): ReadCell[][] {
  const records: ReadCell[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: ReadCell[] = [];
    for (;;) {
      const [cell, next] = text[at] === '"' ? readQuoted(text, at) : readBare(text, at, delimiter);
      record.push(cell);
      at = next;
      if (text[at] !== delimiter) break;
      at++;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`record not ended by CR LF at ${String(at)}`);
    at += 2;
    records.push(record);
  }
  return records;
}

function readQuoted(text: string, start: number): [ReadCell, number] {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text.charAt(at);
    else if (text[at + 1] === '"') {
      value += '"';
      at++;
    } else return [{ text: value, quoted: true }, at + 1];
  }
  throw new Error('quote left open');
}

function readBare(text: string, start: number, delimiter: string): [ReadCell, number] {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\r' && text[at] !== '\n') {
    if (text[at] === '"') throw new Error('quote inside a bare cell');
    at++;
  }
  return [{ text: text.slice(start, at), quoted: false }, at];
}
