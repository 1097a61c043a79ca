/** Letters of Greek and Cyrillic whose capitals look like a Latin letter, in lower case, with that letter (Unicode TS #39, confusables). */
const alike = new Map(
  ['αa βb εe ζz ηh ιi κk μm νn οo ρp τt υy χx', 'аa вb еe кk мm нh оo рp сc тt уy хx ѕs іi јj һh ԁd ԛq ԝw ӏi']
    .join(' ')
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin] as const),
);

/** Digits of one script are ten characters in a row. */
const mostBefore = 9;

/** A study's number as a reader sees it: two that look the same in a list give the same text. */
export function looksOf(study: string): string {
  return study
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u02d7\u30fc]/gu, '-')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .toLowerCase()
    .replaceAll(/./gu, (letter) => alike.get(letter) ?? letter);
}

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (before < mostBefore && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before);
}
