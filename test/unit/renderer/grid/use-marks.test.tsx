import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { StudyCard } from '../../../../src/shared/contract.ts';
import { datasets } from '../../../../src/shared/datasets/datasets.ts';
import { useMarks } from '../../../../src/renderer/record/grid/change-marks.ts';

const asked = vi.hoisted(() => ({ inputs: [] as [string, unknown][] }));
vi.mock('../../../../src/renderer/data/calls/use-call.ts', () => ({
  useCall: (name: string, input: unknown) => {
    asked.inputs.push([name, input]);
    const listed = { counts: { new: 12, changed: 3, vanished: 1 }, changes: [] };
    return { data: name === 'changes.list' ? listed : { added: 40, changed: 9 }, reload: () => undefined };
  },
  useReloadOn: () => undefined,
}));

const status = (records: number) => ({ datasets: [{ dataset: 'labs', records }] });
const card = (records: number): StudyCard => ({ study: '22-001', lookedGeneration: 0, status: status(records) }) as unknown as StudyCard;

function Counts({ of, subjects }: { readonly of: StudyCard; readonly subjects: readonly string[] | null }): ReactNode {
  const { added, changed, since } = useMarks(of, datasets.labs, subjects, 5);
  return `${String(added)} new, ${String(changed)} changed since ${String(since)}`;
}

beforeEach(() => {
  asked.inputs = [];
});

test('the numbers of the status line are those of the list of changes that it opens, of the same subjects', () => {
  expect(renderToStaticMarkup(<Counts of={card(100)} subjects={['0012']} />)).toBe('12 new, 3 changed since 1');
  expect(asked.inputs).toContainEqual(['changes.list', expect.objectContaining({ since: 1, subjects: ['0012'], dataset: 'labs' })]);
});

test('after a first mirror nothing is new', () => {
  expect(renderToStaticMarkup(<Counts of={card(40)} subjects={null} />)).toBe('0 new, 3 changed since 1');
});
