import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReservedPort } from '../../reserved-port.ts';
import { startProgram, type RunningProgram } from './programs.ts';

export interface NginxLimit {
  readonly perSecond: number;
  /** The status of requests beyond the limit. */
  readonly status: 429 | 503;
}

export interface Nginx extends RunningProgram {
  readonly baseUrl: string;
  /** Number of requests by status, from its log. */
  readonly answered: () => ReadonlyMap<number, number>;
}

/** nginx in front of a service; all requests, from any client, count towards its limit, and none is queued. */
export async function startNginx(folder: string, behind: number, limit: NginxLimit | null = null): Promise<Nginx> {
  const port = await findReservedPort();
  const log = join(folder, 'access.log');
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, configurationOf(folder, { port, behind, limit }));
  const { stop } = await startProgram('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', configuration], port);
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    stop,
    answered: () => {
      const statuses = readFileSync(log, 'utf8').split('\n').filter(Boolean).map(Number);
      return new Map([...new Set(statuses)].map((status) => [status, statuses.filter((one) => one === status).length]));
    },
  };
}

interface Configured {
  readonly port: number;
  readonly behind: number;
  readonly limit: NginxLimit | null;
}

function configurationOf(folder: string, { port, behind, limit }: Configured): string {
  const zone = limit === null ? '' : `limit_req_zone $server_port zone=all:1m rate=${String(limit.perSecond)}r/s;`;
  const limited = limit === null ? '' : `limit_req zone=all; limit_req_status ${String(limit.status)};`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(folder, kind)};`);
  return `daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 256; }
http {
  log_format status '$status';
  access_log ${join(folder, 'access.log')} status;
  ${temporary.join('\n  ')}
  ${zone}
  server {
    listen 127.0.0.1:${String(port)};
    location / {
      ${limited}
      proxy_pass http://127.0.0.1:${String(behind)};
    }
  }
}
`;
}
