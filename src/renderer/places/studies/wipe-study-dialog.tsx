import type { ReactNode } from 'react';
import { refreshApp, refreshStudies } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showDone } from '../../ui/parts/toasts.tsx';
import { WipeDialog } from '../../ui/parts/wipe-dialog.tsx';

const consequences =
  'This destroys the key of this computer’s copy, and the copy with it. The service keeps its data: you can add the study and sync it again. Its history of changes is only here and is lost. Exported files stay where they are.';

/** Destroys a study's key and file, after its number was typed. */
export function WipeStudyDialog({ study, onClose }: { readonly study: string; readonly onClose: () => void }): ReactNode {
  const model = useModel();
  const wipe = async (typed: string): Promise<void> => {
    await model.data.call('studies.wipe', { study, typed });
    await refreshStudies(model);
    // The last one of a computer without a service leaves it as on the first day.
    await refreshApp(model);
    showDone({ title: `${study} is wiped`, says: 'Its key is destroyed; no copy of it can be read on this computer.' });
    onClose();
  };
  return (
    <WipeDialog
      does={`Wipe ${study}`}
      says={consequences}
      label={`Type ${study} to confirm`}
      word={study}
      onWipe={wipe}
      onClose={onClose}
    />
  );
}
