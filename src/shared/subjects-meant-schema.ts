import { z } from 'zod';
import type { SubjectsMeant } from './subjects-meant.ts';

export const subjectsMeantSchema: z.ZodType<SubjectsMeant> = z.strictObject({ of: z.int().min(0), all: z.int().min(0) });
