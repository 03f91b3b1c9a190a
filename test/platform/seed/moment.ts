/** All seeded data lies before this instant, so that it is the same on every day. 1 October 2026. */
export const SEEDED_UNTIL_MS = Date.UTC(2026, 9, 1);

/** Created when the platform was; the oldest accounts are of this day. */
export const SEEDED_FROM_MS = Date.UTC(2015, 2, 3, 8);
