import type { Drift, Proof } from '../../../shared/status.ts';
import type { PassFacts, StagedPass } from './pass.ts';
import type { Sureness } from '../database/stored-proof.ts';
import { guarded } from '../database/store-error.ts';
import type { ReadableStudy } from '../database/study.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';

/** At most this many kinds of drift are listed; all of them are among the issues. */
export const mostDrift = 50;
/** At most this many names are counted, because a hostile service may invent any number. */
const mostNames = 10_000;

/** The proof of a pass whose pages all agree. Its times are by the service's clock, as far as it is known. */
export function proofOf(study: ReadableStudy, pass: StagedPass, facts: PassFacts, sureness: Sureness, foreignLinks = 0): Proof {
  const { pages, entries, distinct, totalAtStart, totalAtEnd, digest } = facts;
  const byService = (at: number): string => new Date(at + (sureness.clockOffsetSeconds ?? 0) * 1000).toISOString();
  return {
    startedAt: byService(Date.parse(pass.startedAt)),
    endedAt: byService(Date.now()),
    passes: pass.repeated.length + 1,
    repeated: pass.repeated.map((reasons) => [...reasons]),
    resumedPages: pass.resumed?.pages ?? 0,
    pages,
    entries,
    distinct,
    totalAtStart,
    totalAtEnd,
    ...sureness,
    digest,
    foreignLinks,
    drift: [...driftOf(study, pass.id)],
  };
}

/** What the interface does not describe in the pages of a pass, by the last part of its source path. */
function driftOf({ db, study }: ReadableStudy, pass: number): readonly Drift[] {
  return guarded(`The cache of study ${study}`, () => {
    const found = db
      .prepare<[number], [rule: string, path: string]>(
        `SELECT i.rule, i.path FROM page p JOIN body_issue i ON i.body = p.body
        WHERE p.pass = ? AND i.rule IN ('unknown-field', 'unknown-extension')`,
      )
      .raw()
      .iterate(pass);
    const byName = new Map<string, Drift>();
    for (const [rule, path] of found) {
      const kind = rule === 'unknown-field' ? 'field' : 'extension';
      const name = nameIn(path, kind);
      const same = byName.get(`${kind} ${name}`);
      if (same !== undefined) same.count += 1;
      else if (byName.size < mostNames) byName.set(`${kind} ${name}`, { kind, name, count: 1, path });
    }
    return [...byName.values()]
      .toSorted((left, right) => right.count - left.count || compareTexts(left.name, right.name))
      .slice(0, mostDrift);
  });
}

/** `code.coding[].userSelected` → `userSelected`; `extension[#Site]` → `Site`; a path with neither is returned whole. */
function nameIn(path: string, kind: Drift['kind']): string {
  const begin = kind === 'field' ? path.lastIndexOf('.') + 1 : path.lastIndexOf('[#') + 2;
  return kind === 'field' ? path.slice(begin) : begin > 1 ? path.slice(begin, -1) : path;
}
