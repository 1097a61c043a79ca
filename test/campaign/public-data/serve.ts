import { once } from 'node:events';
import { openStudies } from './studies.ts';
import { startPublicService } from './service.ts';

/** Serves the public data until the process is stopped, after printing how to connect a window or a terminal. */
export async function servePublicData(folder: string, port: number): Promise<void> {
  const studies = openStudies(folder);
  const service = await startPublicService(studies, port);
  const { baseUrl, credentials } = service;
  const counts = studies.map(({ number, subjects, records }) => {
    const { labs, vitals, medications, responses } = records;
    return `  ${number}: ${subjects} subjects, ${labs.length} labs, ${vitals.length} vitals, ${medications.length} medications, ${responses.length} responses`;
  });
  const lines = [
    'Public data over the partner interface (Ctrl-C stops it)',
    `  base URL       ${baseUrl}`,
    `  partner id     ${credentials.partnerId}`,
    `  client id      ${credentials.clientId}`,
    `  client secret  ${credentials.clientSecret}`,
    ...counts,
    '',
    'From a terminal:',
    '  export CARREL_DATA_DIR=$(mktemp -d) CARREL_PASSPHRASE=… CARREL_CLIENT_SECRET=' + credentials.clientSecret,
    `  npm run -s carrel -- connect --base-url ${baseUrl} --partner-id ${credentials.partnerId} --client-id ${credentials.clientId}`,
    `  npm run -s carrel -- sync ${studies[0]?.number ?? ''}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await service.close();
}
