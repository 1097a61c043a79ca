import { IconDownload, IconFileImport, IconTestPipe } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ListedTest } from '../../../shared/calls/terms.ts';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { namesSource } from '../../../shared/terms/rule-words.ts';
import { ctcaeVersions, type UnitSystem } from '../../../shared/terms/term-kinds.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { askedTest, askedUnit, codesOf, unknownUnits, withTest } from './decisions.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { Empty, ErrorStrip } from '../../ui/parts/states.tsx';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';
import { DecideDialog, type Asked } from './decide-dialog.tsx';
import { savingSays, TestsTable } from './tests-table.tsx';
import { useTerms, type Decisions, type StudyTermsHere } from './use-terms.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import './tests.css';

const systems: readonly (readonly [UnitSystem, string])[] = [
  ['SI', 'SI units'],
  ['conventional', 'Conventional units'],
];

const gradings = ctcaeVersions.map((version) => [version, `CTCAE ${version}`] as const);

/** How the tests and units of a study are read: by the dictionary and by people's decisions. */
export function TestsPlace({ card }: { readonly card: StudyCard }): ReactNode {
  const { go } = usePlace();
  const terms = useTerms(card);
  const { data, error, reload } = terms;
  return (
    <div className="tests">
      <header className="place-head">
        <h1>Tests and units</h1>
        <span className="t2 num" role="status">
          {terms.changing ? 'Rebuilding the rows' : data === null ? 'Reading the tests' : headWords(data.tests)}
        </span>
      </header>
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      {data?.tests.length === 0 && (
        <Empty
          icon={IconTestPipe}
          title="No tests yet"
          says="They appear once labs or vital signs of this study are mirrored."
          step={{
            label: 'Show the overview',
            take: () => {
              go(studyPlace(card.study, 'overview'));
            },
          }}
        />
      )}
      {data !== null && data.tests.length > 0 && <Tests study={card.study} terms={terms} read={data} />}
    </div>
  );
}

function headWords(tests: readonly ListedTest[]): string {
  const without = tests.filter((test) => codesOf(test).length === 0).length;
  const unknown = tests.reduce((sum, test) => sum + unknownUnits(test), 0);
  return `${formatCountOf(tests.length, 'test')}, ${String(without)} without a code; ${formatCountOf(unknown, 'record')} with an unrecognised unit`;
}

interface TestsProps {
  readonly study: string;
  readonly terms: StudyTermsHere;
  readonly read: Output<'terms.read'>;
}

function Tests({ study, terms: { change, changing }, read }: TestsProps): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { version, ...decisions } = read.terms;
  return (
    <>
      <div className="tests-bar" role="toolbar" aria-label="Decisions">
        <Choice
          label="Standard units"
          options={systems}
          value={decisions.system}
          onChange={(system) => {
            change({ ...decisions, system });
          }}
        />
        <Choice
          label="Grading criteria"
          options={gradings}
          value={decisions.ctcae}
          onChange={(ctcae) => {
            change({ ...decisions, ctcae });
          }}
        />
        <span className="small t3">{version === 0 ? 'No decisions yet' : `Version ${String(version)}`}</span>
        <span className="small t3 tests-source" title={namesSource}>
          {namesSource}
        </span>
        <TermsFiles study={study} decisions={decisions} disabled={changing} onImport={change} />
      </div>
      <TestsTable
        study={study}
        tests={read.tests}
        system={decisions.system}
        disabled={changing}
        onConfirm={(test, code) => {
          change(withTest(decisions, test, code));
        }}
        onChange={(test) => {
          setAsked(askedTest(test, decisions, change));
        }}
        onUnit={(text) => {
          setAsked(askedUnit(text, read.tests, decisions, change));
        }}
      />
      {read.history.length > 0 && <History history={read.history} />}
      {asked !== null && (
        <DecideDialog
          asked={asked}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

interface FilesProps {
  readonly study: string;
  readonly decisions: Decisions;
  readonly disabled: boolean;
  readonly onImport: (decisions: Decisions) => void;
}

/** Exports and imports decisions as a file. */
function TermsFiles({ study, decisions, disabled, onImport }: FilesProps): ReactNode {
  const { data } = useModel();
  const save = (): void => {
    data.call('terms.save', { study, terms: decisions }).then(
      (file) => {
        if (file !== null) showDone({ title: 'Tests and units exported', says: file });
      },
      (failure: unknown) => {
        showFailure('Tests and units were not exported', failure);
      },
    );
  };
  const open = (): void => {
    data.call('terms.open').then(
      (read) => {
        if (read !== null) onImport(read);
      },
      (failure: unknown) => {
        showFailure('Nothing was imported', failure);
      },
    );
  };
  return (
    <>
      <ReasonButton
        className="push"
        reason={disabled ? savingSays : null}
        leftSection={<Glyph of={IconFileImport} size={14} />}
        onClick={open}
      >
        Import…
      </ReasonButton>
      <ReasonButton reason={disabled ? savingSays : null} leftSection={<Glyph of={IconDownload} size={14} />} onClick={save}>
        Export…
      </ReasonButton>
    </>
  );
}

function History({ history }: { readonly history: Output<'terms.read'>['history'] }): ReactNode {
  return (
    <details className="tests-history small">
      <summary>{formatCountOf(history.length, 'version')}</summary>
      <ol reversed>
        {history.map(({ version, at, by, says }) => (
          <li key={version} value={version} className="selectable">
            {formatMoment(at)}, {by}: {says}
          </li>
        ))}
      </ol>
    </details>
  );
}
