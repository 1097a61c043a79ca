import { useState, type ReactNode } from 'react';
import type { ListedTest } from '../../../shared/calls/terms.ts';
import { ruleWords } from '../../../shared/terms/rule-words.ts';
import type { UnitSystem } from '../../../shared/terms/term-kinds.ts';
import { standardUnitText } from '../../../shared/units/standard-result.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { codesOf, recordsOf } from './decisions.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** Ranges shown in a row before it is expanded. */
const mostRanges = 2;

interface Props {
  readonly study: string;
  readonly tests: readonly ListedTest[];
  /** System of the standard units. */
  readonly system: UnitSystem;
  readonly disabled: boolean;
  readonly onConfirm: (test: ListedTest, code: string) => void;
  readonly onChange: (test: ListedTest) => void;
  readonly onUnit: (text: string) => void;
}

/** Every test as sent, with its code, units and ranges. */
export function TestsTable({ study, tests, ...rest }: Props): ReactNode {
  return (
    <div className="table-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th className="tests-name">Test as sent</th>
            <th className="tests-records right">Records</th>
            <th className="tests-code">Code</th>
            <th className="tests-standard">Standard unit</th>
            <th className="tests-units">Units as sent</th>
            <th className="tests-ranges">Ranges as sent</th>
          </tr>
        </thead>
        <tbody>
          {tests.map((test) => (
            <TestLine key={JSON.stringify([test.dataset, test.test, test.serviceCode])} study={study} test={test} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TestLine({
  study,
  test,
  system,
  disabled,
  onConfirm,
  onChange,
  onUnit,
}: Omit<Props, 'tests'> & { readonly test: ListedTest }): ReactNode {
  const openRows = useOpenRows(study);
  const open = (met?: Parameters<typeof recordsOf>[1]): void => {
    openRows(test.dataset, recordsOf(test, met));
  };
  const standard = [...new Set(codesOf(test).map((code) => standardUnitText(code, system) ?? 'none'))].map((unit) => unit || 'no unit');
  return (
    <tr className="plain-line">
      <td className="tests-wrap selectable">
        {test.test === '' ? <i>no name</i> : test.test}
        <div className="small t3">
          {datasetTitles[test.dataset]}
          {test.serviceCode !== null && `, service code ${test.serviceCode}`}
        </div>
      </td>
      <td className="right num">
        <RecordsLink records={test.records} of={test.test} onOpen={open} />
      </td>
      <td className="tests-wrap">
        <TestCode test={test} disabled={disabled} onConfirm={onConfirm} onChange={onChange} />
      </td>
      <td className="tests-wrap">{standard.length === 0 ? <span className="t3">none</span> : standard.join(', ')}</td>
      <td className="tests-wrap">
        <Units test={test} disabled={disabled} onUnit={onUnit} onOpen={open} />
      </td>
      <td className="tests-wrap small">
        <Ranges test={test} onOpen={open} />
      </td>
    </tr>
  );
}

interface RecordsLinkProps {
  readonly records: number;
  /** What the records are of, for screen readers. */
  readonly of: string;
  readonly onOpen: () => void;
}

/** A count that opens its records. */
function RecordsLink({ records, of, onOpen }: RecordsLinkProps): ReactNode {
  return (
    <button
      type="button"
      className="link num"
      aria-label={`Show the ${formatCount(records)} records of ${of}`}
      onClick={() => {
        onOpen();
      }}
    >
      {formatCount(records)}
    </button>
  );
}

interface MetProps {
  readonly test: ListedTest;
  readonly onOpen: (met: Parameters<typeof recordsOf>[1]) => void;
}

function Units({ test, disabled, onUnit, onOpen }: MetProps & Pick<Props, 'disabled' | 'onUnit'>): ReactNode {
  return (
    <ul className="tests-met">
      {test.units.map(({ text, reading, records }) => (
        <li key={text ?? ''}>
          {text === null ? (
            <span className="t3">no unit</span>
          ) : (
            <button
              type="button"
              className="link mono"
              disabled={disabled}
              title={disabled ? savingSays : undefined}
              aria-label={`Decide what the unit ${text} means`}
              onClick={() => {
                onUnit(text);
              }}
            >
              {text}
            </button>
          )}
          {text !== null && reading === null && <b className="tests-unread small">not understood</b>}
          {reading !== null && reading !== text && <span className="mono small t3">= {reading}</span>}
          <RecordsLink
            records={records}
            of={`${test.test} ${text === null ? 'without a unit' : `in ${text}`}`}
            onOpen={() => {
              onOpen({ unit: text });
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** Lists ranges that are not understood first, because they need attention. */
function Ranges({ test, onOpen }: MetProps): ReactNode {
  const [all, setAll] = useState(false);
  const ranges = test.ranges.toSorted((left, right) => Number(isRead(left)) - Number(isRead(right)));
  const rest = ranges.length - mostRanges;
  return (
    <ul className="tests-met">
      {(all ? ranges : ranges.slice(0, mostRanges)).map((range) => (
        <li key={range.text ?? ''}>
          {range.text === null ? <span className="t3">no range</span> : <span className="selectable">{range.text}</span>}
          {!isRead(range) && <b className="tests-unread">not understood</b>}
          <RecordsLink
            records={range.records}
            of={`${test.test} ${range.text === null ? 'without a range' : `with the range ${range.text}`}`}
            onOpen={() => {
              onOpen({ range: range.text });
            }}
          />
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button
            type="button"
            className="link"
            aria-expanded={all}
            aria-label={all ? `Fewer ranges of ${test.test}` : `All ranges of ${test.test}`}
            onClick={() => {
              setAll(!all);
            }}
          >
            {all ? 'fewer' : `${formatCount(rest)} more`}
          </button>
        </li>
      )}
    </ul>
  );
}

function isRead({ text, understood }: ListedTest['ranges'][number]): boolean {
  return text === null || understood;
}

/** Why decisions cannot be changed while one is saved. */
export const savingSays = 'Saving the decision is in progress.';

function TestCode({
  test,
  disabled,
  onConfirm,
  onChange,
}: Pick<Props, 'disabled' | 'onConfirm' | 'onChange'> & { readonly test: ListedTest }): ReactNode {
  const codes = codesOf(test);
  const proposal = !test.decided && codes.length === 0 ? test.proposed : null;
  const why = test.decided ? 'Decided here' : test.rule === null ? 'Not in the dictionary' : ruleWords[test.rule];
  return (
    <>
      <div className="tests-steps">
        <span className="mono medium">{codes.join(', ') || (proposal === null ? 'none' : `${proposal}?`)}</span>
        {proposal !== null && (
          <ReasonButton
            size="xs"
            reason={disabled ? savingSays : null}
            aria-label={`Confirm ${proposal} for ${test.test}`}
            onClick={() => {
              onConfirm(test, proposal);
            }}
          >
            Confirm {proposal}
          </ReasonButton>
        )}
        <ReasonButton
          size="xs"
          variant="subtle"
          reason={disabled ? savingSays : null}
          aria-haspopup="dialog"
          aria-label={`Change the code of ${test.test}`}
          onClick={() => {
            onChange(test);
          }}
        >
          Change…
        </ReasonButton>
      </div>
      <div className="small t3">{why}</div>
    </>
  );
}
