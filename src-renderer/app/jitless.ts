/** The global settings of zod. They are set without importing zod, which would load it before the first page. */
const settings = ((globalThis as { __zod_globalConfig?: { jitless?: boolean } }).__zod_globalConfig ??= {});

// Otherwise zod probes `new Function`, which the content security policy reports. Must run before any schema is created.
settings.jitless = true;

export {};
