import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import type { ByteBudget } from './byte-budget.ts';
import { requestError, unchanged, type Peer } from './request-errors.ts';

/** Large output chunks: a page is a few hundred kilobytes, and each chunk costs a turn of the event loop. */
const gunzipChunk = 256 * 1024;

export interface BodyLimits {
  /** Most decoded bytes of this answer. */
  readonly bytes: number;
  /** Shared by all answers in flight. The caller returns what was taken; on failure, it is returned here. */
  readonly budget: ByteBudget;
}

/** The sender of a body, as named in errors. */
export interface Sender {
  readonly host: string;
  readonly peer: Peer;
}

/**
 * Reads and decodes a whole body. Throws LIMIT beyond a cap, NETWORK for an incomplete transfer, PROTOCOL for a damaged gzip stream or an
 * encoding that was not requested.
 */
export function readBody(response: IncomingMessage, limits: BodyLimits, sender: Sender): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const announced = Number(response.headers['content-length'] ?? 0);
    const isPacked = response.headers['content-encoding'] !== undefined;
    const whole = new ByteCollector(isPacked || !(announced <= limits.bytes) ? 0 : announced);
    let failed = false;
    const fail = (error: AppError): void => {
      if (failed) return;
      failed = true;
      limits.budget.give(whole.length);
      whole.discard();
      response.destroy();
      reject(error);
    };
    let packed = 0;
    const meter = (chunk: Buffer): void => {
      packed += chunk.length;
      if (packed > limits.bytes) fail(tooLarge(sender.host, limits));
    };
    const keep = (chunk: Buffer): void => {
      if (failed) return;
      const isTooLarge = whole.length + chunk.length > limits.bytes;
      if (isTooLarge || !limits.budget.take(chunk.length)) {
        fail(isTooLarge ? tooLarge(sender.host, limits) : new TooLargeTogether(sender.host, limits));
        return;
      }
      whole.add(chunk);
    };
    const finish = (): void => {
      if (failed) return;
      failed = true;
      resolve(whole.take());
    };

    response.on('error', (error) => fail(requestError(error, sender.host, sender.peer)));
    response.on('close', () => {
      if (!response.complete) fail(requestError(new Error('cut'), sender.host, sender.peer));
    });
    if (announced > limits.bytes) fail(tooLarge(sender.host, limits));
    else decode(response, sender, { meter, keep, finish, fail });
  });
}

interface Sink {
  /** Counts compressed bytes, of which any number may decode to nothing. */
  readonly meter: (chunk: Buffer) => void;
  readonly keep: (chunk: Buffer) => void;
  readonly finish: () => void;
  readonly fail: (error: AppError) => void;
}

function decode(response: IncomingMessage, { host, peer }: Sender, sink: Sink): void {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') {
    response.on('data', sink.keep);
    response.on('end', sink.finish);
    return;
  }
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    sink.fail(new AppError('PROTOCOL', `The ${peer} at ${host} used a compression that was not requested. ${unchanged}`));
    return;
  }
  const gunzip = createGunzip({ chunkSize: gunzipChunk });
  let open = 2;
  // The stream may end long before the body, which must not go on without limits once it counts as read.
  const end = (): void => {
    open -= 1;
    if (open === 0) sink.finish();
  };
  response.on('data', sink.meter);
  response.on('end', end);
  gunzip.on('data', sink.keep);
  gunzip.on('end', end);
  gunzip.on('error', (error) => sink.fail(new AppError('PROTOCOL', `The compressed answer of ${host} is damaged. ${unchanged}`, error)));
  response.on('close', () => {
    if (!response.complete) gunzip.destroy();
  });
  response.pipe(gunzip);
}

function tooLarge(host: string, limits: BodyLimits): AppError {
  return new AppError('LIMIT', sayTooLarge(host, limits));
}

/** The answers in flight are larger than allowed, but only together: requested one after the other, each may be accepted. */
export class TooLargeTogether extends AppError {
  constructor(host: string, limits: BodyLimits) {
    super('LIMIT', sayTooLarge(host, limits));
  }
}

function sayTooLarge(host: string, limits: BodyLimits): string {
  const mebibytes = Math.floor(Math.min(limits.bytes, limits.budget.limit) / 1024 / 1024);
  return `The answer of ${host} is larger than allowed (${mebibytes} MiB over all pages in flight). ${unchanged}`;
}
