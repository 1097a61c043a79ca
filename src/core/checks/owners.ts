import type { CheckLine } from '../../shared/calls/checks.ts';
import { listAnnotations } from '../annotations/list-annotations.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Finding } from './finding.ts';

/** Tells who sees to what a check finds in a dataset; null: nobody. */
export type OwnerOf = (line: Pick<Finding, 'check' | 'dataset'>) => CheckLine['owner'];

/** Who sees to the findings, as people said it last. Belongs inside a snapshot. */
export function readOwners(study: StudyReader): OwnerOf {
  const owners = new Map<string, NonNullable<CheckLine['owner']>>();
  // The newest first.
  for (const { id, annotation } of listAnnotations(study, 'check-owner')) {
    if (annotation.kind !== 'check-owner') continue;
    const place = placeOf(annotation.value);
    if (!owners.has(place)) owners.set(place, { name: annotation.value.owner, mark: id });
  }
  return (line) => owners.get(placeOf(line)) ?? null;
}

function placeOf({ check, dataset }: Pick<Finding, 'check' | 'dataset'>): string {
  return `${check} ${dataset}`;
}
