import { share, tally, type Measure } from './measure.ts';

/** Limit of false alarms among all records: these data have no planted errors. */
const MOST = 1 / 1000;

/** What the checks of values find in data that others cleaned. */
export const checks: Measure = {
  name: 'checks',
  async take({ studies, mirrored }) {
    const listed: string[] = [];
    let records = 0;
    for (const study of studies) {
      for (const of of Object.values(study.records)) records += of.length;
      const rows = await mirrored.listing(study.number, 'checks');
      listed.push(...rows.map((row) => `${row['Check'] ?? ''} in ${row['Dataset'] ?? ''}`));
    }
    return {
      figures: { 'records that a check lists': share(listed.length, records), 'which checks': tally(listed, 40) },
      failures:
        listed.length <= MOST * records ? [] : [`Checks list ${share(listed.length, records)} of the public data: ${tally(listed, 40)}`],
    };
  },
};
