/** Makes text from the service or a file safe to show: control characters, line separators and direction marks become `?`. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '?');
}
