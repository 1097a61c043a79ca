import '../data/port/zod-without-eval.ts';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource/fira-code/400.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import '../ui/theme/mantine.css';
import '../ui/theme/dialogs.css';
import '../ui/theme/places.css';
import '../ui/theme/marks.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../../shared/bridge.ts';
import { reportOf } from '../../shared/errors.ts';
import { App } from './app.tsx';
import { takeCopies } from '../tasks/copying/copy-dialog.tsx';
import { connectToHosts } from '../data/port/data-source.ts';
import { watchPage } from '../data/port/note-faults.ts';
import { followEvents } from '../data/model/follow-events.ts';
import { keepSchedule } from '../data/model/schedule.ts';
import { loadModel } from '../data/model/model.ts';

declare global {
  interface Window {
    readonly carrel: Bridge;
  }
}

async function start(root: HTMLElement): Promise<void> {
  try {
    const data = connectToHosts(window.carrel, window);
    watchPage(window, data.noteFault);
    const model = await loadModel(data, navigator.onLine);
    keepSchedule(model, window.sessionStorage);
    followEvents(model);
    takeCopies(model, document);
    // A failed part shows its error in place; the error is also reported like an uncaught one.
    createRoot(root, { onCaughtError: reportError }).render(
      <StrictMode>
        <App model={model} />
      </StrictMode>,
    );
  } catch (error: unknown) {
    root.textContent = reportOf(error).message;
  }
}

const root = document.getElementById('root');
if (root !== null) void start(root);
