/**
 * Flags of Node for the host. They limit the young generation of the main thread's heap to 24 MB. The default limit is
 * 128 MB, which makes nothing faster here.
 */
export const hostFlags = ['--max-semi-space-size=8'];
