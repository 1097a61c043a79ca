import { Skeleton, Button, Menu } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { Output, StudyCard } from '../../../../shared/contract.ts';
import { isSameVisit } from '../../../../shared/derive/anchor-visits.ts';
import { ChartsPage } from '../charts-page.tsx';
import { ChartTable } from '../../../record/figures/twin-table.tsx';
import { useChartChoice } from '../../../data/model/chart-choices.ts';
import { useAnswered, useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { useVisitChoices } from '../../../data/calls/use-visit-choices.ts';
import { useOpenRows } from '../../../data/model/use-open-rows.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { Choice, MenuScroll } from '../../../ui/parts/controls.tsx';
import { FailedLoads } from '../../../ui/parts/states.tsx';
import { mostTests, storedTests, ChartTests, usualTests } from '../results/chart-tests.tsx';
import { ExportListingButton } from '../../../record/listings/listing-files.tsx';
import { NoResults } from '../results/results-page.tsx';
import { useFilterWords } from '../../../record/subjects/use-these-subjects.tsx';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { comparedParts, type ComparePart, compareColumns, compareRows, compareTable, type CompareSort } from './compare-rows.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';
import './compare.css';

type ComparedDataset = 'labs' | 'vitals';
const choices: readonly (readonly [ComparedDataset, string])[] = [
  ['labs', 'Labs'],
  ['vitals', 'Vitals'],
];

/** Maximum number of rows loaded; the export has them all. */
const mostRows = 20_000;

/** Compares tests at two visits, with one row per subject and test, sortable by any column. A subject opens its records. */
export function CompareTab({ card }: { readonly card: StudyCard }): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const subjects = filter === null ? null : [...filter.subjects];
  const [dataset, chooseDataset] = useChartChoice<ComparedDataset>(study, 'compare-dataset', 'labs', choices);
  const [kept, keep] = useChartChoice<string>(study, `compare-tests-${dataset}`, '');
  const [first, chooseFirst] = useChartChoice<string>(study, 'compare-a', '');
  const [second, chooseSecond] = useChartChoice<string>(study, 'compare-b', '');
  const listed = useCall('tests.list', { study, dataset, subjects });
  const generation = generationOf(card);
  const visits = useVisitChoices(study, generation);
  const known = useMemo(() => listed.data?.tests ?? [], [listed.data]);
  const tests = useMemo(() => storedTests(kept, known) ?? usualTests(dataset, known), [kept, known, dataset]);
  const asked = first === '' || second === '' ? {} : { visits: { a: first, b: second } };
  const shown = { name: 'compare-visits' as const, dataset, ...(tests.length === 0 ? {} : { tests: [...tests] }), ...asked };
  const listing = useCall('listing.read', {
    study,
    listing: { ...shown, subjects },
    limit: mostRows,
  });
  useReloadOn(generation, listed.reload);
  useReloadOn(generation, listing.reload);
  const filterWords = useFilterWords(card);
  const answered = useAnswered(listing, { dataset, first, second, filter: filterWords });
  const { a, b } = visitsOf(answered?.data ?? null, { first, second });
  const choose = (next: { readonly a?: string; readonly b?: string }): void => {
    chooseFirst(next.a ?? a);
    chooseSecond(next.b ?? b);
  };
  const all = visits.data?.visits ?? [];
  const offered = (visits.data?.choices ?? []).map((choice) => ({ visit: choice.visit, subjects: choice[dataset] }));
  const controls = (
    <>
      <Choice label="Results to compare" options={choices} value={dataset} onChange={chooseDataset} />
      <VisitMenu label="First visit" visits={offered} chosen={a} onChoose={(visit) => choose({ a: visit })} />
      <VisitMenu label="Second visit" visits={offered} chosen={b} onChoose={(visit) => choose({ b: visit })} />
      <ChartTests tests={known} chosen={tests} most={mostTests} onChoose={(next) => keep(next.join('\n'))} />
      <ExportListingButton study={study} asked={shown} />
    </>
  );
  return (
    <ChartsPage controls={controls}>
      <FailedLoads of={[listed, visits, listing]} />
      {listed.data !== null && known.length === 0 ? (
        <NoResults card={card} dataset={dataset} isNone />
      ) : answered === null ? (
        listing.error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : (
        <Compared
          {...{ study, listing: answered.data, visits: all, dataset: answered.words.dataset, filter: answered.words.filter }}
          {...visitsOf(answered.data, answered.words)}
        />
      )}
    </ChartsPage>
  );
}

/** The chosen visits; by default those of the listing. */
function visitsOf(
  listing: Output<'listing.read'> | null,
  { first, second }: { readonly first: string; readonly second: string },
): { readonly a: string; readonly b: string } {
  const labelOf = (name: string): string => listing?.columns.find((column) => column.name === name)?.label ?? '';
  return { a: first === '' ? labelOf('result_a') : first, b: second === '' ? labelOf('result_b') : second };
}

interface ComparedProps {
  readonly study: string;
  readonly dataset: ComparedDataset;
  readonly a: string;
  readonly b: string;
  readonly listing: Output<'listing.read'>;
  readonly visits: readonly string[];
  readonly filter: string;
}

function Compared({ study, dataset, a, b, listing, visits, filter }: ComparedProps): ReactNode {
  const openRows = useOpenRows(study);
  const [sort, setSort] = useState<CompareSort | null>(null);
  const columns = useMemo(() => compareColumns(a, b), [a, b]);
  const [chosen, setChosen] = useState<ComparePart>('all');
  const parts = useMemo(() => comparedParts(compareRows(listing), a, b), [listing, a, b]);
  const shown = parts.find(({ part }) => part === chosen) ?? parts[0];
  const table = useMemo(() => compareTable(shown?.rows ?? [], columns, sort), [shown, columns, sort]);
  const spelled = visits.filter((visit) => isSameVisit(visit, a) || isSameVisit(visit, b));
  return (
    <section className="compare" aria-label={`${a} and ${b} compared`}>
      <p className="small t2">
        {listing.says} {filter}. Click a heading to sort, or a subject to open its records.
        {listing.of > listing.rows.length ? ` The first ${formatCount(listing.rows.length)} rows are shown; an export has them all.` : ''}
      </p>
      {parts.length > 2 && (
        <Choice
          label="Rows that are shown"
          options={parts.map(({ part, words }) => [part, words])}
          value={shown?.part ?? 'all'}
          onChange={setChosen}
        />
      )}
      <ChartTable
        title={`${a} and ${b} compared`}
        table={table}
        sort={sort}
        onSort={(column) => {
          setSort(nextSort(sort, column));
        }}
        onOpen={({ id }) => {
          const [subject, test] = JSON.parse(id) as [string, string];
          openRows(dataset, [
            { column: 'subject', op: 'in', values: [subject] },
            { column: 'test', op: 'in', values: [test] },
            { column: 'visit', op: 'in', values: spelled },
          ]);
        }}
      />
    </section>
  );
}

/** Cycles through ascending, descending and unsorted. */
function nextSort(sort: CompareSort | null, column: number): CompareSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

interface Props {
  /** "First visit" */
  readonly label: string;
  /** Each with the number of subjects who have results there. */
  readonly visits: readonly { readonly visit: string; readonly subjects: number }[];
  readonly chosen: string;
  readonly onChoose: (visit: string) => void;
}

/** Menu of the study's visits, in order. Those without results are disabled. */
function VisitMenu({ label, visits, chosen, onChoose }: Props): ReactNode {
  return (
    <Menu width={320}>
      <Menu.Target>
        <Button aria-label={`${label}: ${chosen}`} rightSection={<Glyph of={IconChevronDown} size={14} />}>
          <span className="clip">{chosen}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <MenuScroll label={label}>
          {visits.map(({ visit, subjects }) => (
            <Menu.Item
              key={visit}
              disabled={subjects === 0}
              rightSection={visit === chosen ? <Glyph of={IconCheck} size={14} /> : null}
              onClick={() => {
                onChoose(visit);
              }}
            >
              {visit} <span className="small t2 num">{formatCountOf(subjects, 'subject')}</span>
            </Menu.Item>
          ))}
        </MenuScroll>
      </Menu.Dropdown>
    </Menu>
  );
}
