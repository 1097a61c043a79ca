import type { ReactNode } from 'react';
import type { ListedTest } from '../../shared/calls/terms.ts';
import { ruleWords } from '../../shared/terms/rule-words.ts';
import { formatCount } from '../format/numbers.ts';
import { useOpenRows } from '../grid/use-open-rows.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { ReasonButton } from '../parts/reason-button.tsx';
import { codesOf } from './decisions.ts';

/** Ranges that are named in a row. */
const mostRanges = 3;

interface Props {
  readonly study: string;
  readonly tests: readonly ListedTest[];
  readonly disabled: boolean;
  readonly onConfirm: (test: ListedTest, code: string) => void;
  readonly onChange: (test: ListedTest) => void;
  readonly onUnit: (text: string) => void;
}

/** Every test as it was sent, with its code, its units and its ranges. */
export function TestsTable({ study, tests, ...rest }: Props): ReactNode {
  return (
    <div className="table-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th className="tests-name">Test as sent</th>
            <th className="tests-records right">Records</th>
            <th className="tests-code">Code</th>
            <th>Units</th>
            <th className="tests-ranges">Ranges</th>
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

function TestLine({ study, test, disabled, onConfirm, onChange, onUnit }: Omit<Props, 'tests'> & { readonly test: ListedTest }): ReactNode {
  const openRows = useOpenRows(study);
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
        <button
          type="button"
          className="link"
          aria-label={`Show the ${formatCount(test.records)} records of ${test.test}`}
          onClick={() => {
            openRows(test.dataset, [{ column: 'test', op: '=', values: [test.test] }]);
          }}
        >
          {formatCount(test.records)}
        </button>
      </td>
      <td className="tests-wrap">
        <TestCode test={test} disabled={disabled} onConfirm={onConfirm} onChange={onChange} />
      </td>
      <td className="tests-wrap">
        {test.units.map(({ text, reading, records }) => (
          <div key={text ?? ''}>
            {text === null || text === '' ? <span className="t3">no unit</span> : <span className="mono selectable">{text}</span>}{' '}
            <span className="small t3 num">{formatCount(records)}</span>{' '}
            {text !== null && text !== '' && (
              <button
                type="button"
                className="link small"
                disabled={disabled}
                title={disabled ? keeping : undefined}
                aria-label={`Decide what the unit ${text} is`}
                onClick={() => {
                  onUnit(text);
                }}
              >
                {reading ?? 'not understood'}
              </button>
            )}
          </div>
        ))}
      </td>
      <td className="tests-wrap small">
        {test.ranges.slice(0, mostRanges).map(({ text, understood, records }) => (
          <div key={text ?? ''}>
            {text ?? <span className="t3">no range</span>} <span className="t3 num">{formatCount(records)}</span>
            {text !== null && !understood && <span className="t2"> not understood</span>}
          </div>
        ))}
        {test.ranges.length > mostRanges && <div className="t3">and {formatCount(test.ranges.length - mostRanges)} more</div>}
      </td>
    </tr>
  );
}

const keeping = 'What was decided is being kept.';

function TestCode({
  test,
  disabled,
  onConfirm,
  onChange,
}: Pick<Props, 'disabled' | 'onConfirm' | 'onChange'> & { readonly test: ListedTest }): ReactNode {
  const codes = codesOf(test);
  const proposal = !test.decided && codes.length === 0 ? test.proposed : null;
  const why = test.decided ? 'Decided here' : test.rule === null ? 'Not known to the dictionary' : ruleWords[test.rule];
  return (
    <>
      <span className="mono medium">{codes.join(', ') || (proposal === null ? 'none' : `${proposal}?`)}</span>
      <div className="small t3">{why}</div>
      <div className="tests-steps">
        {proposal !== null && (
          <ReasonButton
            size="xs"
            reason={disabled ? keeping : null}
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
          reason={disabled ? keeping : null}
          aria-haspopup="dialog"
          aria-label={`Change the code of ${test.test}`}
          onClick={() => {
            onChange(test);
          }}
        >
          Change…
        </ReasonButton>
      </div>
    </>
  );
}
