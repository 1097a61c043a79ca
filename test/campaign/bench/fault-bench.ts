import assert from 'node:assert/strict';
import type { Connection } from '../../../src/shared/connection.ts';
import { datasetNames, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { DatasetStatus } from '../../../src/shared/status.ts';
import type { Fault, SeenRequest } from '../../../src/sandbox/faults/fault.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { carrel, type Ended } from '../../cli/carrel.ts';
import { startThief } from '../../contract/hostile-server.ts';
import { openAsProcess } from './as-process.ts';
import { openInProcess } from './in-process.ts';
import { assertNothingLeaked, assertOneOf, assertSound } from './invariants.ts';
import type { Outcome, Side, SyncArgs } from './side.ts';
import { nothing, rowsOf, snapshotOf, type Snapshot, type VisibleRows } from './snapshot.ts';

/** Part of every subject's id, and so of every record: if it occurs outside the encrypted files, data has leaked. */
export const canary = 'CNRY7Q';
const withCanary: Fault = { replace: [['Patient/', `Patient/${canary}-`]] };

/** Small enough to be mirrored quickly, with several pages in most datasets. */
const size = { subjects: 2, pageSize: 40, studies: ['22-001', '23-014', '24-006'] } as const;

/** Where the cases of faults run: a service that fails on demand, a thief, and Carrel with a good copy. */
export interface FaultBench {
  readonly form: 'short' | 'long';
  /** Whether Carrel runs as a process, with the default deadlines and waits. */
  readonly isProcess: boolean;
  /** The study that most cases mirror. */
  readonly study: string;
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  /** Carrel's data folder. */
  readonly folder: string;
  /** A second server that must never be contacted; its addresses on the same computer. */
  readonly thief: { readonly port: number; readonly addresses: readonly string[]; readonly connections: () => number };
  /** Replaces the faults and resets the count of requests. */
  faults(list: readonly Fault[]): void;
  /** Requests since the faults were set; `data` means all datasets. */
  seen(endpoint?: SeenRequest['endpoint'] | 'data'): readonly SeenRequest[];
  /** Changes the service's data: some records are new, some changed, some gone. */
  moveData(): void;
  /**
   * Mirrors, then checks that every dataset is the earlier good copy or the complete new one (I1), that no secret, token or value of a
   * record leaked (I2), that the thief was not contacted (I3) and that the process stayed small (I5). `altered`: the fault changes
   * records, so a new copy need not equal what the service holds without it.
   */
  sync(args?: SyncArgs & { readonly altered?: true }): Promise<Outcome>;
  /** The dataset of the bench's study in an outcome. */
  of(outcome: Outcome, dataset: DatasetName): DatasetStatus;
  /** The rows visible now. */
  rows(dataset: DatasetName, study?: string): Promise<VisibleRows>;
  snapshot(study?: string): Promise<Snapshot>;
  /** Ends the fault and expects that the next sync (of these datasets) ends with 0 and shows what the service holds, unaided (I4). */
  recover(only?: readonly DatasetName[]): Promise<void>;
  /** Changes the address or secret for the following runs. */
  connectTo(change: Partial<Connection> & { readonly secret?: string }): Promise<void>;
  /** Stops listening and drops all connections, until `networkBack`. */
  networkLost(): Promise<void>;
  networkBack(): Promise<void>;
  /** Runs any other command on the data folder; for cases that run as a process. */
  carrel(...args: readonly string[]): Promise<Ended>;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly form: 'short' | 'long';
  readonly process: boolean;
}

/** Starts everything and mirrors a first good copy. */
export async function openFaultBench({ form, process: isProcess }: BenchOptions): Promise<FaultBench> {
  const sandbox = createSandbox({ port: 0, ...size, faults: [withCanary] });
  const truth = await openTruth();
  const baseUrl = await sandbox.listen();
  const thief = await startThief();
  const { partnerId, clientId, clientSecret } = sandbox.credentials;
  const usual: Connection = { baseUrl, partnerId, clientId, tokenStyle: 'body', demo: false };
  const side: Side = await (isProcess ? openAsProcess : openInProcess)(usual, clientSecret);
  const study: string = size.studies[0];
  let revision = 0;
  /** Whether anything happened since the last recovery. */
  let touched = true;
  let redirected = false;

  const snapshot = async (number: string): Promise<Snapshot> => (await side.read(number, snapshotOf)) ?? nothing;
  const faults = (list: readonly Fault[]): void => {
    touched = true;
    sandbox.setFaults([withCanary, ...list]);
  };
  const sync: FaultBench['sync'] = async ({ altered, ...args } = {}) => {
    const studies = args.studies ?? [study];
    const before = new Map<string, Snapshot>();
    for (const number of studies) before.set(number, await snapshot(number));
    touched = true;
    const tokens = sandbox.issuedTokens().length;
    const outcome = await side.sync({ ...args, studies });
    for (const number of studies) {
      const complete = altered === true ? null : await truth.of(revision, number);
      assertOneOf(await snapshot(number), before.get(number) ?? nothing, complete, outcome, number);
    }
    assertNothingLeaked(outcome.text, side.folder, { secret: clientSecret, tokens: sandbox.issuedTokens().slice(tokens), canary });
    assert.equal(thief.connections(), 0, 'the thief was contacted');
    assertSound(outcome);
    return outcome;
  };
  const bench: FaultBench = {
    form,
    isProcess,
    study,
    sandbox,
    baseUrl,
    folder: side.folder,
    thief: { ...thief, addresses: ['http://127.0.0.1', 'https://127.0.0.1', 'http://localhost'].map((host) => `${host}:${thief.port}`) },
    faults,
    seen: (endpoint) =>
      sandbox
        .seen()
        .filter((one) => endpoint === undefined || one.endpoint === endpoint || (endpoint === 'data' && one.endpoint !== 'token')),
    moveData: () => {
      touched = true;
      revision = 1 - revision;
      sandbox.setRevision(revision);
    },
    sync,
    of: (outcome, dataset) => {
      const found = outcome.studies.find((one) => one.study === study)?.datasets.find((one) => one.dataset === dataset);
      assert.ok(found, `the outcome tells nothing of ${dataset}`);
      return found;
    },
    rows: async (dataset, number = study) => (await side.read(number, (opened) => rowsOf(opened, dataset))) ?? [],
    snapshot: async (number = study) => snapshot(number),
    recover: async (only) => {
      if (!touched) return;
      faults([]);
      sandbox.setRevision(revision);
      if (redirected) await side.connectTo(usual, clientSecret);
      redirected = false;
      const outcome = await sync(only === undefined ? {} : { only });
      assert.equal(outcome.exitCode, 0, `the next sync did not mend it: ${outcome.code} ${messagesOf(outcome).join(' ')}`);
      const [shown, held] = [await snapshot(study), await truth.of(revision, study)];
      for (const name of only ?? datasetNames)
        assert.equal(shown[name], held[name], `the next sync does not show the ${name} that the service holds`);
      touched = only !== undefined;
    },
    connectTo: async ({ secret, ...change }) => {
      redirected = true;
      await side.connectTo({ ...usual, ...change }, secret ?? clientSecret);
    },
    networkLost: async () => sandbox.close(),
    networkBack: async () => {
      await sandbox.listen(Number(new URL(baseUrl).port));
    },
    carrel: async (...args) => carrel(args, { dataDir: side.folder }),
    close: async () => {
      await Promise.all([sandbox.close(), truth.close(), thief.close()]);
      side.remove();
    },
  };
  await bench.recover();
  return bench;
}

/** The messages of all failures in an outcome. */
export function messagesOf({ message, studies }: Outcome): readonly string[] {
  const errors = studies.flatMap(({ datasets }) => datasets.flatMap(({ error }) => (error === null ? [] : [error.message])));
  return [...new Set([message, ...errors].filter((text) => text !== ''))];
}

/** What the service holds, mirrored from a second sandbox that never fails. */
async function openTruth(): Promise<{ of(revision: number, study: string): Promise<Snapshot>; close(): Promise<void> }> {
  const honest = createSandbox({ port: 0, ...size, faults: [withCanary] });
  const baseUrl = await honest.listen();
  const { partnerId, clientId, clientSecret } = honest.credentials;
  const known = new Map<string, Snapshot>();
  const mirror = async (revision: number, study: string): Promise<Snapshot> => {
    honest.setRevision(revision);
    const side = await openInProcess({ baseUrl, partnerId, clientId, tokenStyle: 'body', demo: false }, clientSecret);
    try {
      const { exitCode } = await side.sync({ studies: [study] });
      assert.equal(exitCode, 0, 'the honest service could not be mirrored');
      const snapshot = (await side.read(study, snapshotOf)) ?? nothing;
      for (const name of datasetNames) if (name !== 'responses') assert.notEqual(snapshot[name], nothing[name], `${study} has no ${name}`);
      return snapshot;
    } finally {
      side.remove();
    }
  };
  return {
    of: async (revision, study) => {
      const found = known.get(`${revision} ${study}`) ?? (await mirror(revision, study));
      known.set(`${revision} ${study}`, found);
      return found;
    },
    close: () => honest.close(),
  };
}
