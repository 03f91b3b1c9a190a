/** Texts of the input for a day. */
export const days = {
  dayHint: 'YYYY-MM-DD',
  timeHint: 'YYYY-MM-DD HH:MM',
  choose: (field: string) => `Choose a day for ${field}`,
  off: 'This field can’t be changed now',
  /** `later`: days after today; negative: days before today. `day`: 2026-11-28. */
  preset: (later: number, day: string) => {
    if (later === 0) return `Today · ${day}`;
    return later > 0 ? `In ${later} days · ${day}` : `${-later} days ago · ${day}`;
  },
};
