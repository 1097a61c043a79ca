import type { Change } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { changesBySubject, generationBefore } from '../../core/query/changes-by-subject.ts';
import { assertGeneration, listChanges } from '../../core/query/changes.ts';
import { inSharedSnapshot } from '../../core/query/snapshot.ts';
import type { StudyReader } from '../../core/query/study-directory.ts';
import { withStudy } from '../../core/vault/studies/open-study.ts';
import { hearCancel } from '../cancel.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { readDataset } from '../datasets.ts';
import { subjectsTyped } from '../named-in-study.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import type { Output } from '../output.ts';
import { parsePartialDate } from '../../shared/partial-date.ts';
import { moment } from '../text.ts';
import { printable } from '../../shared/printable.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';

const AT_ONCE = 1000;
const NOTHING = { new: 0, changed: 0, vanished: 0 };
const noSubjects = { of: 0, new: 0 };

export const changes: Command = {
  name: 'changes',
  summary: 'lists new, changed (field by field) and vanished records',
  synopsis: 'STUDY [--dataset NAME] [--since GENERATION|DATE] [--subject ID]…',
  options: {
    dataset: { type: 'string', value: 'NAME', says: 'only this dataset' },
    since: {
      type: 'string',
      value: 'GENERATION|DATE',
      says: "only changes after this generation, or from this date on: 2026-11-22 (from midnight by this computer's clock) or 2026-11-22T08:00:00Z",
    },
    subject: { type: 'string', value: 'ID', multiple: true, says: 'only this subject; may be given several times' },
  },
  notes: [
    'The newest generation comes first. The totals at the end cover everything listed, with the number of subjects and how many of them are new (had no records before).',
    'To write the same list to a file: carrel export STUDY --listing changes --format csv --out PATH',
  ],
  emptyFields: { counts: NOTHING, subjects: noSubjects },
  positionals: { least: 1, most: 1 },
  run: showChanges,
};

interface Wanted {
  readonly dataset: DatasetName | null;
  readonly since: number;
  readonly subjects: string[] | null;
}

interface Reported {
  readonly counts: typeof NOTHING;
  readonly subjects: typeof noSubjects;
}

async function showChanges(invocation: Invocation): Promise<Outcome> {
  const {
    given,
    positionals: [study = ''],
    out,
    signal,
  } = invocation;
  const named = given.text('dataset');
  const [dataset, since] = [named === null ? null : readDataset(named), readSince(given.text('since'))];
  const typed = given.texts('subject');
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    vault.audit.appendWhenPossible([{ kind: 'study-opened', study }]);
    const reported = await withStudy(vault, study, async (opened): Promise<Reported> => {
      if (opened === null) return { counts: NOTHING, subjects: noSubjects };
      const subjects = typed.length === 0 ? null : subjectsTyped(opened, typed);
      const wanted = { dataset, subjects, since: typeof since === 'number' ? since : generationBefore(opened, since.toISOString()) };
      assertGeneration(opened, wanted.since);
      return { counts: await tellChanges(opened, wanted, out, signal), subjects: countSubjects(opened, wanted) };
    });
    const { counts } = reported;
    out.say(
      `${printable(study)}: ${formatCount(counts.new)} new, ${formatCount(counts.changed)} changed, ${formatCount(counts.vanished)} vanished.`,
    );
    out.say(
      `Of ${formatCountOf(reported.subjects.of, 'subject')}; ${formatCount(reported.subjects.new)} of them ${reported.subjects.new === 1 ? 'is' : 'are'} new.`,
    );
    return { code: 'OK', fields: { study, ...reported } };
  });
}

/** Uses a single read transaction, so that a sync that ends meanwhile moves nothing. */
async function tellChanges(study: StudyReader, wanted: Wanted, out: Output, signal: AbortSignal): Promise<typeof NOTHING> {
  return inSharedSnapshot(study, async () => {
    for (let offset = 0; ; offset += AT_ONCE) {
      const { counts, changes: found } = listChanges(study, { ...wanted, kind: null, offset, limit: AT_ONCE });
      for (const change of found) tell(change, out);
      await hearCancel(signal);
      if (found.length < AT_ONCE || out.closed) return counts;
    }
  });
}

function tell({ dataset, key, kind, generation, at, fields }: Change, out: Output): void {
  out.event({ event: 'change', dataset, key, kind, generation, fields });
  if (out.json) return;
  out.say(`${kind.padEnd(8)}  ${dataset.padEnd(11)}  ${printable(key)}  (generation ${generation}, ${moment(at)})`);
  if (kind !== 'changed') return;
  for (const field of fields) out.say(`            ${field.column}: ${cellText(field.before)} -> ${cellText(field.after)}`);
}

function cellText(cell: Change['fields'][number]['before']): string {
  if (cell === null) return '(empty)';
  return printable(Array.isArray(cell) ? cell.join('; ') : String(cell));
}

/** The number of subjects with changes, and how many of them are new. */
function countSubjects(study: StudyReader, { dataset, since, subjects }: Wanted): typeof noSubjects {
  const found = changesBySubject(study, since, subjects).subjects.filter(
    (one) => dataset === null || one.datasets.some((of) => of.dataset === dataset),
  );
  return { of: found.length, new: found.filter(({ isNew }) => isNew).length };
}

/** A generation, or the moment from which changes count; a day starts at midnight by this computer's clock. Throws USAGE. */
function readSince(text: string | null): number | Date {
  if (text === null) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const parsed = parsePartialDate(text);
  if (day !== null && parsed !== null) return new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]));
  if (parsed?.instant === true) return new Date(parsed.from);
  throw new AppError('USAGE', '"--since" must be a generation number, such as 3, or a date, such as 2026-11-22 or 2026-11-22T08:00:00Z.');
}
