/** 1 October 2026. All seeded data is older, so that it is the same on every day. */
export const SEEDED_UNTIL_MS = Date.UTC(2026, 9, 1);

/** The creation time of the platform and of its oldest accounts. */
export const SEEDED_FROM_MS = Date.UTC(2015, 2, 3, 8);
