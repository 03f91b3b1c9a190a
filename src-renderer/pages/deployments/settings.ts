import { timelineDays, unfinishedHours } from '#shared/contract/deployments.ts';

/** The name under which the settings of the page are saved, beside the layouts of tables. */
export const settingsTable = 'project-deployments-grid';

/**
 * `days`: the length of the time axis; null: the core chooses it. `hours`: unfinished deployments that are older are
 * listed as too old.
 */
export interface Settings {
  layout: 'grid' | 'list';
  days: number | null;
  hours: number;
}

/** The settings: those in the address, else the saved ones. Missing and invalid ones have their defaults. */
export function readSettings(saved: unknown, inAddress: Readonly<Record<string, string>> = {}): Settings {
  const {
    layout,
    days: range,
    hours,
  } = (typeof saved === 'object' && saved !== null ? saved : {}) as Record<string, unknown>;
  return {
    layout: layout === 'list' ? 'list' : 'grid',
    days: [Number(inAddress['days']), range].find(isRange) ?? null,
    hours: [hoursIn(inAddress['hours'] ?? ''), hours].find(isAge) ?? unfinishedHours.default,
  };
}

function isRange(value: unknown): value is number {
  return timelineDays.some((one) => one === value);
}

/** The number of hours that a person entered; null: it is not a whole number, or out of bounds. */
export function hoursIn(text: string): number | null {
  const hours = /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  return isAge(hours) ? hours : null;
}

/** The number of hours in the address if it is not valid, so that `readSettings` ignores it. */
export function refusedHours({ hours }: Readonly<Record<string, string>>): string | null {
  return hours === undefined || hoursIn(hours) !== null ? null : hours;
}

function isAge(value: unknown): value is number {
  const { least, most } = unfinishedHours;
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}
