import assert from 'node:assert/strict';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';
import { bytesBelow } from '../../cli/carrel.ts';
import type { Outcome } from './side.ts';
import type { Snapshot } from './snapshot.ts';

/** Limit of a process's resident memory (I5), MiB. */
const MOST_RSS = 600;

/**
 * I1: each dataset is the earlier good copy or the complete new one, and the outcome says which. `complete` is null if the fault changes
 * records: then only failed datasets are compared, with the earlier copy.
 */
export function assertOneOf(after: Snapshot, before: Snapshot, complete: Snapshot | null, outcome: Outcome, study: string): void {
  const reported = new Map(outcome.studies.find((one) => one.study === study)?.datasets.map((one) => [one.dataset, one]));
  for (const name of datasetNames) {
    const status = reported.get(name);
    const isEarlier = after[name] === before[name];
    const isComplete = complete !== null && after[name] === complete[name];
    if (complete !== null) assert.ok(isEarlier || isComplete, `${study} ${name} is neither the earlier copy nor the complete new one`);
    if (status === undefined || status.error !== null || status.state === 'pending') {
      assert.ok(isEarlier, `${study} ${name} failed or was left pending review, and yet it changed`);
    } else if (complete !== null) {
      assert.ok(isComplete, `${study} ${name} is said to be ${status.state}, but it is not what the service holds`);
    }
  }
}

interface Secrets {
  readonly secret: string;
  readonly tokens: readonly string[];
  readonly canary: string;
}

/** I2: neither the printed or recorded text nor a file below the data folder contains a secret, a token or a value of a record. */
export function assertNothingLeaked(text: string, folder: string, { secret, tokens, canary }: Secrets): void {
  const places = { 'what was reported': text, 'the data folder': bytesBelow(folder) };
  for (const [place, bytes] of Object.entries(places)) {
    assert.ok(!bytes.includes(secret), `${place} holds the client secret`);
    assert.ok(!tokens.some((token) => bytes.includes(token)), `${place} holds an access token`);
    assert.ok(!bytes.includes(canary), `${place} holds a record's value`);
  }
}

/** Each failure says what is still valid, and the process ended by itself and stayed small (I5). */
export function assertSound({ studies, peakRss, exitCode, text }: Outcome): void {
  for (const { datasets } of studies) {
    for (const { error, state } of datasets) {
      // Nothing is valid of a dataset that was never mirrored.
      if (error !== null && state !== 'none')
        assert.match(error.message, /unchanged|stays|is kept/, `a failure does not say what is still valid: ${error.message}`);
    }
  }
  assert.notEqual(exitCode, -1, 'the process did not end by itself');
  assert.doesNotMatch(text, /Something unexpected went wrong|\n\s+at .+:\d+:\d+/, 'an unexpected failure, or a stack');
  if (peakRss !== null) assert.ok(peakRss <= MOST_RSS, `the process took ${peakRss} MiB`);
}
