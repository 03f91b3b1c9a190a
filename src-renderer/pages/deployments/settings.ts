/** The name under which the settings of the page are saved, beside the layouts of tables. */
export const settingsTable = 'project-deployments-grid';

/** `days`: the length of the time axis. `hours`: the age of deployments that the finder shows. */
export interface Settings {
  layout: 'grid' | 'list';
  days: number;
  hours: number;
}

/** The saved settings; missing and invalid ones have their defaults. */
export function readSettings(saved: unknown): Settings {
  const { layout, days, hours } = (typeof saved === 'object' && saved !== null ? saved : {}) as Record<string, unknown>;
  return {
    layout: layout === 'list' ? 'list' : 'grid',
    days: [1, 7, 14, 30, 90].find((one) => one === days) ?? 14,
    hours: typeof hours === 'number' && Number.isInteger(hours) && hours > 0 && hours <= 10_000 ? hours : 6,
  };
}
