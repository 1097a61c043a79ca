import type { z } from 'zod';

/** Why a file is not of this format and version, by the first problem that its schema found. */
export function formatProblem(issue: z.core.$ZodIssue | undefined, format: string, version: number): string {
  const [first] = issue?.path ?? [];
  if (issue === undefined || first === undefined) return 'its fields do not match the format';
  if (first === 'format') return `its format is not ${format}`;
  if (first === 'formatVersion') return `its format version is not ${String(version)}, the only one this version of Carrel reads`;
  return `${issue.path.join('.')}: ${issue.message}`;
}
