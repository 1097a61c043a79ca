import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { CopyDialog } from '../tasks/copying/copy-dialog.tsx';
import { ExportContext } from '../record/export/open-export.ts';
import type { ExportSource, ListingExport } from '../record/export/export-source.ts';
import { ResumedExport } from '../tasks/export/resumed-export.tsx';
import { LockHint } from './frame/lock-hint.tsx';
import { useCommand } from '../ui/keys/commands.tsx';
import { KeyHelpDialog } from './keys/key-help-dialog.tsx';
import { refreshStudies, resumeSync, startSync } from '../data/model/actions.ts';
import { useModel, usePlace } from '../data/model/model-context.ts';
import { usePlaceMemory } from './memory/use-place-memory.ts';
import { useViewMemory } from './memory/view-memory.ts';
import type { Place } from '../data/model/place.ts';
import { Palette } from './palette/palette.tsx';
import { later, PartBoundary } from '../ui/parts/later.tsx';
import { showAttention, showFailure } from '../ui/parts/toasts.tsx';
import { StudiesPlace } from '../places/studies/studies-place.tsx';
import { EngineToasts, ProxyDialog, SyncToasts } from '../places/studies/service-toasts.tsx';
import { StudyPlace } from './study/study-place.tsx';
import { VerifyDialogs } from '../tasks/verify/verify-dialog.tsx';
import { ReadinessDialog } from '../tasks/offline/readiness-dialog.tsx';
import { OpenPackDialog } from '../tasks/packs/open-pack-dialog.tsx';
import { nextSyncOf } from '../data/model/schedule.ts';

/** Loaded when first opened. */
const ExportDialog = later(() => import('../tasks/export/export-dialog.tsx').then((part) => part.ExportDialog));
const ListingExportDialog = later(() => import('../tasks/export/listing-export-dialog.tsx').then((part) => part.ListingExportDialog));
const SettingsPlace = later(() => import('../places/settings/settings-place.tsx').then((place) => place.SettingsPlace));
const ConnectPlace = later(() => import('../places/start/connect-place.tsx').then((place) => place.ConnectPlace));

/** The unlocked window: the current place, and what can open over any place. */
export function Shell(): ReactNode {
  const model = useModel();
  const { place } = usePlace();
  const [resumed, setResumed] = useState(false);
  useScheduledSync(resumed);
  const viewsSet = useViewMemory();
  const begun = usePlaceMemory() && viewsSet;
  const [exporting, setExporting] = useState<ExportSource | ListingExport | null>(null);
  useEffect(() => {
    void refreshStudies(model);
    const { problem } = model.app.get();
    if (problem !== null) showAttention({ title: 'Some parts could not be started', says: problem.message });
    resumeSync(model)
      .catch(() => undefined)
      .finally(() => {
        setResumed(true);
      });
  }, [model]);
  const lock = useCallback(() => {
    model.data.call('vault.lock').catch((error: unknown) => {
      showFailure('Carrel could not lock', error);
    });
  }, [model]);
  useCommand('lock', lock);
  const closeExport = useCallback(() => {
    setExporting(null);
  }, []);
  const failedExport = useCallback((says: string) => {
    setExporting(null);
    showAttention({ title: 'The export could not be opened', says });
  }, []);
  return (
    <ExportContext value={setExporting}>
      <PartBoundary key={place.name}>{begun && <CurrentPlace place={place} />}</PartBoundary>
      <Palette />
      <KeyHelpDialog />
      <SyncToasts />
      <ProxyDialog />
      <EngineToasts />
      <ResumedExport />
      <CopyDialog />
      <LockHint />
      <OfflineDialogs />
      <VerifyDialogs />
      {exporting !== null && (
        <PartBoundary onFailure={failedExport}>
          {'listing' in exporting ? (
            <ListingExportDialog source={exporting} onClose={closeExport} />
          ) : (
            <ExportDialog source={exporting} onClose={closeExport} />
          )}
        </PartBoundary>
      )}
    </ExportContext>
  );
}

function CurrentPlace({ place }: { readonly place: Place }): ReactNode {
  switch (place.name) {
    case 'studies':
      return <StudiesPlace />;
    case 'connect':
      return <ConnectPlace />;
    case 'study':
      return <StudyPlace key={place.study} place={place} />;
    case 'settings':
      return <SettingsPlace place={place} />;
  }
}

/** Dialogs for offline work: opening a site pack from another laptop, and the readiness check. */
function OfflineDialogs(): ReactNode {
  const [opened, setOpened] = useState<'pack' | 'readiness' | null>(null);
  const openPack = useCallback(() => {
    setOpened('pack');
  }, []);
  const check = useCallback(() => {
    setOpened('readiness');
  }, []);
  useCommand('open-pack', openPack);
  useCommand('readiness', check);
  const close = (): void => {
    setOpened(null);
  };
  if (opened === 'pack') return <OpenPackDialog onClose={close} />;
  return opened === 'readiness' ? <ReadinessDialog onClose={close} /> : null;
}

/** Milliseconds between checks of the clock: a timer for the due time itself would be late after the computer slept. */
const checkEvery = 10_000;

/** Syncs all studies on start and on the schedule in the settings, once `ready`: running syncs are known. */
function useScheduledSync(ready: boolean): void {
  const model = useModel();
  useEffect(() => {
    if (!ready) return undefined;
    const syncIfDue = (): void => {
      const now = Date.now();
      const at = nextSyncOf(model, now);
      if (at === null || at > now) return;
      const studies = (model.studies.get().cards ?? []).map(({ study }) => study);
      // Cards and stamps show the outcome; the next attempt is an interval away.
      startSync(model, studies, true).catch(() => undefined);
    };
    syncIfDue();
    const timer = setInterval(syncIfDue, checkEvery);
    const stops = [model.studies, model.network, model.preferences].map((store) => store.subscribe(syncIfDue));
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [model, ready]);
}
