import { Checkbox, Modal, PasswordInput, Progress } from '@mantine/core';
import { useCallback, useState, type ReactNode, type SubmitEvent } from 'react';
import type { KeysChangedReport, SecurityState } from '../../../shared/calls/security.ts';
import type { EventData } from '../../../shared/contract.ts';
import { reportOf } from '../../../shared/errors.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { NewPassphrase } from '../../ui/parts/passphrases.tsx';
import { ProblemNote } from '../../ui/parts/states.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { refreshApp } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showAttention, showDone } from '../../ui/parts/toasts.tsx';
import { protectionOf, wordsOf, type ProtectionPlan } from './protection-plan.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly plan: ProtectionPlan;
  readonly state: SecurityState;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Asks for the current passphrase, if there is one, and then changes how this copy is unlocked. */
export function ProtectionDialog({ plan, state, onClose, onChanged }: Props): ReactNode {
  useFocusReturn();
  const words = wordsOf(plan, state);
  const [current, setCurrent] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [studies, setStudies] = useState(false);
  const { busy, progress, problem, change } = useProtectionChange(words.done, () => {
    onChanged();
    onClose();
  });
  const wantsNew = plan.kind === 'passphrase';
  const reason = busy
    ? 'The keys are being changed.'
    : state.passphrase && current === ''
      ? `Type the ${wantsNew ? 'current ' : ''}passphrase first.`
      : wantsNew && typed === null
        ? 'Enter a new passphrase that is long enough, and repeat it.'
        : null;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (reason === null) change(protectionOf(plan, state, { current, typed, studies }));
  };
  return (
    <Modal opened onClose={busy ? () => undefined : onClose} title={words.title} withCloseButton={!busy} closeOnClickOutside={false}>
      <form className="dialog-form" onSubmit={submit}>
        <p className="t2">{words.says}</p>
        {state.passphrase && (
          <PasswordInput
            size="md"
            label={wantsNew ? 'Current passphrase' : 'Passphrase'}
            autoComplete="current-password"
            value={current}
            data-autofocus
            disabled={busy}
            onChange={(event) => {
              setCurrent(event.currentTarget.value);
            }}
          />
        )}
        {wantsNew && <NewPassphrase label="New passphrase" onChange={setTyped} />}
        {wantsNew && state.passphrase && (
          <Checkbox
            label="Also create new keys for all studies"
            description="Do this if somebody may have copied files from this computer and knows the earlier passphrase."
            checked={studies}
            disabled={busy}
            onChange={(event) => {
              setStudies(event.currentTarget.checked);
            }}
          />
        )}
        <ProblemNote problem={problem} />
        {busy && <ChangeProgress progress={progress} />}
        <div className="dialog-foot">
          <ReasonButton
            variant="subtle"
            size="md"
            reason={busy ? 'The keys are being changed.' : null}
            onClick={onClose}
            data-autofocus={state.passphrase ? undefined : true}
          >
            Cancel
          </ReasonButton>
          <ReasonButton variant="filled" size="md" type="submit" reason={reason} shown>
            {words.does}
          </ReasonButton>
        </div>
      </form>
    </Modal>
  );
}

function ChangeProgress({ progress }: { readonly progress: EventData<'keys.progress'> | null }): ReactNode {
  const share = progress === null || progress.of === 0 ? 0 : (progress.done / progress.of) * 100;
  return (
    <div role="status">
      <p className="small t2">
        {progress === null
          ? 'Creating the new key'
          : `${String(progress.done)} of ${formatCountOf(progress.of, 'study', 'studies')} re-encrypted`}
      </p>
      {progress !== null && <Progress value={share} aria-label="Studies re-encrypted" />}
    </div>
  );
}

interface ProtectionChange {
  readonly busy: boolean;
  readonly progress: EventData<'keys.progress'> | null;
  readonly problem: string | null;
  readonly change: (input: ReturnType<typeof protectionOf>) => void;
}

function useProtectionChange(done: string, onDone: () => void): ProtectionChange {
  const model = useModel();
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<EventData<'keys.progress'> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEvent(
    'keys.progress',
    useCallback((next: EventData<'keys.progress'>) => {
      setProgress(next);
    }, []),
  );
  const change = (input: ReturnType<typeof protectionOf>): void => {
    setBusy(true);
    setProblem(null);
    model.data
      .call('protection.change', input)
      .then(async (outcome) => {
        tellOutcome(done, outcome);
        await refreshApp(model);
        onDone();
      })
      .catch((error: unknown) => {
        setProblem(reportOf(error).message);
      })
      .finally(() => {
        setBusy(false);
        setProgress(null);
      });
  };
  return { busy, progress, problem, change };
}

function tellOutcome(title: string, { renewed, aside, error }: KeysChangedReport): void {
  const keep = aside === 1 ? 'keeps its old key' : 'keep their old keys';
  const kept = aside === 0 ? '' : ` ${formatCountOf(aside, 'damaged file')} set aside earlier ${keep}.`;
  const says = renewed === 0 ? 'This copy has a new key.' : `${formatCountOf(renewed, 'study', 'studies')} re-encrypted.`;
  if (error === null) showDone({ title, says: says + kept });
  else
    showAttention({
      title: 'Some studies did not get a new key',
      says: `${error.message} Everything still opens. ${says} Make new keys again for the others.`,
    });
}
