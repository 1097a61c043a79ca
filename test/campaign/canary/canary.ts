import { buildApplication } from '../../../scripts/build.ts';
import { prepareWindow } from '../../../scripts/test-runners.ts';
import { withDisplay } from '../../../scripts/with-display.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { makeCanaries } from './canaries.ts';
import { openCanaryCase, type CanaryCase } from './canary-case.ts';
import { runControls } from './controls.ts';
import { startCanaryService } from './service.ts';
import { searchTerminal } from './terminal.ts';
import { searchWindow } from './window.ts';

export const campaign: Campaign = {
  name: 'canary',
  says: 'unique texts in all fields, credentials and keys; files, descriptors and dumps are searched for them',
  long: 1000,
  short: 100,
  run: canary,
};

/** Subjects and minimum number of lab results of the study; in the long form more than SQLite sorts at once. */
const sizes = { short: { subjects: 12, labs: 3000, pageSize: 500 }, long: { subjects: 60, labs: 30_000, pageSize: 1000 } } as const;

async function canary({ n, form, say }: CampaignOptions): Promise<CampaignResult> {
  const canaries = makeCanaries();
  const bench = openCanaryCase(canaries);
  const service = await startCanaryService(canaries, n, sizes[form]);
  const failures: string[] = [];
  const isLong = form === 'long';
  try {
    const controls = await runControls(bench);
    failures.push(...controls.failures);
    say(`${controls.found} plants found`);
    const runtime = await prepareWindow();
    await buildApplication();
    say('built');
    await searchTerminal(bench, service, isLong);
    say('terminal searched');
    await withDisplay((display) => searchWindow(bench, service, runtime, display, isLong));
    const { texts, fields } = service.sent();
    if (texts < n) failures.push(`only ${texts} of ${n} unique texts were sent`);
    return {
      cases: texts,
      failures: [...failures, ...bench.failures()],
      skipped: [],
      figures: { fields, ...figuresOf(bench), dumps: String(controls.dumps) },
    };
  } finally {
    await service.close();
    bench.remove();
  }
}

function figuresOf(bench: CanaryCase): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...bench.phases()].map(([name, { looks, processes, files, descriptors, opened, deleted, shared, mapped, inMemory, bytes }]) => [
      name,
      `${looks} looks, ${processes} processes, ${files} files, ${descriptors} descriptors (${opened} of files: ${deleted} deleted, ${shared} shared), ${mapped} mapped (finds in shared memory: ${inMemory}), ${Math.round(bytes / 1e6)} MB`,
    ]),
  );
}
