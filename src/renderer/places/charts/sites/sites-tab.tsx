import { Skeleton } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Output, StudyCard } from '../../../../shared/contract.ts';
import { mostInFilter } from '../../../../shared/derive/left-out.ts';
import {
  comparisonQuestion,
  comparisonTitle,
  comparisonsSentence,
  shareText,
  shareWords,
  siteWords,
  sitesSentence,
} from '../../../../shared/derive/site-comparison-words.ts';
import type { Condition } from '../../../../shared/query.ts';
import { useAnswered, useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { useChartChoice } from '../../../data/model/chart-choices.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { useOpenRows } from '../../../data/model/use-open-rows.ts';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { UseTheseSubjects, useFilterWords } from '../../../record/subjects/use-these-subjects.tsx';
import { Choice } from '../../../ui/parts/controls.tsx';
import { ShowMore } from '../../../ui/parts/buttons.tsx';
import { Empty, ErrorStrip } from '../../../ui/parts/states.tsx';
import { ChartsPage } from '../charts-page.tsx';
import { formatCount } from '../../../../shared/format-count.ts';
import './sites.css';

type Sites = Output<'results.sites'>;
type Comparison = Sites['looks'][number];

/** Comparison of sites: how subjects were assigned to them, and each comparison with the question that it raises. */
export function SitesTab({ card }: { readonly card: StudyCard }): ReactNode {
  const { study } = card;
  const [filter, setFilter] = useSubjectFilter(study);
  const answer = useCall('results.sites', { study, subjects: filter === null ? null : [...filter.subjects] });
  useReloadOn(generationOf(card), answer.reload);
  const words = useFilterWords(card);
  const answered = useAnswered(answer, { filter: filter === null ? '' : words });
  const filterWords = answered === null || answered.words.filter === '' ? null : answered.words.filter;
  return (
    <ChartsPage>
      {answer.error !== null && <ErrorStrip error={answer.error} step={{ label: 'Try again', take: answer.reload }} />}
      {answered === null ? (
        answer.error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : answered.data.sites < 2 ? (
        <Empty
          icon={IconMapPin}
          title="No sites to compare"
          says={sitesSentence(answered.data, filterWords)}
          {...(filterWords !== null && answered.data.from.kind !== 'none'
            ? {
                step: {
                  label: 'Show all subjects',
                  take: () => {
                    setFilter(null);
                  },
                },
              }
            : {})}
        />
      ) : (
        <SiteComparisons study={study} found={answered.data} filter={filterWords} />
      )}
    </ChartsPage>
  );
}

/** Lines shown initially and added by each "Show more". */
const step = 200;

interface ComparisonsProps {
  readonly study: string;
  readonly found: Sites;
  /** Description of the subject filter; null without one. */
  readonly filter: string | null;
}

function SiteComparisons({ study, found, filter }: ComparisonsProps): ReactNode {
  const { looks, from } = found;
  const asked = looks.filter(({ isAsked }) => isAsked);
  const [chosen, choose] = useChartChoice<'asked' | 'all'>(study, 'site-looks', 'asked');
  const [limit, setLimit] = useState(step);
  const shown = chosen === 'all' ? looks : asked;
  return (
    <section className="site-looks" aria-labelledby="site-looks-title">
      <header className="site-looks-head">
        <h2 id="site-looks-title">Comparison of sites</h2>
        <p className="num" role="status">
          {sitesSentence(found, filter)}
        </p>
        <p className="small t2 num">{comparisonsSentence(found)} Click a site to open its records.</p>
        <div className="site-looks-choice">
          <Choice
            label="Comparisons shown"
            options={[
              ['asked', `Questions ${formatCount(asked.length)}`],
              ['all', `All comparisons ${formatCount(looks.length)}`],
            ]}
            value={chosen}
            onChange={choose}
          />
          <UseTheseSubjects study={study} subjects={asked.flatMap(({ subjects }) => subjects)} says="of sites with a question" />
        </div>
      </header>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Comparison of sites, table">
        <table className="plain-table site-looks-table">
          <thead>
            <tr>
              <th scope="col">Site</th>
              <th scope="col">Comparison</th>
              <th scope="col" className="right">
                Records
              </th>
              <th scope="col" className="right">
                Here
              </th>
              <th scope="col" className="right">
                Elsewhere
              </th>
              <th
                scope="col"
                className="right"
                title="Probability of a difference this large among the same number of subjects drawn at random, adjusted for multiple comparisons"
              >
                Chance
              </th>
              <th scope="col">Question</th>
              <th scope="col">Subjects</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, limit).map((comparison) => (
              <Line
                key={[comparison.site, comparison.kind, comparison.group, comparison.unit].join('\n')}
                study={study}
                comparison={comparison}
                from={from}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="t3 site-looks-none">No questions: sites do not differ more than subjects do.</p>}
        <ShowMore
          left={shown.length - limit}
          onMore={() => {
            setLimit(limit + step);
          }}
        />
      </div>
    </section>
  );
}

interface LineProps {
  readonly study: string;
  readonly comparison: Comparison;
  readonly from: Sites['from'];
}

function Line({ study, comparison, from }: LineProps): ReactNode {
  const openRows = useOpenRows(study);
  const { site, subjects, records, share, others, chance, isAsked, opens } = comparison;
  return (
    <tr className="plain-line" data-look={`${comparison.kind} ${comparison.group ?? 'all'}`} data-asked={isAsked}>
      <td>
        <button
          type="button"
          className="link"
          title="Open the records"
          onClick={() => {
            openRows(opens.dataset, conditionsOf(comparison));
          }}
        >
          {site}
        </button>
      </td>
      <td className="site-looks-wrap">{comparisonTitle(comparison)}</td>
      <td className="right num">{formatCount(records)}</td>
      <td className="right num">
        <b>{shareText(comparison, share)}</b>
        <span className="small t2 site-looks-of">{shareWords(comparison)}</span>
      </td>
      <td className="right num">{shareText(comparison, others)}</td>
      <td className="right num">{chance < 0.001 ? '< 0.001' : chance.toFixed(3)}</td>
      <td className="site-looks-wrap">{isAsked ? comparisonQuestion(comparison, from) : <span className="t3">–</span>}</td>
      <td>
        <UseTheseSubjects study={study} subjects={subjects} says={`of ${siteWords(site, from)}`} />
      </td>
    </tr>
  );
}

/** Selects the records that a comparison counts or, if these are not listed, the records of its tests and subjects. */
function conditionsOf({ opens: { codes, records }, subjects }: Comparison): readonly Condition[] {
  if (records.keys.length > 0) return [{ column: 'record_id', op: 'in', values: [...records.keys] }];
  return [
    ...(codes.length === 0 ? [] : [{ column: 'test_code', op: 'in' as const, values: [...codes] }]),
    { column: 'subject', op: 'in', values: subjects.slice(0, mostInFilter) },
  ];
}
