/** The parts of a window that are used here. */
export interface ClosedWindow {
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
  isDestroyed(): boolean;
  close(): void;
}

/** Asks before Carrel closes while work is running that closing would cancel. */
export interface CloseQuestion {
  /** Whether nothing would be cancelled, or a person agreed to it. */
  readonly mayClose: () => boolean;
  /** Resolves to whether to cancel the work and close. Whoever asks while the question is open gets the same answer. */
  readonly ask: () => Promise<boolean>;
}

/** `running`: what closing would cancel, such as "An export"; null for nothing. `askPerson` asks about it. */
export function createCloseQuestion(running: () => string | null, askPerson: (what: string) => Promise<boolean>): CloseQuestion {
  let agreed = false;
  let asking: Promise<boolean> | null = null;
  const ask = async (what: string | null): Promise<boolean> => {
    agreed = what === null || (await askPerson(what));
    asking = null;
    return agreed;
  };
  return { mayClose: () => agreed || running() === null, ask: () => (asking ??= ask(running())) };
}

/** Keeps a window open until the question, if there is one, is answered. */
export function askBeforeClosing(window: ClosedWindow, question: CloseQuestion): void {
  window.on('close', (event) => {
    if (question.mayClose()) return;
    event.preventDefault();
    void question.ask().then((agreed) => {
      if (agreed && !window.isDestroyed()) window.close();
    });
  });
}
