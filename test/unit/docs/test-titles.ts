const TITLE =
  /(?:\b(?:test|describe)(?:\.each)?(?:<[^>]*>)?\(\s*|\btitle:\s*)(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")|\)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\s*,/g;
const VARIABLE = /%[sdifjo#]|\$[a-zA-Z][\w.]*/;

/**
 * Whether a test file has a test, a group or a case (`title: …`) with this title. Variable parts of the title there (`%s`,
 * `$dataset.name`) may be given as they are, or filled in with text that occurs in the file, as in its table of cases.
 */
export function namesTest(source: string, title: string): boolean {
  return titlesIn(source).some((written) => matches(written, title, source));
}

function titlesIn(source: string): readonly string[] {
  return [...source.matchAll(TITLE)].map(([, ...quoted]: readonly (string | undefined)[]) =>
    unescape(quoted.find((text) => text !== undefined) ?? ''),
  );
}

function unescape(literal: string): string {
  return literal.replaceAll(/\\(['"\\])/g, '$1');
}

function matches(written: string, title: string, source: string): boolean {
  if (written === title) return true;
  if (!VARIABLE.test(written)) return false;
  const fixed = written.split(VARIABLE).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const values = new RegExp(`^${fixed.join('(.+)')}$`).exec(title)?.slice(1);
  // A title of variables alone would otherwise match any words of the file.
  const isBare = fixed.every((part) => part.trim() === '');
  return values?.every((value) => (isBare ? isString(source, value) : occurs(source, value))) ?? false;
}

function isString(source: string, value: string): boolean {
  return [`'${value}'`, `"${value}"`, `\`${value}\``].some((quoted) => source.includes(quoted));
}

/** Whether the value occurs in the file as a string or a whole word; a JSON text (`%j`) also without its quotes. */
function occurs(source: string, value: string): boolean {
  const plain = value.replaceAll(/^"|"$/g, '').replaceAll('\\"', '"');
  return source.includes(`'${plain}'`) || new RegExp(`(?<![\\w.])${plain.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`).test(source);
}
