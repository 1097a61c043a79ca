import type { BrowserWindow } from 'electron';
import { checkCalls } from './check-calls.ts';
import { presetCalls } from './preset-calls.ts';
import type { Session } from '../engines/session.ts';
import { termsCalls } from './terms-calls.ts';

/** Calls on what people pass on to each other as files: export presets, decisions on tests and units, and checks. */
export function passedOnCalls(
  session: Session,
  window: () => BrowserWindow | null,
): ReturnType<typeof presetCalls> & ReturnType<typeof termsCalls> & ReturnType<typeof checkCalls> {
  return { ...presetCalls(session, window), ...termsCalls(session, window), ...checkCalls(session, window) };
}
