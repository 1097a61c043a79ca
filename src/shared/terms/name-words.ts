/** Spellings that differ between the two sides of the Atlantic, and letters that keyboards have not. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/α/g, 'alpha'],
  [/β|ß/g, 'beta'],
  [/γ/g, 'gamma'],
  [/haem/g, 'hem'],
  [/oest/g, 'est'],
  [/leuco/g, 'leuko'],
  [/colour/g, 'color'],
  [/normalised/g, 'normalized'],
  [/ionised/g, 'ionized'],
  [/sulph/g, 'sulf'],
];

/** Abbreviations that stand for one word wherever they stand in a name. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    abs: 'absolute',
    tot: 'total',
    percent: '%',
    percentage: '%',
    pct: '%',
    perc: '%',
    neut: 'neutrophil',
    neuts: 'neutrophil',
    lymph: 'lymphocyte',
    lymphs: 'lymphocyte',
    lym: 'lymphocyte',
    mono: 'monocyte',
    monos: 'monocyte',
    eos: 'eosinophil',
    baso: 'basophil',
    basos: 'basophil',
    retic: 'reticulocyte',
    retics: 'reticulocyte',
    bili: 'bilirubin',
    creat: 'creatinine',
    chol: 'cholesterol',
    alb: 'albumin',
    prot: 'protein',
    gluc: 'glucose',
    trig: 'triglyceride',
    trigs: 'triglyceride',
    wbcs: 'wbc',
    rbcs: 'rbc',
    hgb: 'hemoglobin',
    hb: 'hemoglobin',
    segs: 'seg',
    urinary: 'urine',
    urinalysis: 'urine',
    ua: 'urine',
    ur: 'urine',
    fasting: '',
    random: '',
  }),
);

/** Words that change nothing of what is measured: of the usual specimen, of the whole, of the form. Urine is none of them. */
const fillers: ReadonlySet<string> = new Set(
  'serum ser plasma plas blood whole total level levels test quantitative quant qn assay result measured in or of the by automated calculated calc estimation'.split(
    ' ',
  ),
);

/** Words that tell in which of two ways cells are given, and nothing of a test that knows only one. */
const counting: ReadonlySet<string> = new Set(['absolute', 'count', '#']);

/** The specimen before a name as Nordic and German laboratories print it: S-Creatinine. Protein S is another protein than protein. */
const ofSerum = /^\s*f?s-(?!prot)(?=\p{L}{4})/u;

/** Characters of a name that is looked for; the long names of LOINC have some 250. A longer text is none, and could be made to take hours. */
export const longestName = 400;

/** A name in words: lower case, without accents and punctuation, each in the singular and written out. `/` and `%` are words. */
export function wordsOf(name: string): readonly string[] {
  const plain = spellings.reduce((text, [from, to]) => text.replace(from, to), name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());
  const reported = plain
    .replace(ofSerum, '')
    .replace(/\[#\/volume\]/g, ' absolute ')
    .replace(/\[[^\]]*(?:volume|activity|entitic)[^\]]*\]/g, ' ')
    .replace(/[%/#+]/g, ' $& ')
    .replace(/[^\p{L}\p{N}%/#+]+/gu, ' ');
  return bloodUreaNitrogen(reported.split(' '))
    .map((word) => abbreviations.get(word) ?? singular(word))
    .filter((word) => word !== '' && word !== '+' && !fillers.has(word));
}

/** Urea nitrogen of the blood has a code of its own in CDISC's list (BUN beside UREAN); elsewhere "blood" changes nothing. */
function bloodUreaNitrogen(words: readonly string[]): readonly string[] {
  if (!['blood', 'urea', 'nitrogen'].every((word) => words.includes(word))) return words;
  return words.map((word) => (word === 'urea' ? 'bun' : word)).filter((word) => word !== 'nitrogen');
}

function singular(word: string): string {
  return word.length > 4 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

/** What a name says without how cells are counted, in any order of its words; on the two sides of a `/` each by itself. */
export function keyOf(words: readonly string[]): string {
  return words
    .filter((word) => !counting.has(word))
    .join(' ')
    .split('/')
    .map((side) => side.trim().split(' ').toSorted().join(' '))
    .join('/');
}

/** Whether a name says that cells are counted, or given as a part; null where it says neither, or both. */
export function countedAs(words: readonly string[]): 'count' | 'part' | null {
  const isCount = words.some((word) => counting.has(word));
  const isPart = words.includes('%') || words.includes('relative');
  if (isCount === isPart) return null;
  return isCount ? 'count' : 'part';
}
