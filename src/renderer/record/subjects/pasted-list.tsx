import { Button, Modal, Textarea } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useCall } from '../../data/calls/use-call.ts';
import { subjectNames, subjectsInText, withNameReplaced, type SubjectNames } from '../../../shared/subject-names.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/** Maximum number of unknown names shown. */
const mostShown = 12;

/** Sets the subject filter from a pasted list, for example from a spreadsheet or an e-mail. */
export function PastedList({ study, onClose }: { readonly study: string; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const [, setFilter] = useSubjectFilter(study);
  const { data, error, reload } = useCall('subjects.list', { study, selection: null });
  const [text, setText] = useState('');
  const names = useMemo(() => subjectNames(study, data?.subjects ?? []), [study, data]);
  const { found, unknown } = useMemo(() => subjectsInText(text, names), [text, names]);
  const take = (): void => {
    setFilter({ subjects: found, says: 'from a list' });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Show only these subjects">
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (found.length > 0) take();
        }}
      >
        {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
        <Textarea
          label="Subjects"
          description="One per line, or separated by commas, tabs or spaces. Use the subject id as shown here or with the study number in front (USUBJID). Leading zeros matter."
          autosize
          minRows={6}
          maxRows={14}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
        <p className="small t2" aria-live="polite">
          {data === null
            ? 'Reading the subjects of this study'
            : `${formatCount(found.length)} of ${formatCountOf(data.subjects.length, 'subject')} found.`}
        </p>
        {data !== null && unknown.length > 0 && (
          <UnknownNames
            unknown={unknown}
            names={names}
            onTake={(name, subject) => {
              setText((before) => withNameReplaced(before, name, subject));
            }}
          />
        )}
        <div className="dialog-foot">
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton
            variant="filled"
            size="md"
            type="submit"
            reason={found.length === 0 ? 'Name at least one subject of this study.' : null}
            shown
          >
            Show {formatCountOf(found.length, 'subject')}
          </ReasonButton>
        </div>
      </form>
    </Modal>
  );
}

interface UnknownNamesProps {
  readonly unknown: readonly string[];
  readonly names: SubjectNames;
  readonly onTake: (name: string, subject: string) => void;
}

/** Unknown names, each with the subject probably meant; a click replaces the name. */
function UnknownNames({ unknown, names, onTake }: UnknownNamesProps): ReactNode {
  const more = unknown.length - mostShown;
  return (
    <section className="small t2 unknown-names" aria-label="Not in this study">
      <b className="medium">{formatCountOf(unknown.length, 'name')} not in this study</b>
      <ul>
        {unknown.slice(0, mostShown).map((name) => {
          const near = names.near(name);
          return (
            <li key={name}>
              <span className="mono">{name}</span>
              {near !== null && (
                <>
                  {' '}
                  Did you mean{' '}
                  <button
                    type="button"
                    className="link mono"
                    onClick={() => {
                      onTake(name, near);
                    }}
                  >
                    {near}
                  </button>
                  ?
                </>
              )}
            </li>
          );
        })}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </section>
  );
}
