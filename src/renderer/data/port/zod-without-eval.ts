/**
 * Zod tries `new Function` for object schemas, which the content policy forbids. Places that are read later bring schemas with them; zod
 * itself is not read for the first screen, so this sets what it looks for when it is: `z.config` would read it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
