import { useCallback } from 'react';
import type { ListingColumn } from '../../../shared/calls/listings.ts';
import { guardText } from '../../../shared/formula-guard.ts';
import { whomWords } from '../../ui/parts/copied-words.ts';
import { copyRecords } from '../../data/model/copy-records.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';
import { tabbed, type ListingRow } from './listing-rows.ts';

/** Copies one cell. */
export function useCopyCell(): (text: string) => void {
  const { data } = useModel();
  return useCallback(
    (text) => {
      data.call('clipboard.write', { text: guardText(text) }).catch((error: unknown) => {
        showFailure('Nothing was copied', error);
      });
    },
    [data],
  );
}

/** Copies the rows of a table of subjects with headers, which the audit trail notes. */
export function useCopyRows(study: string, columns: readonly ListingColumn[], shown: readonly ListingRow[]): () => void {
  const model = useModel();
  return () => {
    const copied = { study, dataset: 'subjects', form: 'rows', rows: shown.length, columns: columns.length } as const;
    copyRecords(model, tabbed(columns, shown, guardText), copied).then(
      (done) => {
        if (done !== null)
          showDone({
            title: `Copied ${formatCountOf(shown.length, 'row')}${whomWords(done.meant)}`,
            says: `${formatCountOf(columns.length, 'column')} with headers, separated by tabs. The audit trail notes it.`,
          });
      },
      (error: unknown) => {
        showFailure('Nothing was copied', error);
      },
    );
  };
}
