import type { CopiedRecords } from '../../shared/calls/clipboard.ts';
import type { Model } from '../model/model.ts';

/** Copies records of a study, which the audit trail notes; asks first where the settings say so. False: a person thought better of it. */
export async function copyRecords(
  { data, askedCopy }: Pick<Model, 'data' | 'askedCopy'>,
  text: string,
  copied: CopiedRecords,
): Promise<boolean> {
  if ((await data.call('clipboard.records', { text, copied })) === 'copied') return true;
  askedCopy.get()?.cancel();
  return new Promise((settle) => {
    const end = (done: boolean): void => {
      askedCopy.update(() => null);
      settle(done);
    };
    askedCopy.update(() => ({
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
