import { parentPort } from 'node:worker_threads';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { reportOf } from '../../shared/errors.ts';
import { compileExtractor, type Extractor } from '../extract/extractor.ts';
import { readPageBody } from '../store/page-reading.ts';
import type { PageAnswer, PageQuestion } from './page-reader.ts';

const extractors = new Map<DatasetName, Extractor>();

function extractorOf(dataset: DatasetName): Extractor {
  const known = extractors.get(dataset) ?? compileExtractor(datasets[dataset]);
  extractors.set(dataset, known);
  return known;
}

async function answer({ id, dataset, study, body }: PageQuestion): Promise<PageAnswer> {
  try {
    return { id, ok: true, reading: await readPageBody(extractorOf(dataset), Buffer.from(body.buffer), study) };
  } catch (error: unknown) {
    return { id, ok: false, error: reportOf(error) };
  }
}

// One page after the other, so that no more than one is held in its parts.
let turn = Promise.resolve();
let ending = false;
parentPort?.on('message', (question: PageQuestion | null) => {
  ending ||= question === null;
  turn = turn.then(async () => {
    if (question === null) parentPort?.close();
    else if (!ending) parentPort?.postMessage(await answer(question));
  });
});
