import { Button, FileButton, Modal, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';
import { calendarDay } from '../../../shared/derive/study-day.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';

/** Maximum number of names or lines shown for each kind of rejected input. */
const mostShown = 8;

interface Props {
  readonly study: string;
  readonly onClose: () => void;
  readonly onTaken: () => void;
}

/** Imports the reference date from which each subject's study days are counted; the service sends none. */
export function ReferenceDates({ study, onClose, onTaken }: Props): ReactNode {
  useFocusReturn();
  const { data, error, reload } = useCall('subjects.list', { study, selection: null });
  const kept = useAnnotations(study, 'reference-dates');
  const { write } = useAnnotate(study);
  const [text, setText] = useState('');
  const read = useMemo(() => referenceDatesIn(text, data?.subjects ?? []), [text, data]);
  const before = kept.data?.[0] ?? null;
  const [busy, setBusy] = useState(false);
  // Until the existing dates are known, they would get a second entry beside them instead of being replaced.
  const reason = busy
    ? 'In progress.'
    : kept.data === null
      ? 'The existing dates are not read yet.'
      : read.dates.length === 0
        ? 'Paste at least one subject of this study with a date.'
        : null;
  const take = (): void => {
    setBusy(true);
    write({ kind: 'reference-dates', value: { dates: [...read.dates] } }, before?.id).then(
      () => {
        showDone({
          title: 'Reference dates imported',
          says: `For ${formatCountOf(read.dates.length, 'subject')}. They stay on this computer.`,
        });
        onTaken();
        onClose();
      },
      (failure: unknown) => {
        setBusy(false);
        showFailure('The reference dates were not imported', failure);
      },
    );
  };
  const readFile = (file: File | null): void => {
    file?.text().then(setText, (failure: unknown) => {
      showFailure('The file could not be read', failure);
    });
  };
  return (
    <Modal opened onClose={onClose} title="Import reference dates">
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null) take();
        }}
      >
        {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
        <p className="small t2">
          The service sends no reference start date. Provide your own, one subject and date per line, such as{' '}
          <span className="mono">0012, 2025-09-12</span>.
          {before !== null && ` They replace the existing dates of ${formatCountOf(before.value.dates.length, 'subject')}.`}
        </p>
        <Textarea
          label="Subjects and dates"
          autosize
          minRows={6}
          maxRows={14}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
        <ReadWords read={read} of={data?.subjects.length ?? null} />
        <div className="dialog-foot">
          <FileButton accept=".csv,.tsv,.txt" onChange={readFile}>
            {(props) => (
              <Button {...props} variant="subtle" size="md" leftSection={<Glyph of={IconFileImport} />}>
                Read a file…
              </Button>
            )}
          </FileButton>
          <span className="push" />
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton variant="filled" size="md" type="submit" reason={reason}>
            Import {formatCountOf(read.dates.length, 'date')}
          </ReasonButton>
        </div>
      </form>
    </Modal>
  );
}

function ReadWords({ read: { dates, unknown, unread, several }, of }: { readonly read: ReadDates; readonly of: number | null }): ReactNode {
  if (of === null) return <p className="small t2">Reading the subjects of this study</p>;
  return (
    <p className="small t2" aria-live="polite">
      {formatCount(dates.length)} of {formatCountOf(of, 'subject')} with a date.
      <NotTaken words="Not in this study" names={unknown} />
      <NotTaken words="More than one date" names={several} />
      <NotTaken words="Lines that cannot be read (dates are year-month-day)" names={unread.map(String)} />
    </p>
  );
}

function NotTaken({ words, names }: { readonly words: string; readonly names: readonly string[] }): ReactNode {
  const more = names.length - mostShown;
  if (names.length === 0) return null;
  return (
    <>
      {' '}
      {words}: {names.slice(0, mostShown).join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}.
    </>
  );
}

interface NamedDate {
  readonly subject: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** The content of a list of subjects and dates. */
interface ReadDates {
  readonly dates: readonly NamedDate[];
  /** Subjects that are not in the study, each once. */
  readonly unknown: readonly string[];
  /** Numbers of lines, from 1, without a subject or an unambiguous date. */
  readonly unread: readonly number[];
  /** Subjects with several different dates, none of which is used. */
  readonly several: readonly string[];
}

/**
 * Reads one subject and one date per line, separated by a comma, semicolon or tab. Dates are written as 2025-09-12, optionally followed by
 * a time. A header line is skipped. A date such as 03/04/2025 is ambiguous and is not read.
 */
export function referenceDatesIn(text: string, known: readonly string[]): ReadDates {
  const subjects = new Set(known);
  const dates = new Map<string, Set<string>>();
  const unknown = new Set<string>();
  const unread: number[] = [];
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    if (line.trim() === '') return;
    const [subject = '', sent = ''] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const isDate = calendarDay(sent) !== null;
    if (!isDate && at === 0 && !subjects.has(subject)) return;
    if (subject === '' || !isDate) unread.push(at + 1);
    else if (!subjects.has(subject)) unknown.add(subject);
    else dates.set(subject, (dates.get(subject) ?? new Set()).add(sent.slice(0, 10)));
  });
  const all = [...dates].sort(([left], [right]) => compareTexts(left, right));
  return {
    dates: all.flatMap(([subject, [date = '', ...others]]) => (others.length === 0 ? [{ subject, date }] : [])),
    unknown: [...unknown],
    unread,
    several: all.flatMap(([subject, own]) => (own.size > 1 ? [subject] : [])),
  };
}
