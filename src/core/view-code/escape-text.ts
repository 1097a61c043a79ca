/** Characters that are invisible, or that change the order in which others are displayed: code must show what it contains. */
const unseen =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Returns a text in double quotes, as read by Python and R. */
export function doubleQuoted(text: string): string {
  const escaped = text.replace(/["\\]/g, String.raw`\$&`).replace(unseen, (character) => `\\u${hex(character)}`);
  return `"${escaped}"`;
}

/** Returns a text as an SQL expression. */
export function sqlText(text: string): string {
  const parts = text.split(unseenApart).filter((part) => part !== '');
  if (parts.length === 0) return "''";
  const written = parts.map((part) =>
    part.match(unseenAlone) === null ? `'${part.replaceAll("'", "''")}'` : `chr(${String(part.codePointAt(0))})`,
  );
  return written.length === 1 ? (written[0] ?? '') : `(${written.join(' || ')})`;
}

const unseenApart = new RegExp(`(${unseen.source})`);
const unseenAlone = new RegExp(`^(?:${unseen.source})$`);

/** Returns a quoted SQL identifier. */
export function sqlIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
