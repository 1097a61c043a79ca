import { AppError } from '../../shared/errors.ts';

/** Characters from which a passphrase is strong enough unless it is plain to guess. */
const longEnough = 12;
/** Of zxcvbn's five grades, 0 to 4: more than 10^8 guesses. */
const goodScore = 3;

/**
 * Asks more of a passphrase of what leaves this computer (a site pack, an encrypted zip, a backup) than of one that stays here: whoever
 * finds such a file may guess for years, and no delay stands in the way. 12 characters that are no mere repetition, or fewer that the
 * estimator zxcvbn finds costly to guess. `accepted`: a person said that a weak one is meant. Throws USAGE.
 */
export async function assertStrongPassphrase(passphrase: string, accepted: boolean, advice: string): Promise<void> {
  if (accepted || (await judgePassphrase(passphrase)).isStrong) return;
  throw new AppError(
    'USAGE',
    `This passphrase is easily guessed, and anyone who finds the file can try for years. Nothing was written. Use four or more unrelated words${advice}.`,
  );
}

/** Its grade (0: guessed at once, to 4), and whether it is strong enough for what leaves this computer. */
export async function judgePassphrase(passphrase: string): Promise<{ readonly score: number; readonly isStrong: boolean }> {
  // Its lists of common passwords are read only where one is judged.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const { score } = new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs }).check(passphrase);
  return { score, isStrong: score >= goodScore || (Array.from(passphrase).length >= longEnough && score > 0) };
}
