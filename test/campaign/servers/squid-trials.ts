import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath, startTlsFront } from '../../contract/secure-service.ts';
import { findReservedPort } from '../../reserved-port.ts';
import { mirrorThrough } from './mirror.ts';
import { startProgram } from './programs.ts';
import { folderIn, type ServersTrial } from './trial.ts';
import { startUpstream } from './upstream.ts';

/** The name in the tests' certificate. Only squid resolves it: Carrel uses no proxy for a service on this computer. */
const host = 'research.example.test';
const helper = '/usr/lib/squid/basic_ncsa_auth';
const account = { user: 'carrel', word: 'open:sesame@1' };

function configurationOf(folder: string, port: number, withPassword: boolean): string {
  const password = `auth_param basic program ${helper} ${join(folder, 'users')}
auth_param basic children 2
acl known proxy_auth REQUIRED
http_access deny !known
`;
  return `http_port 127.0.0.1:${String(port)}
hosts_file ${join(folder, 'hosts')}
${withPassword ? password : ''}acl CONNECT method CONNECT
http_access deny !CONNECT
http_access allow all
cache deny all
cache_mem 8 MB
max_filedescriptors 1024
pinger_enable off
pid_filename none
cache_log ${join(folder, 'cache.log')}
access_log stdio:${join(folder, 'access.log')}
coredump_dir ${folder}
shutdown_lifetime 0 seconds
`;
}

/** Started by root, squid switches to another account, which must be able to write to its folder. */
function makeFolder(parent: string): string {
  const folder = folderIn(parent, 'squid');
  chmodSync(folder, 0o777);
  chmodSync(parent, 0o711);
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 ${host}\n`);
  const hashed = spawnSync('openssl', ['passwd', '-apr1', '-stdin'], { input: account.word, encoding: 'utf8' }).stdout.trim();
  writeFileSync(join(folder, 'users'), `${account.user}:${hashed}\n`);
  return folder;
}

function trial(withPassword: boolean): ServersTrial {
  return {
    name: `squid as the way out${withPassword ? ', with a password' : ''}`,
    needs: ['squid'],
    run: async (ground) => {
      const folder = makeFolder(ground.folder);
      const upstream = ground.keep(await startUpstream());
      const front = await startTlsFront(upstream.port);
      ground.keep({ stop: async () => front.close() });
      const port = await findReservedPort();
      const configuration = join(folder, 'squid.conf');
      writeFileSync(configuration, configurationOf(folder, port, withPassword));
      ground.keep(await startProgram('squid', ['-N', '-f', configuration], port));
      const credentials = withPassword ? `${account.user}:${encodeURIComponent(account.word)}@` : '';
      const seconds = await mirrorThrough({
        ground,
        truth: upstream.access,
        through: { ...upstream.access, baseUrl: `https://${host}:${String(front.port)}` },
        env: { HTTPS_PROXY: `http://${credentials}127.0.0.1:${String(port)}`, NODE_EXTRA_CA_CERTS: fixturePath('root-cert') },
      });
      const lines = readFileSync(join(folder, 'access.log'), 'utf8').split('\n').filter(Boolean);
      const tunnels = lines.filter((line) => line.includes('TCP_TUNNEL/200') && line.includes(`CONNECT ${host}:${String(front.port)}`));
      assert.ok(tunnels.length > 0, 'nothing went through squid');
      if (withPassword)
        assert.ok(
          tunnels.every((line) => line.includes(` ${account.user} `)),
          'a tunnel without the user name',
        );
      return `${String(tunnels.length)} tunnels, ${seconds.toFixed(0)} s`;
    },
  };
}

export const squidTrials: readonly ServersTrial[] = [trial(true), { ...trial(false), slow: true }];
