const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/** What may precede a sign while some program still runs what follows: white space, control and format characters. */
export const beforeSigns = [
  ...['', ' ', '   ', '\t', '\r', '\n', '\u000b', '\u0000', '\u001b', '\u007f', '\u00a0', '\u00ad', '\u2003', '\u2028', '\u3000'],
  ...['\u200b', '\u200c', '\u200e', '\u202e', '\u2066', '\u2060', '\ufeff', '\u{e0001}', ' \u200b '],
];

/** Texts that some spreadsheet would run. */
export function formulasBehind(start: string): readonly string[] {
  return signs.map((sign) => `${start}${sign}cmd|' /C calc'!A0`);
}
