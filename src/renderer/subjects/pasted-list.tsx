import { Button, Modal, Textarea } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useCall } from '../data/use-call.ts';
import { formatCount, formatCountOf } from '../format/numbers.ts';
import { subjectsInText } from '../model/subject-filter.ts';
import { ReasonButton } from '../parts/reason-button.tsx';
import { ErrorStrip } from '../parts/states.tsx';
import { useFocusReturn } from '../parts/use-focus-return.ts';
import { useSubjectFilter } from './use-subject-filter.ts';

/** Names that are shown of those that no subject has. */
const mostShown = 12;

/** Makes the subject filter of a list that somebody pastes, out of a spreadsheet or an e-mail. */
export function PastedList({ study, onClose }: { readonly study: string; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const [, setFilter] = useSubjectFilter(study);
  const { data, error, reload } = useCall('subjects.list', { study, selection: null });
  const [text, setText] = useState('');
  const { found, unknown } = useMemo(() => subjectsInText(text, data?.subjects ?? []), [text, data]);
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
          description="One a line, or divided by commas, tabs or spaces. Leading zeros count."
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
            : `${formatCount(found.length)} of ${formatCountOf(data.subjects.length, 'subject')} named.`}{' '}
          {unknown.length > 0 && <UnknownNames names={unknown} />}
        </p>
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

function UnknownNames({ names }: { readonly names: readonly string[] }): ReactNode {
  const more = names.length - mostShown;
  return (
    <>
      Not in this study: {names.slice(0, mostShown).join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}.
    </>
  );
}
