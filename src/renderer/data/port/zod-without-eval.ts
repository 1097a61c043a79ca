/**
 * Zod tries `new Function` for object schemas, which the content security policy forbids. This sets the global that zod reads when a place
 * with schemas loads it. Calling `z.config` instead would load zod for the first screen, which does not need it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
