import { sayForeignLinks } from '../shared/foreign-links.ts';
import type { DatasetStatus, StudyStatus } from '../shared/status.ts';
import { remarksOf } from './dataset-remarks.ts';
import { alignColumns, moment } from './text.ts';
import { printable } from '../shared/printable.ts';
import { formatCount, formatCountOf } from '../shared/format-count.ts';

const SAYS: Readonly<Record<DatasetStatus['state'], string>> = {
  updated: 'updated',
  unchanged: 'unchanged',
  kept: 'kept (earlier copy)',
  pending: 'pending review',
  none: 'not mirrored',
};

/** A study as lines for people: one per dataset, then what went wrong, in words. */
export function studyLines({ study, datasets }: StudyStatus): readonly string[] {
  const rows = datasets.map((one) => [
    `  ${one.dataset}`,
    one.asOf === null ? '-' : formatCount(one.records),
    stateOf(one),
    one.asOf === null ? '-' : moment(one.asOf),
    generationOf(one),
    proofOf(one),
  ]);
  const heading = ['  dataset', 'records', 'state', 'as of', 'generation', 'complete'];
  const links = sayForeignLinks(datasets);
  return [
    printable(study),
    ...alignColumns([heading, ...rows], [1]),
    ...errorLines(datasets),
    ...datasets.flatMap(remarksOf),
    ...(links === null ? [] : [`  ${links}`]),
  ];
}

function stateOf({ state, added, changed, vanished }: DatasetStatus): string {
  if (state !== 'updated') return SAYS[state];
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [vanished, 'vanished'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${formatCount(number)} ${what}`);
  return said.length === 0 ? SAYS[state] : said.join(', ');
}

function generationOf({ generation }: DatasetStatus): string {
  return generation === null ? '-' : String(generation);
}

function proofOf({ proof }: DatasetStatus): string {
  if (proof === null) return '-';
  const read = formatCountOf(proof.pages, 'page');
  const level = proof.confirmed ? 'confirmed' : 'counted';
  return proof.totalAtEnd === null ? `${read}, ${level}, no total reported` : `${read}, ${level}`;
}

/** One line per reason, however many datasets it concerns. */
function errorLines(datasets: readonly DatasetStatus[]): readonly string[] {
  const reasons = Map.groupBy(
    datasets.filter(({ error }) => error !== null),
    ({ error }) => error?.message ?? '',
  );
  return [...reasons].map(
    ([reason, concerned]) =>
      `  ${concerned.length === datasets.length ? 'all' : concerned.map(({ dataset }) => dataset).join(', ')}: ${printable(reason)}`,
  );
}
