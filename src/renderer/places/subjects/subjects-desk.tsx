import { Button } from '@mantine/core';
import { IconCopy, IconDownload, IconUsers } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { useChartChoice } from '../../data/model/chart-choices.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { DensityButton } from '../../record/grid/status-line.tsx';
import { PendingReviewNotice } from '../../record/pending-review/pending-review-notice.tsx';
import { useCommand } from '../../ui/keys/commands.tsx';
import { useCopyCell } from '../../record/grid/copying.ts';
import { useExportListing, useCopyRows } from '../../record/listings/listing-files.tsx';
import { ListingChips, ListingSearch, ListingTable } from '../../record/listings/listing-table.tsx';
import { readListingView, shownRows, type ListingRow, type ListingView } from '../../record/listings/listing-rows.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { subjectPlace } from '../../data/model/place.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { ErrorStrip, Empty } from '../../ui/parts/states.tsx';
import { UseTheseSubjects } from '../../record/subjects/use-these-subjects.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { SubjectRowMenu } from './subject-row-menu.tsx';
import { SubjectsSwitch } from '../../record/subjects/subjects-switch.tsx';
import { NotMirrored } from '../../ui/sync/not-mirrored.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';
import '../../record/grid/grid.css';

/** Maximum rows to read; for a larger Group, a table is no help. */
const mostSubjects = 200_000;

type Table = Output<'listing.read'>;

/** One summary row per subject. The reader computes the rows; sorting, search and filters run here. */
export function SubjectsDesk({ card }: { readonly card: StudyCard }): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const subjects = filter === null ? null : [...filter.subjects];
  const { data, error, reload } = useCall('listing.read', { study, listing: { name: 'subjects', subjects }, limit: mostSubjects });
  useReloadOn(generationOf(card), reload);
  useReloadOn(card.lookedGeneration, reload);
  useReloadOn(useStore(useModel().annotated), reload);
  return (
    <div className="grid-desk">
      <section className="grid-place" aria-label="Subjects">
        <h1 className="sr-only">Subjects</h1>
        <PendingReviewNotice status={card.status} name="subjects" onDecided={reload} />
        {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
        {data !== null && <SubjectsTable card={card} table={data} />}
      </section>
    </div>
  );
}

function SubjectsTable({ card, table }: { readonly card: StudyCard; readonly table: Table }): ReactNode {
  const { study } = card;
  const { go } = usePlace();
  const [view, setView] = useListingView(study);
  const { columns, rows } = table;
  const shown = useMemo(() => shownRows(columns, rows, view), [columns, rows, view]);
  const [menu, setMenu] = useState<{ readonly subject: string; readonly left: number; readonly top: number } | null>(null);
  const names = useMemo(() => shown.map(idOf), [shown]);
  const exportListing = useExportListing(study);
  const isWhole = shown.length === rows.length;
  const { sort } = view;
  const exportRows = useCallback(() => {
    exportListing({ name: 'subjects', ...(isWhole ? {} : { subjects: names }), ...(sort === null ? {} : { sort }) });
  }, [exportListing, isWhole, names, sort]);
  useCommand('export', exportRows);
  const copy = useCopyRows(study, columns, shown);
  const openRow = useCallback(
    (row: ListingRow) => {
      go(subjectPlace(study, idOf(row)));
    },
    [go, study],
  );
  const copyCell = useCopyCell();
  const openMenu = useCallback((row: ListingRow, at: { readonly left: number; readonly top: number }) => {
    setMenu({ subject: idOf(row), ...at });
  }, []);
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label="Subjects table">
        <ListingSearch
          search={view.search}
          onSearch={(search) => {
            setView({ ...view, search });
          }}
        />
        <SubjectsSwitch study={study} />
        <span className="toolbar-space" />
        <ReasonButton
          variant="subtle"
          leftSection={<Glyph of={IconCopy} size={14} />}
          reason={shown.length === 0 ? 'There are no subjects in this table to copy.' : null}
          onClick={copy}
        >
          Copy
        </ReasonButton>
        <Button aria-label="Export" leftSection={<Glyph of={IconDownload} size={14} />} onClick={exportRows}>
          Export
        </Button>
      </div>
      <ListingChips view={view} columns={columns} onView={setView} />
      <div className="grid-table">
        <ListingTable
          title="Subjects"
          {...{ columns, rows, shown, view }}
          onView={setView}
          onOpen={openRow}
          onCopy={copyCell}
          onMenu={openMenu}
        />
        {shown.length === 0 && (
          <NoSubjects
            card={card}
            any={rows.length > 0}
            onShowAll={() => {
              setView({ ...view, search: '', filters: [] });
            }}
          />
        )}
      </div>
      <footer className="status-line" aria-live="polite">
        <span>
          <b>{formatCount(shown.length)}</b>
          {isWhole ? '' : ` of ${formatCount(rows.length)}`} {rows.length === 1 ? 'row' : 'rows'}, one per subject
        </span>
        {!isWhole && <UseTheseSubjects study={study} subjects={names} says={`in ${formatCountOf(shown.length, 'row')} of Subjects`} />}
        <span className="status-part status-folds t3 clip" title={table.says}>
          Derived from all datasets; {table.says.slice(table.says.indexOf(':') + 1).trim()}
        </span>
        <span className="status-space" />
        <DensityButton />
      </footer>
      {menu !== null && (
        <SubjectRowMenu
          {...{ study, ...menu }}
          onClose={() => {
            setMenu(null);
          }}
        />
      )}
    </>
  );
}

function idOf(row: ListingRow): string {
  return String(row[0] ?? '');
}

/** Search, filters and sort order of the table, kept until the lock. */
function useListingView(study: string): readonly [ListingView, (view: ListingView) => void] {
  const [kept, keep] = useChartChoice<string>(study, 'subjects-view', '');
  const view = useMemo(() => readListingView(kept), [kept]);
  return [
    view,
    (next) => {
      keep(JSON.stringify(next));
    },
  ];
}

/** Why no subject is shown, with a step that helps. */
function NoSubjects({
  card,
  any,
  onShowAll,
}: {
  readonly card: StudyCard;
  readonly any: boolean;
  readonly onShowAll: () => void;
}): ReactNode {
  const [filter, setFilter] = useSubjectFilter(card.study);
  if (any)
    return (
      <div className="empty-rows">
        <Empty
          icon={IconUsers}
          title="No subject matches"
          says="No subject matches the search and filters."
          step={{ label: 'Show all', take: onShowAll }}
        />
      </div>
    );
  if (filter !== null)
    return (
      <div className="empty-rows">
        <Empty
          icon={IconUsers}
          title="No subject in the filter appears here"
          step={{
            label: 'Show all subjects',
            take: () => {
              setFilter(null);
            },
          }}
        />
      </div>
    );
  return (
    <div className="empty-rows">
      <NotMirrored card={card} dataset="subjects" />
    </div>
  );
}
