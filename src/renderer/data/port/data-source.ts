import type { Bridge, OfferedFile, PortMessage } from '../../../shared/bridge.ts';
import { hostOf } from '../../../shared/call-hosts.ts';
import type { EventData, EventName, Output } from '../../../shared/contract.ts';
import { open, type Call, type Emit } from '../../../shared/rpc.ts';
import { createNoteFault, notingFaults, type NoteFault } from './note-faults.ts';
import { createEngineLine, type EngineLine, portOver } from './engine-line.ts';

/** The window's only access to other processes: calls of the contract, and events. */
export interface DataSource {
  /** Rejects with an AppError. */
  readonly call: Call;
  readonly noteFault: NoteFault;
  readonly subscribe: EventHub['subscribe'];
  /** Hands a dropped file to the main process. Rejects with an AppError. */
  readonly offerFile: (file: File) => Promise<OfferedFile>;
}

/** Connects to the hosts: `main` through the bridge, the engines through ports that are posted to this page. */
export function connectToHosts(bridge: Bridge, page: Window): DataSource {
  const hub = createEventHub();
  const lines = { reader: createEngineLine(hub.emit), writer: createEngineLine(hub.emit) };
  page.addEventListener('message', (event: MessageEvent<unknown>) => {
    const handed = portOf(event, page);
    if (handed !== null) lines[handed.host].replace(portOver(handed.port));
  });
  bridge.onEvent((name, data) => {
    if (name === 'engine.changed') refuseIfGivenUp(lines, data as EventData<'engine.changed'>);
    hub.emit(name as EventName, data as EventData<EventName>);
  });
  bridge.ready();
  const call: Call = async (name, ...input) => {
    const host = hostOf(name);
    const value = host === 'main' ? open(await bridge.call(name, input[0])) : await lines[host].call(name, input[0]);
    return value as Output<typeof name>;
  };
  const noteFault = createNoteFault((failed, fault) => call('diagnostics.note', { call: failed, fault }));
  return {
    call: notingFaults(call, (name) => hostOf(name) !== 'main', noteFault),
    noteFault,
    subscribe: hub.subscribe,
    offerFile: async (file) => open(await bridge.offerFile(file)) as OfferedFile,
  };
}

/** The port of an engine that the preload script posted to this page; null for a message of any other source or kind. */
export function portOf(
  { source, data, ports }: Pick<MessageEvent<unknown>, 'source' | 'data' | 'ports'>,
  page: MessageEventSource,
): { readonly host: PortMessage['host']; readonly port: MessagePort } | null {
  const [port] = ports;
  return source === page && port !== undefined && isPortMessage(data) ? { host: data.host, port } : null;
}

function refuseIfGivenUp(lines: Readonly<Record<PortMessage['host'], EngineLine>>, { host, running }: EventData<'engine.changed'>): void {
  if (!running) lines[host].refuse();
}

function isPortMessage(data: unknown): data is PortMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'carrel-port' &&
    'host' in data &&
    (data.host === 'reader' || data.host === 'writer')
  );
}

export type Listener<N extends EventName> = (data: EventData<N>) => void;

export interface EventHub {
  readonly emit: Emit;
  /** Calls `listener` for each event of that name until the returned function is called. */
  readonly subscribe: <N extends EventName>(name: N, listener: Listener<N>) => () => void;
}

export function createEventHub(): EventHub {
  const listeners = new Set<{ readonly name: EventName; readonly hear: (data: never) => void }>();
  return {
    emit: (name, data) => {
      for (const listener of listeners) {
        if (listener.name === name) (listener.hear as (heard: unknown) => void)(data);
      }
    },
    subscribe: (name, hear) => {
      const listener = { name, hear };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
