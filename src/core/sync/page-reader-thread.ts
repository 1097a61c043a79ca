import { parentPort } from 'node:worker_threads';
import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { failed } from '../../shared/rpc.ts';
import { blockOf, claimBlock, freeBytes, isLarge } from '../platform/memory.ts';
import { compileExtractor, type Extractor } from '../extract/extractor.ts';
import { bytesOf, readPageBody } from '../store/pages/page-reading.ts';
import type { PageAnswer, PageQuestion } from './page-reader.ts';
import { createHeapLimit, sizeOfYoungSpace } from './heap-limit.ts';

const heapLimit = createHeapLimit();
/** Per dataset, the extractor of the study read last. `terms` is JSON. */
const extractors = new Map<DatasetName, { readonly terms: string; readonly extractor: Extractor }>();

function extractorOf(dataset: DatasetName, terms: StudyTerms): Extractor {
  const asked = JSON.stringify(terms);
  const known = extractors.get(dataset);
  if (known?.terms === asked) return known.extractor;
  const extractor = compileExtractor(datasets[dataset], terms);
  extractors.set(dataset, { terms: asked, extractor });
  return extractor;
}

async function answer({ id, dataset, study, terms, body }: PageQuestion): Promise<PageAnswer> {
  claimBlock(body);
  heapLimit.beforePage(body);
  await heapLimit.shrinkIfGrown();
  const page = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  try {
    const reading = await readPageBody(extractorOf(dataset, terms), page, study, heapLimit.shrinkIfGrown);
    return { id, ok: true, reading, young: sizeOfYoungSpace() };
  } catch (error: unknown) {
    return { id, ...failed(error) };
  } finally {
    freeBytes(body);
  }
}

/** Large blocks are transferred instead of copied. */
function handedOver(answer: PageAnswer): readonly ArrayBuffer[] {
  if (!answer.ok) return [];
  return bytesOf(answer.reading)
    .filter(isLarge)
    .map(blockOf)
    .filter((block) => block !== null);
}

// Pages are read one after the other, so that the parts of only one are in memory.
let turn = Promise.resolve();
let ending = false;
parentPort?.on('message', (question: PageQuestion | null) => {
  ending ||= question === null;
  turn = turn.then(async () => {
    if (question === null) parentPort?.close();
    else if (!ending) {
      const answered = await answer(question);
      parentPort?.postMessage(answered, handedOver(answered));
      await heapLimit.shrinkIfGrown();
    }
  });
});
