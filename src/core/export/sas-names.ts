import type { Column } from '../../shared/datasets/declaration.ts';

/** Maximum length of a SAS name in a transport file of version 5, and wherever such a name must be accepted. */
const longest = 8;

/**
 * Returns names for these columns that SAS accepts: capital letters, digits and underscores, at most eight, no digit first, each unique.
 * Uses the SDTM-style name if it fits, otherwise the column's own name, shortened.
 */
export function sasNames(columns: readonly Column[]): readonly string[] {
  return freeNames(columns.map(nameOf), new Set());
}

/** The same for the numeric dates next to date texts; each text gets a date and a date with time: LBDTC has LBDT and LBDTM. */
export function sasDateNames(names: readonly string[], taken: Iterable<string>): readonly (readonly [date: string, moment: string])[] {
  const wanted = names.flatMap((name) => {
    const stem = name.replace(/DTC$/, '');
    return [`${stem.slice(0, longest - 2)}DT`, `${stem.slice(0, longest - 3)}DTM`];
  });
  const free = freeNames(wanted, new Set(taken));
  return names.map((_, at) => [free[at * 2] ?? '', free[at * 2 + 1] ?? '']);
}

function nameOf({ name, sdtm }: Column): string {
  if (sdtm !== null && /^[A-Z_][A-Z0-9_]{0,7}$/.test(sdtm)) return sdtm;
  // In a table by visit, a name may begin with a digit: that of 17-OH progesterone.
  return name
    .toUpperCase()
    .replaceAll('_', '')
    .replace(/^(?=\d)/, '_')
    .slice(0, longest);
}

function freeNames(wanted: readonly string[], taken: Set<string>): readonly string[] {
  return wanted.map((name) => {
    const free = freeName(name, taken);
    taken.add(free);
    return free;
  });
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    const end = String(number);
    const name = wanted.slice(0, longest - end.length) + end;
    if (!taken.has(name)) return name;
  }
}
