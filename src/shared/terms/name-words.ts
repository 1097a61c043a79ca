/** Spellings that differ between British and American English, and letters missing on keyboards. */
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

/** Abbreviations of one word, anywhere in a name. */
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
  }),
);

/** Words that do not change what is measured: the usual specimen, the whole, the form. Urine is not one of them. */
const fillers: ReadonlySet<string> = new Set(
  'serum ser plasma plas blood whole total level levels test quantitative quant qn assay result measured in or of the by automated calculated calc estimation'.split(
    ' ',
  ),
);

/** Words that say how cells are reported; in tests that are reported in only one way they mean nothing. */
const counting: ReadonlySet<string> = new Set(['absolute', 'count', '#']);

/** The specimen prefix used by Nordic and German laboratories: S-Creatinine. Protein S is a different protein, so it is excluded. */
const ofSerum = /^\s*f?s-(?!prot)(?=\p{L}{4})/u;

/**
 * Maximum number of characters of a name that is looked up; the long names of LOINC have about 250. A longer text is not a name, and could
 * be built to take hours.
 */
export const longestName = 400;

/** The words of a name: lowercase, without accents and punctuation, singular and with abbreviations expanded. `/` and `%` are words. */
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

/** CDISC has a separate code for blood urea nitrogen (BUN besides UREAN); in other names "blood" changes nothing. */
function bloodUreaNitrogen(words: readonly string[]): readonly string[] {
  if (!['blood', 'urea', 'nitrogen'].every((word) => words.includes(word))) return words;
  return words.map((word) => (word === 'urea' ? 'bun' : word)).filter((word) => word !== 'nitrogen');
}

function singular(word: string): string {
  return word.length > 4 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The key of a name: its words without how cells are reported, sorted; the two sides of a `/` separately. */
export function keyOf(words: readonly string[]): string {
  return words
    .filter((word) => !counting.has(word))
    .join(' ')
    .split('/')
    .map((side) => side.trim().split(' ').toSorted().join(' '))
    .join('/');
}

/** Whether a name says that cells are counted or given as a fraction; null if it says neither or both. */
export function countedAs(words: readonly string[]): 'count' | 'part' | null {
  const isCount = words.some((word) => counting.has(word));
  const isPart = words.includes('%') || words.includes('relative');
  if (isCount === isPart) return null;
  return isCount ? 'count' : 'part';
}
