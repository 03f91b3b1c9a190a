import type { Forgettable } from '#shared/contract/history.ts';
import { forgotten } from './forgotten.ts';
import { count, plural, shortMoment, size } from './moments.ts';

/** How long all changes of a list can be kept, in months. */
const choices = { 3: '3 months', 6: '6 months', 12: '12 months', 24: '24 months' } as const;
const forever = 'forever';

/** The parts of Reeve that contain a person. Ended plans are not counted, so they are always named. */
function partsOf({ entries, states, notices, journal, archived }: Forgettable): string {
  const parts: [number, string][] = [
    [entries, `${plural(entries, 'entry', 'entries')} of the history`],
    [states, plural(states, 'monthly state')],
    [notices, plural(notices, 'notice')],
    [journal, `${plural(journal, 'entry', 'entries')} of the journal`],
    [archived, plural(archived, 'archived row')],
  ];
  const known = parts.filter(([n]) => n > 0).map(([, text]) => text);
  return known.length === 0 ? 'ended plans' : `${known.join(', ')}, and ended plans`;
}

/** Words of Settings > History, and of forgetting a person. */
export const historySettings = {
  title: 'History',
  what: 'Reeve records the changes that syncs find and those that you make. They are stored only on this computer, for each instance.',
  since: (at: number, bytes: number, nowMs: number) =>
    `Recorded since ${shortMoment(at, nowMs)}. ${size(bytes)} on disk.`,
  notYet: 'Nothing is recorded yet. Recording begins with the next sync.',
  failed: (at: number, why: string, nowMs: number) =>
    `Since ${shortMoment(at, nowMs)}, changes can’t be stored in the history. ${why} Syncs continue.`,
  notLoaded: 'Couldn’t load the history settings.',
  lists: 'Recorded lists',
  columns: { list: 'List', fields: 'Fields', changes: 'Changes', size: 'Size', kept: 'Keep all changes' },
  estimated: 'Estimated',
  keep: (list: string) => `Keep all changes of ${list}`,
  keptHelp: 'For older times, Reeve keeps one state a month.',
  months: (months: number | null) =>
    months === null ? 'Forever' : ((choices as Record<number, string>)[months] ?? plural(months, 'month')),
  choices: [...Object.keys(choices), forever],
  monthsOf: (choice: string): number | null => (choice === forever ? null : Number(choice)),
  choiceOf: (months: number | null): string => (months === null ? forever : String(months)),
  shorter: (list: string) => `Keep changes of ${list} for a shorter time`,
  shorterWhat: (kept: string) =>
    `Changes that are older than ${kept} are removed. For that time, only one state a month remains. This can’t be undone.`,
  remove: 'Remove older changes',
  notSaved: 'Couldn’t save the setting.',

  forget: {
    action: 'Forget this person…',
    keywords: 'delete erase remove privacy history',
    isReturned: forgotten.isReturned,
    title: (name: string) => `Forget ${name}`,
    notCounted: 'Couldn’t find out what is stored about this person.',
    consequence: (name: string, known: Forgettable) =>
      `Reeve deletes the cached rows of this account, and replaces its names, usernames and email addresses with “${forgotten.placeholder}” in ${partsOf(known)}. This can’t be undone, and these journal entries can’t be undone any more. What stays: IDs, times and kinds of changes; rows that name ${name} and that the instance still returns, such as issues; backups of Reeve’s databases until newer ones replace them, and damaged files that Reeve set aside; files that you exported; views and drafts that you saved.`,
    typeName: (name: string) => `Type ${name} to confirm`,
    typeNameWrong: (name: string) => `Type exactly ${name}.`,
    done: (name: string) => `${name} is forgotten`,
    counts: ({ entries, journal }: Forgettable) =>
      `Replaced in ${count(entries)} entries of the history and ${count(journal)} of the journal.`,
  },
};
