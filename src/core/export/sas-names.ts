import type { Column } from '../../shared/datasets/declaration.ts';

/** Characters that a name of SAS has at most, in a transport file of version 5 and wherever it must be taken. */
const longest = 8;

/**
 * Names of these columns that SAS takes: letters, digits and underscores in capitals, eight at most, each once. The SDTM-style name where
 * there is one that fits, else the column's own, shortened.
 */
export function sasNames(columns: readonly Column[]): readonly string[] {
  return freeNames(columns.map(nameOf), new Set());
}

/** The same for numeric dates beside their texts, of which a date and a date with time are wanted each: LBDTC has LBDT and LBDTM. */
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
  return name.toUpperCase().replaceAll('_', '').slice(0, longest);
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
