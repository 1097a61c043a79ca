import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import type { SubjectsMeant } from '../../../shared/subjects-meant.ts';
import type { Model } from './model.ts';
import { readSubjectsMeant } from './use-subject-filter.ts';

/** What copying records takes of the window. */
export type CopyingModel = Pick<Model, 'data' | 'pendingCopy' | 'subjectFilters'>;

/** Of whom the copy is; null: there is no subject filter. */
export interface Copied {
  readonly meant: SubjectsMeant | null;
}

/**
 * Copies records of a study, which the audit trail notes with how many subjects the filter left; asks first where the settings say so. Null:
 * a person thought better of it.
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
