/** Words in visit names that are abbreviated if there is little room; readers of visit tables know the abbreviations. */
const shortWords: readonly (readonly [RegExp, string])[] = [
  [/\bunscheduled\b/gi, 'UNS'],
  [/\bscreening\b/gi, 'SCR'],
  [/\bbaseline\b/gi, 'BL'],
  [/\bfollow[\s-]*up\b/gi, 'FU'],
  [/\bend of treatment\b/gi, 'EOT'],
  [/\bend of study\b/gi, 'EOS'],
  [/\bearly termination\b/gi, 'ET'],
  [/\brandomi[sz]ation\b/gi, 'RAND'],
  [/\bcycle\s*(\d+)\s*,?\s*day\s*(\d+)/gi, 'C$1D$2'],
  [/\bvisit\s+(?=\d)/gi, 'V'],
  [/\bweek\s+(?=-?\d)/gi, 'W'],
  [/\bmonth\s+(?=-?\d)/gi, 'M'],
  [/\bcycle\s+(?=\d)/gi, 'C'],
  [/\bday\s+(?=-?\d)/gi, 'D'],
];

/** Longer names are notes and are not searched for usual words. */
const longestName = 200;

/**
 * Labels of visits within a maximum number of characters, all different: the whole name if it fits, otherwise with the usual abbreviations,
 * otherwise without its middle, which keeps the number at the end. If two labels would be equal, the part that distinguishes them is kept.
 */
export function shortLabels(visits: readonly string[], longest: number): ReadonlyMap<string, string> {
  const labels = new Map(visits.map((visit) => [visit, fitted(visit, longest)]));
  for (const alike of Map.groupBy(labels.keys(), (visit) => labels.get(visit) ?? visit).values()) {
    if (alike.length < 2) continue;
    const common = commonLength(alike);
    for (const visit of alike) labels.set(visit, distinct(visit, common, longest));
  }
  return unlike(labels, longest);
}

function fitted(visit: string, longest: number): string {
  if (visit.length <= longest) return visit;
  const short = visit.length > longestName ? visit : shortWords.reduce((label, [word, by]) => label.replaceAll(word, by), visit);
  return short.length <= longest ? short : withoutMiddle(short, longest);
}

/** Minimum number of characters before the ellipsis. */
const leastHead = 2;

/** "AMBUL ECG PLACEMENT" in 16: "AMBUL…PLACEMENT"; in 8, where its last word does not fit: "AMB…ENT". */
function withoutMiddle(label: string, longest: number): string {
  if (label.length <= longest) return label;
  const last = label.split(/\s+/).at(-1) ?? '';
  const tail = last.length <= longest - 1 - leastHead ? last.length : Math.floor((longest - 1) / 2);
  return `${label.slice(0, longest - 1 - tail).trimEnd()}…${label.slice(label.length - tail).trimStart()}`;
}

/** The number of characters with which all of these names begin. */
function commonLength([first = '', ...others]: readonly string[]): number {
  let common = first.length;
  for (const other of others) {
    let same = 0;
    while (same < common && other[same] === first[same]) same++;
    common = same;
  }
  return common;
}

/** A name from where it starts to differ from the others, with as much of its beginning as fits. */
function distinct(visit: string, common: number, longest: number): string {
  const own = visit.slice(common).trim();
  const head = visit.slice(0, Math.max(1, longest - own.length - 1)).trimEnd();
  return own === '' || own.length > longest - 2 ? fitted(own === '' ? visit : `…${own}`, longest) : `${head}…${own}`;
}

/** Numbers labels that are still equal: an odd label is better than two equal ones. */
function unlike(labels: ReadonlyMap<string, string>, longest: number): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  /** By label, the number that the next one with it tries first: thousands may share one. */
  const numbers = new Map<string, number>();
  return new Map(
    [...labels].map(([visit, label]) => {
      let own = label;
      let next = numbers.get(label) ?? 2;
      for (; taken.has(own); next++) {
        const sign = `~${String(next)}`;
        own = `${label.slice(0, Math.max(1, longest - sign.length))}${sign}`;
      }
      numbers.set(label, next);
      taken.add(own);
      return [visit, own] as const;
    }),
  );
}
