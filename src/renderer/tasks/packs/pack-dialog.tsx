import { Button, Modal } from '@mantine/core';
import { IconInfoCircle, IconPackageExport } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Input, StudyCard } from '../../../shared/contract.ts';
import { useModel } from '../../data/model/model-context.ts';
import { AskedPassphraseField, useAskedPassphrase, NewPassphrase } from '../../ui/parts/passphrases.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFileRun } from '../../ui/parts/file-run.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { PackContents, PackDone } from './pack-parts.tsx';
import { DemoBadge } from '../../ui/parts/badges.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { DayInput } from '../../ui/parts/day-input.tsx';
import { BytesProgress, ErrorStrip } from '../../ui/parts/states.tsx';
import { endWords, lastDayProblem, offeredDay, suggestPackName } from './pack-words.ts';
import './packs.css';

/** Packs one study into an encrypted file for another laptop, with its own passphrase and last day. */
export function PackDialog({ card, onClose }: { readonly card: StudyCard; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const { study, demo } = card;
  const limit = card.sitePack?.expires ?? null;
  const [opened] = useState(() => new Date());
  const [expires, setExpires] = useState(() => offeredDay(opened, limit));
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const asked = useAskedPassphrase();
  const { run, start, cancel, show } = useFileRun('pack', (input: Input<'pack.start'>) => data.call('pack.start', input));
  const busy = run.phase === 'writing';
  const dayProblem = lastDayProblem(expires, opened, limit);
  const reason = whyNotPacked(passphrase, dayProblem, asked.typed);
  const close = (): void => {
    if (busy) cancel();
    onClose();
  };
  const title = (
    <span className="row">
      Pack {study} for a site
      {demo && <DemoBadge />}
    </span>
  );
  if (run.phase === 'done')
    return (
      <Modal opened onClose={onClose} title={title} size={680} padding={0}>
        <PackDone study={study} file={run.file} packed={run.written} expires={expires} onShow={show} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal opened onClose={close} title={title} size={680} padding={0} closeOnClickOutside={false}>
      {run.phase === 'failed' && <ErrorStrip error={run.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (passphrase === null || reason !== null) return;
          start({ study, passphrase, expires, suggestedName: suggestPackName(study, expires), confirm: asked.typed });
        }}
      >
        <fieldset className="dialog-body" disabled={busy}>
          <p className="t2">One encrypted file that another laptop can open offline until its last day.</p>
          <PackContents card={card} />
          <NewPassphrase label="Passphrase of the pack" autoFocus leaves onChange={setPassphrase} />
          <DayInput
            size="md"
            className="pack-day"
            label="Last day"
            description={dayProblem === null ? `Opens until ${endWords(expires, opened)}.` : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={dayProblem}
            day={expires}
            onDay={setExpires}
          />
          <AskedPassphraseField asked={asked} />
          <p className="note note-info">
            <Glyph of={IconInfoCircle} />
            <span>
              After the last day Carrel refuses to open it. This does not stop somebody who has the file, its passphrase and another
              program. Packing is recorded in the audit trail.
            </span>
          </p>
        </fieldset>
        {run.phase === 'writing' ? (
          <BytesProgress
            label="Progress of the site pack"
            progress={run.progress}
            before={run.progress === null ? 'Choose where to save' : 'Copying the study'}
            done="packed"
            onCancel={cancel}
          />
        ) : (
          <div className="dialog-bar">
            <Button variant="subtle" size="md" onClick={onClose}>
              Cancel
            </Button>
            <ReasonButton
              variant="filled"
              size="md"
              type="submit"
              reason={reason}
              shown
              leftSection={<Glyph of={IconPackageExport} size={14} />}
            >
              Pack
            </ReasonButton>
          </div>
        )}
      </form>
    </Modal>
  );
}

/** Why packing cannot start yet; null if it can. */
function whyNotPacked(passphrase: string | null, dayProblem: string | null, confirm: string | undefined): string | null {
  if (passphrase === null) return 'Enter the passphrase of the pack twice.';
  if (dayProblem !== null) return 'Choose another last day.';
  return confirm === '' ? 'Enter the passphrase of this computer’s copy first.' : null;
}
