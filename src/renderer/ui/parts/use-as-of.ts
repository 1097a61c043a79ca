import type { StudyStatus } from '../../../shared/status.ts';
import { usePreferences } from '../../data/model/model-context.ts';
import { describeAsOf, type AsOf } from './as-of.ts';
import { useNow } from './use-now.ts';

const minute = 60_000;

/** How far a study's copy can be trusted, by the age that was chosen in the settings; it grows old while it is looked at. */
export function useAsOf(status: StudyStatus): AsOf {
  const { sync } = usePreferences();
  const now = useNow(minute);
  return describeAsOf(status, { now, staleAfterHours: sync.staleAfterHours });
}
