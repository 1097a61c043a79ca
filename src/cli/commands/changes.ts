import { setImmediate } from 'node:timers/promises';
import type { Change } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import { listChanges } from '../../core/query/changes.ts';
import { inHeldSnapshot } from '../../core/query/snapshot.ts';
import type { StudyReader } from '../../core/query/study-directory.ts';
import { withStudy } from '../../core/vault/open-study.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { readDataset } from '../datasets.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import type { Output } from '../output.ts';
import { count, moment } from '../text.ts';
import { printable } from '../../shared/printable.ts';

const AT_ONCE = 1000;
const NOTHING = { new: 0, changed: 0, vanished: 0 };

export const changes: Command = {
  name: 'changes',
  summary: 'tells what was new, changed (field by field) and vanished',
  synopsis: 'STUDY [--dataset NAME] [--since GENERATION]',
  options: {
    dataset: { type: 'string', value: 'NAME', says: 'of one dataset only' },
    since: { type: 'string', value: 'GENERATION', says: 'only what came after this generation' },
  },
  notes: ['The newest generation comes first. The counts at the end are of everything that was listed.'],
  emptyFields: { counts: NOTHING },
  positionals: { least: 1, most: 1 },
  run: showChanges,
};

interface Wanted {
  readonly dataset: DatasetName | null;
  readonly since: number;
}

async function showChanges(invocation: Invocation): Promise<Outcome> {
  const {
    given,
    positionals: [study = ''],
    out,
    signal,
  } = invocation;
  const named = given.text('dataset');
  const wanted = { dataset: named === null ? null : readDataset(named), since: readGeneration(given.text('since')) };
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    vault.audit.appendWhenPossible([{ kind: 'study-opened', study }]);
    const counts = await withStudy(vault, study, async (opened) => (opened === null ? NOTHING : tellChanges(opened, wanted, out, signal)));
    out.say(`${printable(study)}: ${count(counts.new)} new, ${count(counts.changed)} changed, ${count(counts.vanished)} vanished.`);
    return { category: 'OK', fields: { study, counts } };
  });
}

/** One read transaction for all of it, so that a sync that ends meanwhile moves nothing. */
async function tellChanges(study: StudyReader, wanted: Wanted, out: Output, signal: AbortSignal): Promise<typeof NOTHING> {
  return inHeldSnapshot(study, async () => {
    for (let offset = 0; ; offset += AT_ONCE) {
      const { counts, changes: found } = listChanges(study, { ...wanted, kind: null, offset, limit: AT_ONCE });
      for (const change of found) tell(change, out);
      // A Ctrl-C and a reader that went away are noticed between two turns of the event loop.
      await setImmediate();
      if (signal.aborted) throw new AppError('CANCELLED', 'Cancelled. Nothing was changed.');
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

function readGeneration(text: string | null): number {
  if (text === null) return 0;
  if (!/^\d{1,9}$/.test(text)) throw new AppError('USAGE', '"--since" takes the number of a generation, such as 3.');
  return Number(text);
}
