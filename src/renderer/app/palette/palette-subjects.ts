import { IconUser } from '@tabler/icons-react';
import { subjectPlace } from '../../data/model/place.ts';
import type { PaletteGroup } from './palette-entry.ts';

/** Subjects that are offered at most: who types on finds fewer. */
const most = 8;

/** The subjects of a study whose id holds what is typed, those that begin with it first; none before something is typed. */
export function subjectGroups(study: string, subjects: readonly string[], typed: string): readonly PaletteGroup[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== 'subject');
  const [first] = words;
  if (first === undefined || typed.startsWith('>')) return [];
  const found = subjects.filter((subject) => words.every((word) => subject.toLowerCase().includes(word)));
  const begins = (subject: string): number => (subject.toLowerCase().startsWith(first) ? 0 : 1);
  const entries = found
    .toSorted((left, right) => begins(left) - begins(right) || left.length - right.length || (left < right ? -1 : 1))
    .slice(0, most)
    .map((subject) => ({
      id: `subject-${subject}`,
      icon: IconUser,
      label: `Subject ${subject}`,
      take: { kind: 'go', place: subjectPlace(study, subject) } as const,
    }));
  return entries.length === 0 ? [] : [{ title: `Subjects in ${study}`, entries }];
}
