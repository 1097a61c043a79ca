import { spawnSync } from 'node:child_process';

/** Runs a script with a job on its stdin and returns what it prints. Throws if it fails. */
export type Python = (script: string, job: unknown) => string;

/** A Python that has these packages, or null if none is installed. */
export function findPython(packages: readonly string[]): Python | null {
  const has = `import ${packages.join(', ')}`;
  const program = ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', has]).status === 0);
  if (program === undefined) return null;
  return (script, job) => {
    const { status, stdout } = spawnSync(program, [script], {
      input: JSON.stringify(job),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
      maxBuffer: 1e9,
    });
    if (status !== 0) throw new Error(`${script} failed.`);
    return stdout;
  };
}
