import { Button, Menu } from '@mantine/core';
import { IconUserMinus, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { useModel } from '../../data/model/model-context.ts';
import { alsoSaying } from '../../data/model/subject-filter.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import { meantOf, saySubjects } from '../../../shared/subjects-meant.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import './subject-filter.css';

/** Ways to change the subject filter by some subjects: replace it, add to it, or leave them out. */
export interface SubjectChoices {
  readonly use: (subjects: readonly string[], says: string) => void;
  readonly add: (subjects: readonly string[]) => void;
  readonly leaveOut: (subjects: readonly string[]) => void;
  /** Whether there is a subject filter to add to. */
  readonly isFiltered: boolean;
}

function useSubjectChoices(study: string): SubjectChoices {
  const { data } = useModel();
  const [filter, setFilter] = useSubjectFilter(study);
  const use = useCallback(
    (subjects: readonly string[], says: string) => {
      setFilter({ subjects, says });
    },
    [setFilter],
  );
  const add = useCallback(
    (subjects: readonly string[]) => {
      if (filter !== null) setFilter({ subjects: [...filter.subjects, ...subjects], says: alsoSaying(filter.says, 'with others added') });
    },
    [filter, setFilter],
  );
  const leaveOut = useCallback(
    (subjects: readonly string[]) => {
      const out = new Set(subjects);
      const keep = (all: readonly string[], says: string): void => {
        setFilter({ subjects: all.filter((subject) => !out.has(subject)), says });
      };
      if (filter !== null) keep(filter.subjects, alsoSaying(filter.says, 'with others left out'));
      else
        data.call('subjects.list', { study, selection: null }).then(
          (all) => {
            keep(all.subjects, `all but ${formatCountOf(out.size, 'subject')}`);
          },
          (error: unknown) => {
            showFailure('The subjects could not be read', error);
          },
        );
    },
    [data, study, filter, setFilter],
  );
  return { use, add, leaveOut, isFiltered: filter !== null };
}

/** "Use this subject", "Use these 24 subjects". */
export function wordsOfUse(count: number): string {
  return count === 1 ? 'Use this subject' : `Use these ${formatCountOf(count, 'subject')}`;
}

interface UseThese {
  readonly study: string;
  readonly subjects: readonly string[];
  /** Where they come from, for the text of the filter: "in 14 rows of Labs". */
  readonly says: string;
  readonly size?: 'xs' | 'sm';
  /** Whether the button itself states where they come from, if nothing next to it does. */
  readonly named?: boolean;
}

/** Button that makes these subjects the subject filter; hidden if there are none or they already are the filter. */
export function UseTheseSubjects({ study, subjects, says, size = 'xs', named = false }: UseThese): ReactNode {
  const { use } = useSubjectChoices(study);
  const [filter] = useSubjectFilter(study);
  const distinct = [...new Set(subjects)].filter((subject) => subject !== '');
  const known = new Set(filter?.subjects);
  if (distinct.length === 0 || (filter !== null && distinct.length === known.size && distinct.every((one) => known.has(one)))) return null;
  return (
    <Button
      variant="subtle"
      size={size}
      className="use-subjects"
      title="Makes them the subject filter for every table, chart, count and export"
      leftSection={<Glyph of={IconUsers} size={14} />}
      onClick={() => {
        use(distinct, says);
      }}
    >
      {named ? `Use the ${formatCountOf(distinct.length, 'subject')} ${says}` : wordsOfUse(distinct.length)}
    </Button>
  );
}

/** Menu items for one subject: use it as the filter, add it to the filter, or leave it out. */
export function SubjectMenuItems({ study, subject }: { readonly study: string; readonly subject: string }): ReactNode {
  const { use, add, leaveOut, isFiltered } = useSubjectChoices(study);
  return (
    <>
      <Menu.Item
        leftSection={<Glyph of={IconUsers} size={14} />}
        onClick={() => {
          use([subject], 'selected in a table');
        }}
      >
        {wordsOfUse(1)} <b>{subject}</b>
      </Menu.Item>
      {isFiltered && (
        <Menu.Item
          leftSection={<Glyph of={IconUserPlus} size={14} />}
          onClick={() => {
            add([subject]);
          }}
        >
          Add <b>{subject}</b> to the subject filter
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Glyph of={IconUserMinus} size={14} />}
        onClick={() => {
          leaveOut([subject]);
        }}
      >
        Leave out subject <b>{subject}</b>
      </Menu.Item>
    </>
  );
}

/** The subject filter for captions, titles and saved images: "Subject filter: 24 of 201 subjects, from a list". */
export function useFilterWords(card: StudyCard): string {
  const [filter] = useSubjectFilter(card.study);
  const all = useEverySubject(card);
  if (filter === null) return 'All subjects';
  const { subjects, says } = filter;
  const whom = all === null ? formatCountOf(subjects.length, 'subject') : saySubjects(meantOf(subjects, all));
  return `Subject filter: ${whom}, ${says}`;
}

/** All subjects of the study, without the filter; null until they are known. */
export function useEverySubject(card: StudyCard): readonly string[] | null {
  const { data, reload } = useCall('subjects.list', { study: card.study, selection: null });
  useReloadOn(generationOf(card), reload);
  return data?.subjects ?? null;
}
