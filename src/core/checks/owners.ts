import type { CheckLine } from '../../shared/calls/checks.ts';
import { listAnnotations } from '../annotations/list-annotations.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Finding } from './finding.ts';

/** Returns who is responsible for what a check finds in a dataset; null if nobody is. */
export type OwnerOf = (line: Pick<Finding, 'check' | 'dataset'>) => CheckLine['owner'];

/** Reads who is responsible for the findings, by the latest decision. Call inside a snapshot. */
export function readOwners(study: StudyReader): OwnerOf {
  const owners = new Map<string, NonNullable<CheckLine['owner']>>();
  // Newest first.
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
