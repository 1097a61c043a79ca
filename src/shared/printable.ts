const unprintable = /[\p{Cc}\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text from the service or a file safe to show: control characters, line separators and direction marks become `?`. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, '?');
}

/** Returns a value as JSON on one line in which such characters are escaped: it means the same, and a terminal may show it. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
