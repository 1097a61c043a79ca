import { parseArguments, type SandboxOptions } from './options.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

const HELP = `Serves synthetic studies over the partner interface on 127.0.0.1 until it is stopped.

  --port N         port to serve on (8787); 0 takes any free one
  --seed N         seed of the synthetic data (1)
  --subjects N     number of subjects per study
  --studies A,B    study numbers (22-001,23-014,24-006)
  --page-size N    records per page (500)
  --revision N     0 is the base data; each further revision changes some records (0)
  --labs N         at least about this many laboratory results a study, up to 1000000
  --pregenerate    generate every page once at the start, for benchmarks
  --gzip           compress responses if the client accepts it
  --expires-in N   lifetime of a token in seconds (3600)
  --latency MS     delay before each response (0)
  --faults FILE    what goes wrong: a JSON list, see below
  --json           print the first line as JSON

POST /sandbox/revision?value=N changes the revision while the service runs.
POST /sandbox/faults sets the faults; GET /sandbox/requests lists the requests since then, without secrets.

A fault says which requests it strikes: where (token, a dataset, data or all), study, pages, attempts ([1, 3] or
[2, null], counted per page), withToken, times; and what becomes of their answers: delay, revision, lifetime (of a token),
page, edit, links, replace, body, status, headers, packed, framing, length, informational, raw, endless, pace, stop.
src/sandbox/faults/fault.ts describes each. Two failures of each page of labs, then the truth:
  [{ "where": "labs", "attempts": [1, 2], "status": 503 }]
`;

const USAGE = 2;
const FAILED = 1;

async function start(options: SandboxOptions, json: boolean): Promise<void> {
  const sandbox = createSandbox(options);
  const baseUrl = await sandbox.listen();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
  process.stdout.write(`${json ? readyLine(sandbox, baseUrl) : readyText(sandbox, baseUrl)}\n`);
}

function readyLine(sandbox: Sandbox, baseUrl: string): string {
  const { partnerId, clientId, clientSecret } = sandbox.credentials;
  return JSON.stringify({ event: 'ready', baseUrl, partnerId, clientId, clientSecret, studies: sandbox.studies });
}

function readyText(sandbox: Sandbox, baseUrl: string): string {
  const { partnerId, clientId, clientSecret } = sandbox.credentials;
  return `Sandbox at ${baseUrl} · partner id ${partnerId} · client id ${clientId} · client secret ${clientSecret} · studies ${sandbox.studies.join(', ')} (synthetic data; Ctrl-C stops it)`;
}

const parsed = parseArguments(process.argv.slice(2));
if (parsed.kind === 'help') process.stdout.write(HELP);
else if (parsed.kind === 'problem') {
  process.stderr.write(`${parsed.message}\n`);
  process.exitCode = USAGE;
} else {
  start(parsed.options, parsed.json).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The sandbox could not start: ${reason}. Choose another --port, or 0 for any free one.\n`);
    process.exitCode = FAILED;
  });
}
