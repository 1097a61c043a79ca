/** Something that must not occur in clear anywhere: a unique part of a text, or bytes. */
export interface Secret {
  /** What it is, for the report of a leak: never the secret itself. */
  readonly what: string;
  readonly value: string | Buffer;
}

/** One way to write a secret. */
export interface Needle {
  readonly what: string;
  readonly form: string;
  readonly bytes: Buffer;
}

/** Shorter ones would be found by chance. */
const SHORTEST = 8;

/** All forms of a secret to search for; of texts also in upper and lower case. */
export function needlesOf({ what, value }: Secret): readonly Needle[] {
  const written = typeof value === 'string' ? textForms(value) : [['raw bytes', value] as const, ...encoded(value, '')];
  const needles = new Map(written.map(([form, bytes]) => [bytes.toString('latin1'), { what, form, bytes }]));
  for (const { bytes } of needles.values())
    if (bytes.length < SHORTEST) throw new RangeError(`${what} is too short to be looked for: ${SHORTEST} bytes at least.`);
  return [...needles.values()];
}

type Form = readonly [form: string, bytes: Buffer];

function textForms(text: string): readonly Form[] {
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()])].flatMap((cased): readonly Form[] => {
    const little = Buffer.from(cased, 'utf16le');
    const utf8 = Buffer.from(cased);
    return [
      ['UTF-8', utf8],
      ['UTF-16LE', little],
      ['UTF-16BE', Buffer.from(little).swap16()],
      ...encoded(utf8, ''),
      ...encoded(little, ' of UTF-16LE'),
    ];
  });
}

/** Base64 in its three alignments and hex in both cases, each as bytes and as UTF-16. */
function encoded(bytes: Buffer, of: string): readonly Form[] {
  const hex = bytes.toString('hex');
  const texts: readonly (readonly [string, string])[] = [
    ...[0, 1, 2].map((shift) => [`base64 at ${shift}${of}`, base64Within(bytes, shift)] as const),
    [`hex${of}`, hex],
    [`upper-case hex${of}`, hex.toUpperCase()],
  ];
  return texts.flatMap(([form, text]): readonly Form[] => [
    [form, Buffer.from(text)],
    [`${form}, as UTF-16LE`, Buffer.from(text, 'utf16le')],
  ]);
}

/** The base64 letters that do not depend on what surrounds these bytes, which begin `shift` bytes into a group of three. */
function base64Within(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

/** Finds any of many needles in one pass. */
export interface Finder {
  /** Bytes of the longest needle; one less must be carried over from one part of a file to the next. */
  readonly longest: number;
  /** The needles that occur, each once. */
  find(bytes: Uint8Array): ReadonlySet<Needle>;
}

/** The Wu–Manber search, which mostly skips nearly the length of the shortest needle. */
export function finderOf(needles: readonly Needle[]): Finder {
  const shortest = Math.min(...needles.map(({ bytes }) => bytes.length));
  const leaps = new Uint8Array(65_536).fill(Math.min(shortest - 1, 255));
  const ending = new Map<number, Needle[]>();
  for (const needle of needles) {
    for (let at = 1; at < shortest; at++) {
      const pair = pairAt(needle.bytes, at);
      leaps[pair] = Math.min(leaps[pair] ?? 0, shortest - 1 - at);
      if (at === shortest - 1) ending.set(pair, [...(ending.get(pair) ?? []), needle]);
    }
  }
  return {
    longest: Math.max(...needles.map(({ bytes }) => bytes.length)),
    find: (bytes) => {
      const found = new Set<Needle>();
      for (let at = shortest - 1; at < bytes.length;) {
        const pair = pairAt(bytes, at);
        const leap = leaps[pair] ?? 1;
        if (leap === 0) for (const needle of ending.get(pair) ?? []) if (isAt(needle.bytes, bytes, at - shortest + 1)) found.add(needle);
        at += Math.max(leap, 1);
      }
      return found;
    },
  };
}

function pairAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0);
}

function isAt(needle: Uint8Array, bytes: Uint8Array, from: number): boolean {
  if (from + needle.length > bytes.length) return false;
  for (let at = 0; at < needle.length; at++) if (needle[at] !== bytes[from + at]) return false;
  return true;
}
