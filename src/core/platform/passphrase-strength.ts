import { AppError } from '../../shared/errors.ts';

/** Length from which a passphrase is strong enough unless it is trivial to guess. */
const longEnough = 12;
/** Of zxcvbn's five scores, 0 to 4: more than 10^8 guesses. */
const goodScore = 3;

/**
 * Requires a stronger passphrase for what leaves this computer (a site pack, an encrypted zip, a backup) than for what stays: such a file
 * can be attacked for years without delays. 12 characters that are not just a repetition, or fewer that the estimator zxcvbn rates as hard
 * to guess. `accepted`: a person confirmed a weak one. Throws USAGE.
 */
export async function assertStrongPassphrase(passphrase: string, accepted: boolean, advice: string): Promise<void> {
  if (accepted || (await judgePassphrase(passphrase)).isStrong) return;
  throw new AppError(
    'USAGE',
    `This passphrase is easily guessed, and anyone who finds the file can try for years. Nothing was written. Use four or more unrelated words${advice}.`,
  );
}

/** Returns the score (0: guessed immediately, to 4), and whether the passphrase is strong enough for what leaves this computer. */
export async function judgePassphrase(passphrase: string): Promise<{ readonly score: number; readonly isStrong: boolean }> {
  // The lists of common passwords are loaded only when needed.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const { score } = new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs }).check(passphrase);
  return { score, isStrong: score >= goodScore || (Array.from(passphrase).length >= longEnough && score > 0) };
}
