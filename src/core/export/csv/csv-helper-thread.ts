import { csvBlocks } from './csv-blocks.ts';
import type { CsvLines } from './csv-from-bytes.ts';
import type { HelperTask } from './csv-helper.ts';
import { helpInThread } from '../helping-thread.ts';
import { createGarbageCollection } from '../heap-limit.ts';

helpInThread<HelperTask, CsvLines>({
  blocksOf: (rows, { form, rowsOfBlock }) => csvBlocks(rows, form, rowsOfBlock),
  handedOver: ({ bytes, ends }) => [bytes.buffer, ends.buffer],
  afterBlock: createGarbageCollection(),
});
