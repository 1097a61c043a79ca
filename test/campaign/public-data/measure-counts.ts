import type { Measure } from './measure.ts';

const DATASETS = ['labs', 'vitals', 'medications', 'responses'] as const;

/** Every served record and every subject of the Group is exported. */
export const counts: Measure = {
  name: 'records',
  async take({ studies, mirrored }) {
    const figures: Record<string, string> = {};
    const failures: string[] = [];
    for (const { number, records, subjects } of studies) {
      const reported: string[] = [];
      for (const dataset of DATASETS) {
        const [sent, got] = [records[dataset].length, (await mirrored.rows(number, dataset)).length];
        reported.push(`${dataset} ${got}`);
        if (got !== sent) failures.push(`${number}: ${got} of ${sent} ${dataset} were exported`);
      }
      const listed = (await mirrored.rows(number, 'subjects')).length;
      if (listed !== subjects) failures.push(`${number}: ${listed} of ${subjects} subjects were exported`);
      figures[`records of ${number}`] = [`subjects ${listed}`, ...reported].join(', ');
    }
    return { figures, failures };
  },
};
