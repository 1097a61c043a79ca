import { endOf, isExpired } from '../../../shared/site-pack.ts';
import type { SitePack } from '../../../shared/site-pack-schema.ts';
import { millisecondsOfDay } from '../../../shared/day.ts';
import { formatCalendarDay, formatDay, formatShortCalendarDay } from '../../ui/format/dates.ts';
import { listed } from '../../ui/parts/as-of.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';

/** How much longer a study from a site pack can be opened. */
interface PackState {
  readonly over: boolean;
  /** Days left, including the last one; 0 if expired. */
  readonly daysLeft: number;
  /** "Site pack until 4 Dec", for a badge. */
  readonly short: string;
  /** A sentence without a full stop, for a card. */
  readonly says: string;
}

/** Also checks `now`, because the pack can expire while the study is open. */
export function packState({ expires, madeAt, expired, due }: SitePack, now: Date): PackState {
  const over = expired || isExpired(expires, now.getTime());
  const day = formatCalendarDay(expires);
  if (over)
    return {
      over,
      daysLeft: 0,
      short: 'Site pack expired',
      says: `Its site pack expired with ${day} (UTC): not shown, not exported`,
    };
  const daysLeft = Math.ceil((endOf(expires) - now.getTime()) / millisecondsOfDay);
  const until = daysLeft === 1 ? 'opens until the end of today (UTC)' : `opens until ${day} (UTC)`;
  return {
    over,
    daysLeft,
    short: `Site pack until ${formatShortCalendarDay(expires)}`,
    says: `Came in a site pack of ${formatDay(madeAt)} · ${until}${provenSince(due)}`,
  };
}

/** Names the datasets that still come from the pack, once syncs have begun to replace it; otherwise empty. */
function provenSince(due: SitePack['due']): string {
  const names = due.map((dataset) => datasetTitles[dataset].toLowerCase());
  return due.length === 0 || due.length === Object.keys(datasetTitles).length ? '' : `, until a sync has proven ${listed(names)} too`;
}
