import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import type { SubjectsMeant } from '../../../shared/subjects-meant.ts';
import type { Model } from './model.ts';
import { readSubjectsMeant } from './use-subject-filter.ts';

export type CopyingModel = Pick<Model, 'data' | 'pendingCopy' | 'subjectFilters'>;

/** `meant`: the subjects that the copy covers; null without a subject filter, and for a single record. */
export interface Copied {
  readonly meant: SubjectsMeant | null;
}

/**
 * Copies records of a study, which the audit trail records with the number of subjects that the filter left. Asks for the passphrase first
 * if the settings require it. Resolves to null if that was cancelled.
 */
export async function copyRecords(model: CopyingModel, text: string, what: Omit<CopiedRecords, 'meant'>): Promise<Copied | null> {
  const { data, pendingCopy } = model;
  const meant = what.form === 'record' ? null : await readSubjectsMeant(model, what.study);
  const copied = { ...what, meant };
  if ((await data.call('clipboard.records', { text, copied })) === 'copied') return { meant };
  pendingCopy.get()?.cancel();
  return new Promise((settle) => {
    const end = (done: boolean): void => {
      pendingCopy.update(() => null);
      settle(done ? { meant } : null);
    };
    pendingCopy.update(() => ({
      copied,
      confirm: async (passphrase) => {
        await data.call('clipboard.records', { text, copied, passphrase });
        end(true);
      },
      cancel: () => {
        end(false);
      },
    }));
  });
}
