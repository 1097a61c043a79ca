import type { Page } from '@playwright/test';
import { median, quantile, type Figure } from './figures.ts';
import { study, type LargeWindow } from './large-window.ts';
import { questions, type Question } from './questions.ts';

/** What the page sends: a name and its inputs. */
interface Asked {
  readonly name: string;
  readonly inputs: readonly object[];
}

/**
 * The questions of the grid through the whole path of a window: from the page over its port to the reader's process, SQL or columns, and
 * back until the page has the rows as values. The table draws them in the next frame, which `smoothness.ts` measures.
 */
export async function measurePath({ carrel: { page } }: LargeWindow, times: number): Promise<readonly Figure[]> {
  await takeLine(page);
  await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: 'Labs' }).click();
  await page.getByRole('region', { name: 'Labs', exact: true }).locator('[role=row][row-index="0"]').waitFor();
  const [count] = await ask(page, { name: 'rows.count', inputs: [{ study, selection: everything }] });
  const rows = Number((count?.value as { readonly rows?: number } | undefined)?.rows);
  if (!(rows > 0)) throw new Error('The labs of the window could not be counted.');
  await untilCached(page, rows);
  await page.waitForTimeout(settling);
  const figures: Figure[] = [];
  for (const question of questions(rows)) figures.push(figureOf(question, rows, await askAll(page, question, times)));
  return figures;
}

const everything = { dataset: 'labs', where: [], search: '', subjects: null, chosen: null };

interface Answered {
  readonly ms: number;
  readonly value: unknown;
}

async function askAll(page: Page, { call, input }: Question, times: number): Promise<readonly number[]> {
  const inputs = Array.from({ length: times }, (_, round) => ({ study, ...input(round) }));
  return (await ask(page, { name: call, inputs })).map(({ ms }) => ms);
}

function figureOf({ what, promised }: Question, rows: number, took: readonly number[]): Figure {
  const detail = `p95; median ${median(took).toFixed(1)} ms, at first ${(took[0] ?? Number.NaN).toFixed(0)} ms, at most ${Math.max(...took).toFixed(0)} ms, ${String(rows)} rows`;
  return { part: 'window', what, value: quantile(took, 0.95), unit: 'ms', promised, detail };
}

/** Longer than the reader takes to begin and to read columns that nobody has asked for yet. */
const settling = 5000;

/** Waits until a sorted page without an index comes at memory speed twice: then the columns are cached. */
async function untilCached(page: Page, rows: number): Promise<void> {
  const query = { selection: everything, sort: [{ column: 'result', descending: true }], offset: Math.floor(rows / 2), limit: 100 };
  for (let fast = 0, tries = 0; fast < 2; tries++) {
    if (tries > 600) throw new Error('The columns were not held in time.');
    const [answered] = await ask(page, { name: 'rows.page', inputs: [{ study, query: { ...query, offset: query.offset + tries } }] });
    fast = (answered?.ms ?? Infinity) < 100 ? fast + 1 : 0;
    await page.waitForTimeout(200);
  }
}

/** Captures the port by which the page asks the reader, at its next question. */
async function takeLine(page: Page): Promise<void> {
  await page.evaluate(() => {
    type Send = (this: MessagePort, ...given: unknown[]) => void;
    const send = Reflect.get(MessagePort.prototype, 'postMessage') as Send;
    const noting: Send = function (...given) {
      const frame = given[0] as { readonly name?: string } | undefined;
      if (frame?.name === 'rows.page') Object.assign(globalThis, { readerLine: this });
      send.apply(this, given);
    };
    Object.assign(MessagePort.prototype, { postMessage: noting });
  });
}

/** Asks one question after the other over the page's own port, in the page. */
function ask(page: Page, asked: Asked): Promise<readonly Answered[]> {
  return page.evaluate(async ({ name, inputs }) => {
    const { readerLine } = globalThis as unknown as { readerLine: MessagePort };
    const answers: { ms: number; value: unknown }[] = [];
    for (const [round, input] of inputs.entries()) {
      // Ids that the page's own calls do not reach.
      const id = 1e9 + round;
      const start = performance.now();
      const reply = await new Promise<{ ok: boolean; value?: unknown }>((resolve) => {
        const listen = ({ data }: MessageEvent<{ id: number; reply: { ok: boolean; value?: unknown } }>): void => {
          if (data.id !== id) return;
          readerLine.removeEventListener('message', listen);
          resolve(data.reply);
        };
        readerLine.addEventListener('message', listen);
        readerLine.postMessage({ type: 'call', id, name, input });
      });
      if (!reply.ok) throw new Error(`The reader refused ${name}.`);
      answers.push({ ms: performance.now() - start, value: inputs.length === 1 ? reply.value : null });
    }
    return answers;
  }, asked);
}
