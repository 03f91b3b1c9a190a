/**
 * How Node runs the host. Young objects of its main thread may take 24 MB: by default they grow up to 128 MB, which makes
 * nothing faster here.
 */
export const hostFlags = ['--max-semi-space-size=8'];
