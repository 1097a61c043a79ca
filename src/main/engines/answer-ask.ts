import { hostAsks, type FromEngine, type HostAsk, type StudyAccess, type ToEngine } from '../../shared/engine-protocol.ts';
import { AppError } from '../../shared/errors.ts';
import { endedOf } from '../../shared/rpc.ts';

/** Answers an engine's questions (`hostAsks`) from the vault. */
export type AskHost = (name: HostAsk, args: readonly unknown[]) => Promise<unknown>;

/** Returns the answer to an engine's question, or null if the message is not a question. */
export async function answerAsk(ask: AskHost, message: FromEngine): Promise<Extract<ToEngine, { type: 'answer' }> | null> {
  if (message.type !== 'ask') return null;
  return { type: 'answer', id: message.id, reply: await endedOf(() => answerTo(ask, message.name, message.args)) };
}

/** The host of an engine that works on one study. The engine asks for the study again if its file flipped since it was sent the seals. */
export function tellStudy(who: string, studyNow: () => StudyAccess | null): AskHost {
  return async (name) => {
    const study = name === 'studies' ? studyNow() : null;
    if (study === null) throw new AppError('USAGE', `${who} requested something it has no access to.`);
    return [study];
  };
}

async function answerTo(ask: AskHost, name: string, args: readonly unknown[]): Promise<unknown> {
  const known = hostAsks.find((candidate) => candidate === name);
  if (known === undefined) throw new AppError('USAGE', 'An engine made a request that the main process does not serve.');
  return ask(known, args);
}
