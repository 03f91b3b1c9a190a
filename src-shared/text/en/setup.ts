/** The notification when the setup asks how much to sync. */
export const setupNotices = {
  asks: {
    title: 'Setup needs a decision',
    body: 'It would send many requests. To choose what to sync, open Overview.',
  },
};
