import { Button, Tooltip } from '@mantine/core';
import { IconColumns3, IconFlask } from '@tabler/icons-react';
import { useMemo, type ReactNode, useCallback } from 'react';
import type { TestSummary } from '../../../shared/calls/views.ts';
import { pivotColumns } from '../../../shared/pivot.ts';
import { Anchored } from '../grid/anchored.tsx';
import { Chips } from '../grid/chips.tsx';
import { EmptyRows } from '../grid/empty-rows.tsx';
import { anchorOf, useGrid } from '../grid/grid-context.ts';
import { GridPopovers } from '../grid/grid-popovers.tsx';
import { asWideAsGrown } from '../grid/grown-widths.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import { PendingReviewNotice } from '../pending-review/pending-review-notice.tsx';
import { RecordInspector } from '../inspector/record-inspector.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { Empty, ErrorStrip } from '../../ui/parts/states.tsx';
import { PivotContext, type PivotFacts, usePivot, type PivotAnswer } from './use-pivot.ts';
import { nextPivotSort, shownTests, sortAmong } from './pivot-model.ts';
import { PivotStatus } from './pivot-status.tsx';
import { PivotTable } from './pivot-table.tsx';
import { PivotTests } from './pivot-tests.tsx';
import { useKnownTests, useLeadWidths, usePivotSteps, useSetByVisit } from './use-pivot-steps.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useExport } from '../export/open-export.ts';
import { filterSentences } from '../grid/conditions.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { formatCount } from '../../../shared/format-count.ts';
import './pivot.css';

const noTests: readonly TestSummary[] = [];

/** Results by visit, with one row per subject, visit and day and tests as columns. The open record is shown next to the table. */
export function PivotDesk({ generation }: { readonly generation: number }): ReactNode {
  const { card, dataset, subject, state, selection, grown, opened, open } = useGrid();
  const { study } = card;
  const known = useKnownTests(generation);
  const [where, { tests: chosen, sort }] = [state.where, state.byVisit];
  const tests = useMemo(() => shownTests(chosen, known.tests ?? noTests, where), [chosen, known.tests, where]);
  const question = useMemo(
    () => (tests.length === 0 ? null : { study, selection, tests: [...tests], sort: [...sort] }),
    [study, selection, tests, sort],
  );
  const { answer, error, retry } = usePivot(question, generation, useLeadWidths());
  const setByVisit = useSetByVisit();
  const columns = useMemo(
    () => (answer === null ? [] : asWideAsGrown(pivotColumns(dataset, answer.shape.tests, false), grown)),
    [dataset, answer, grown],
  );
  const { openKey, openRecord, openLine, close, copy } = usePivotSteps();
  const facts = useMemo<PivotFacts>(
    () => ({
      columns,
      tests: answer?.shape.tests ?? [],
      sort,
      openKey,
      onSort: (column, added) => {
        setByVisit((before) => ({ sort: nextPivotSort(before.sort, column, added) }));
      },
    }),
    [columns, answer, sort, openKey, setByVisit],
  );
  const exportRows = useExportPivot(columns, answer?.shape ?? null);
  const failure = error ?? known.error;
  return (
    <div className="grid-desk">
      <section className="grid-place" aria-label={`${dataset.title} by visit`}>
        {subject === null && <h1 className="sr-only">{dataset.title} by visit</h1>}
        <Toolbar
          onExport={exportRows}
          tests={tests}
          chooser={
            <TestsButton
              shown={tests.length}
              of={known.tests?.length ?? 0}
              onOpen={(at) => {
                open({ what: 'tests', at: anchorOf(at) });
              }}
            />
          }
        />
        <Chips />
        <PendingReviewNotice status={card.status} name={dataset.name} onDecided={() => undefined} />
        {failure !== null && (
          <ErrorStrip
            error={failure}
            step={{
              label: 'Try again',
              take: () => {
                known.reload();
                retry();
              },
            }}
          />
        )}
        <PivotContext value={facts}>
          <div className="grid-table">
            {answer !== null && (
              <PivotTable answer={answer} onOpenRecord={openRecord} onOpenLine={openLine} onCopy={copy} onClose={close} />
            )}
            <EmptyRows />
            <NoResults of={answer?.shape.of ?? null} tests={tests.length} />
          </div>
        </PivotContext>
        <PivotStatus shape={answer?.shape ?? null} nothing={known.tests !== null && tests.length === 0} />
      </section>
      {openKey !== null && subject === null && <RecordInspector study={study} dataset={dataset.name} recordKey={openKey} onClose={close} />}
      {opened?.what === 'tests' ? (
        <Anchored
          at={opened.at}
          label="Tests"
          width={340}
          onClose={() => {
            open(null);
          }}
        >
          <PivotTests
            known={known.tests ?? noTests}
            shown={tests}
            onChange={(next) => {
              setByVisit((before) => ({ tests: next, sort: sortAmong(before.sort, shownTests(next, known.tests ?? noTests, where)) }));
            }}
            onDone={() => {
              open(null);
            }}
          />
        </Anchored>
      ) : (
        <GridPopovers onCopyCell={() => undefined} onOpenRow={() => undefined} />
      )}
    </div>
  );
}

function TestsButton({
  shown,
  of,
  onOpen,
}: {
  readonly shown: number;
  readonly of: number;
  readonly onOpen: (at: Element) => void;
}): ReactNode {
  return (
    <Tooltip label="Choose and order the tests">
      <Button
        variant="subtle"
        className="toolbar-folds"
        aria-haspopup="dialog"
        aria-label={`Tests, ${String(shown)} of ${String(of)} shown`}
        leftSection={<Glyph of={IconColumns3} size={14} />}
        onClick={(event) => {
          onOpen(event.currentTarget);
        }}
      >
        <span className="toolbar-word">
          Tests{' '}
          <span className="toolbar-of">
            {formatCount(shown)} of {formatCount(of)}
          </span>
        </span>
      </Button>
    </Tooltip>
  );
}

/** Shown if there are rows, but none of the shown tests. */
function NoResults({ of, tests }: { readonly of: number | null; readonly tests: number }): ReactNode {
  const {
    rows: { counts, counted },
  } = useGrid();
  if (of !== 0 || tests === 0 || !counted || counts === null || counts.rows === 0) return null;
  return (
    <div className="empty-rows">
      <Empty
        icon={IconFlask}
        title="None of these tests is in the filtered rows"
        says="The filtered rows are of other tests. Select those under Tests, or remove a filter."
      />
    </div>
  );
}

/** Returns a function that opens the export dialog for the table by visit, and binds it to the export command. */
function useExportPivot(columns: readonly Column[], shape: PivotAnswer['shape'] | null): () => void {
  const openExport = useExport();
  const { card, dataset, selection, state } = useGrid();
  const tests = shape?.tests.map(({ test }) => test) ?? [];
  const all = useCall('pivot.read', {
    study: card.study,
    selection: { ...selection, where: [], search: '' },
    tests: tests.length === 0 ? [''] : tests,
    sort: [],
    offset: 0,
    limit: 1,
  });
  const exportRows = useCallback(() => {
    if (shape === null) return;
    openExport({
      study: card.study,
      subjects: selection.subjects,
      grid: {
        dataset: dataset.name,
        selection,
        chosen: null,
        sort: state.byVisit.sort,
        shown: columns.map(({ name }) => name),
        counts: { selected: 0, filtered: shape.of, all: all.data?.of ?? shape.of },
        filters: filterSentences(dataset, state),
        pivot: { tests: shape.tests.map(({ test }) => test), columns: pivotColumns(dataset, shape.tests, true) },
      },
    });
  }, [openExport, card.study, dataset, selection, state, columns, shape, all.data]);
  useCommand('export', exportRows);
  return exportRows;
}
