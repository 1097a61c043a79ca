import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import type { ListingRequest } from '../../../shared/listing-schema.ts';
import { useExport } from '../export/open-export.ts';
import { useModel } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showFailure, showDone } from '../../ui/parts/toasts.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import type { ListingColumn } from '../../../shared/calls/listings.ts';
import { clipboardText } from '../grid/copying.ts';
import { whomWords } from '../../ui/parts/dataset-titles.ts';
import { copyRecords } from '../../data/model/copy-records.ts';
import { tabbed, type ListingRow } from './listing-rows.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** The listing to export. Without `subjects`, those of the subject filter are used. */
export type ListingAsked = Omit<ListingRequest, 'subjects'> & { readonly subjects?: readonly string[] };

/** Returns a function that opens the export dialog for a listing. */
export function useExportListing(study: string): (asked: ListingAsked) => void {
  const { data } = useModel();
  const openExport = useExport();
  const [filter] = useSubjectFilter(study);
  return useCallback(
    (asked) => {
      const subjects = asked.subjects ?? filter?.subjects ?? null;
      data.call('subjects.list', { study, selection: null }).then(
        (all) => {
          openExport({ study, listing: { ...asked, subjects: subjects === null ? null : [...subjects] }, of: all.subjects.length });
        },
        (error: unknown) => {
          showFailure('The subjects could not be read', error);
        },
      );
    },
    [data, study, filter, openExport],
  );
}

/** "Export…" button of a view that is exported as a table. */
export function ExportListingButton({ study, asked }: { readonly study: string; readonly asked: ListingAsked }): ReactNode {
  const open = useExportListing(study);
  return (
    <Button
      leftSection={<Glyph of={IconDownload} size={14} />}
      onClick={() => {
        open(asked);
      }}
    >
      Export…
    </Button>
  );
}

/** Copies the rows of a table of subjects with headers. The copy is recorded in the audit trail. */
export function useCopyRows(study: string, columns: readonly ListingColumn[], shown: readonly ListingRow[]): () => void {
  const model = useModel();
  return () => {
    const copied = { study, dataset: 'subjects', form: 'rows', rows: shown.length, columns: columns.length } as const;
    copyRecords(model, tabbed(columns, shown, clipboardText), copied).then(
      (done) => {
        if (done !== null)
          showDone({
            title: `Copied ${formatCountOf(shown.length, 'row')}${whomWords(done.meant)}`,
            says: `${formatCountOf(columns.length, 'column')} with headers, separated by tabs. Recorded in the audit trail.`,
          });
      },
      (error: unknown) => {
        showFailure('Nothing was copied', error);
      },
    );
  };
}
