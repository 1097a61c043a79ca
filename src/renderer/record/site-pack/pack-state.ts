import { endOf, isExpired } from '../../../shared/site-pack.ts';
import type { SitePack } from '../../../shared/site-pack-schema.ts';
import { millisecondsOfDay } from '../../../shared/day.ts';
import { formatCalendarDay, formatDay } from '../../ui/format/dates.ts';
import { listed } from '../../ui/parts/as-of.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';

/** How much longer what came in a site pack may be opened. */
interface PackState {
  readonly over: boolean;
  /** Days that are left, the last one included; 0 where it is over. */
  readonly daysLeft: number;
  /** "Site pack until 4 Dec", for a badge. */
  readonly short: string;
  /** A sentence without a full stop, for a card. */
  readonly says: string;
}

/** The day may end while the study is looked at, so the time is asked for here too. */
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
    short: `Site pack until ${formatDay(expires)}`,
    says: `Came in a site pack of ${formatDay(madeAt)} · ${until}${provenSince(due)}`,
  };
}

/** Named only where syncs have begun to take the pack's place. */
function provenSince(due: SitePack['due']): string {
  const names = due.map((dataset) => datasetTitles[dataset].toLowerCase());
  return due.length === 0 || due.length === Object.keys(datasetTitles).length ? '' : `, until a sync has proven ${listed(names)} too`;
}
