/** Words for a running setup outside the Overview. The first page loads them. */
export const setupStatus = {
  running: (done: number, all: number) => `Setup: ${done} of ${all}`,
  paused: (done: number, all: number) => `Setup paused at ${done} of ${all}`,
  asks: 'Setup: choose what to sync',

  /** Screens of lists that the setup has not synced yet. */
  list: {
    syncing: (rows: string) => `Setup is syncing ${rows}.`,
    queued: (rows: string) => `Setup will sync ${rows} soon.`,
    paused: (rows: string) => `Setup is paused, so ${rows} aren’t synced yet.`,
    what: 'They appear here as soon as they are synced. You don’t need to do anything.',
    pausedWhat: 'Continue the setup on the Overview page.',
    show: 'Show setup',
  },
};
