import { z } from 'zod';

// Zod compiles object schemas with `new Function`, which the content policy forbids; imported before any schema is made.
z.config({ jitless: true });
