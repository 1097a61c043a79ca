import { kill, requireProcess } from './processes.ts';
import type { Carrel } from './window.ts';

/** Sets what happens from now on when main tells a packer to give its file the final name. */
export async function beforeTheName(carrel: Carrel, what: 'nothing' | 'take the name' | 'kill', path: string): Promise<void> {
  await carrel.app.evaluate(
    ({ utilityProcess }, wanted) => {
      const known = utilityProcess as typeof utilityProcess & { wanted?: typeof wanted };
      const isFirst = known.wanted === undefined;
      known.wanted = wanted;
      if (!isFirst) return;
      const fork = utilityProcess.fork.bind(utilityProcess);
      utilityProcess.fork = (...given) => {
        const child = fork(...given);
        const post = child.postMessage.bind(child);
        child.postMessage = (message: { readonly type?: string }, ...rest) => {
          const now = message.type === 'commit' ? known.wanted?.what : 'nothing';
          if (now === 'kill') process.kill(child.pid ?? 0, 'SIGKILL');
          if (now === 'take the name') process.getBuiltinModule('node:fs').mkdirSync(known.wanted?.path ?? '');
          post(message, ...rest);
        };
        return child;
      };
    },
    { what, path },
  );
}

/** Pauses every packer from now on as soon as its process has started. */
export async function holdPackers(carrel: Carrel): Promise<void> {
  await carrel.app.evaluate(({ utilityProcess }) => {
    const fork = utilityProcess.fork.bind(utilityProcess);
    utilityProcess.fork = (path, args, options) => {
      const child = fork(path, args, options);
      if (options?.serviceName === 'Carrel packer' && !Reflect.has(utilityProcess, 'free'))
        child.once('spawn', () => process.kill(child.pid ?? 0, 'SIGSTOP'));
      return child;
    };
  });
}

export async function letPackersRun(carrel: Carrel): Promise<void> {
  await carrel.app.evaluate(({ utilityProcess }) => Reflect.set(utilityProcess, 'free', true));
}

export async function releasePacker(carrel: Carrel): Promise<void> {
  kill(await requireProcess(carrel, 'Carrel packer'), 'SIGCONT');
}
