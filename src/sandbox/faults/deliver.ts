import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { SandboxAnswer } from '../answer.ts';
import { sendAnswer } from '../transport.ts';
import type { Strike } from './fault.ts';

const CHUNK = 16 * 1024;
const ENDLESS_CHUNK = Buffer.alloc(256 * 1024, ' ');

/**
 * Sends an answer the way a strike wants; gives true once all of it was written, false where the client hung up before (or Node still
 * sends it). Whatever Node would not send is written to the bare connection, which is closed after it.
 */
export async function deliver(response: ServerResponse, answer: SandboxAnswer, strike: Strike): Promise<boolean> {
  const sent = strike.packed === undefined ? answer : pack(answer, strike.packed);
  const { socket } = response;
  if (socket !== null && needsBareConnection(strike)) return write(socket, sent, strike);
  sendAnswer(response, sent);
  return false;
}

function needsBareConnection({ framing, length, informational, raw, endless, pace, stop }: Strike): boolean {
  return [framing, length, informational, raw, endless, pace, stop].some((part) => part !== undefined);
}

function pack(answer: SandboxAnswer, how: NonNullable<Strike['packed']>): SandboxAnswer {
  let body = gzipSync(answer.body);
  if (how === 'twice') body = gzipSync(body);
  if (how === 'damaged') body.writeUInt32LE((body.readUInt32LE(body.length - 8) ^ 1) >>> 0, body.length - 8);
  return { ...answer, headers: { 'content-encoding': 'gzip', ...answer.headers }, body };
}

async function write(socket: Socket, answer: SandboxAnswer, strike: Strike): Promise<boolean> {
  const { stop, endless, raw, pace } = strike;
  if (stop?.at === 'start') {
    return end(socket, stop.how);
  }
  const before = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(strike.informational ?? 0);
  const head = headOf(answer, strike);
  const payload = strike.framing === 'chunked' || endless === 'body' ? inChunks(answer.body, endless === 'body') : answer.body;
  const whole = raw === undefined ? Buffer.concat([Buffer.from(before + head, 'latin1'), payload]) : Buffer.from(raw, 'latin1');
  const begun = before.length + head.length;
  const upTo =
    stop === undefined
      ? whole.length
      : stop.at === 'head'
        ? begun - Math.floor(head.length / 2)
        : begun + Math.floor(payload.length * stop.at);
  await writePaced(socket, endless === 'headers' ? whole.subarray(0, begun - 2) : whole.subarray(0, upTo), pace);
  if (endless !== undefined) await writeForEver(socket, endless, pace);
  return end(socket, stop?.how ?? 'close');
}

function headOf({ status, headers, body }: SandboxAnswer, { framing = 'length', length, endless }: Strike): string {
  const reported =
    endless === 'body' || framing === 'chunked'
      ? { 'transfer-encoding': 'chunked' }
      : framing === 'length'
        ? { 'content-length': String(length ?? body.length) }
        : {};
  const all = Object.entries({ ...headers, ...reported, connection: 'close' });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

function inChunks(body: Buffer, open: boolean): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < body.length; from += CHUNK) parts.push(chunkOf(body.subarray(from, from + CHUNK)));
  return Buffer.concat(open ? parts : [...parts, Buffer.from('0\r\n\r\n')]);
}

function chunkOf(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

async function writePaced(socket: Socket, bytes: Buffer, pace: Strike['pace']): Promise<void> {
  if (pace === undefined) await drained(socket, bytes);
  else {
    for (let from = 0; from < bytes.length && !socket.destroyed; from += pace.bytes) {
      await drained(socket, bytes.subarray(from, from + pace.bytes));
      await wait(pace.every);
    }
  }
}

async function writeForEver(socket: Socket, what: 'headers' | 'body', pace: Strike['pace']): Promise<void> {
  const piece = what === 'headers' ? Buffer.from(`x-more: ${'x'.repeat(40)}\r\n`) : chunkOf(ENDLESS_CHUNK);
  while (!socket.destroyed) {
    await drained(socket, piece);
    await wait(pace?.every ?? 0);
  }
}

/** Resolves when the bytes are on their way, or the connection is gone. */
function drained(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else {
      socket.once('close', resolve);
      socket.write(bytes, () => {
        socket.off('close', resolve);
        resolve();
      });
    }
  });
}

/** False where the client closed the connection before, or has not yet reached its timeout. */
function end(socket: Socket, how: 'close' | 'reset' | 'silence'): boolean {
  if (socket.destroyed || how === 'silence') return false;
  if (how === 'close') socket.end();
  else socket.resetAndDestroy();
  return true;
}
