/** Words of the forms that change notification settings. */
export const notificationForms = {
  edit: 'Edit settings…',
  /** A group or project that isn’t in the catalogue: only its ID is known. */
  here: { group: 'this group', project: 'this project' },
  command: (place: string | null): string =>
    place === null ? 'Edit notification settings…' : `Edit notification settings of ${place}…`,
  title: (place: string | null): string =>
    place === null ? 'Edit global notification settings' : `Edit notification settings of ${place}`,
  text: 'These settings apply only to the user of this token.',
  notSynced: 'Sync the settings first.',
  levelHelp: 'The API documentation doesn’t describe the levels. These are their usual meanings.',
  option: (name: string, meaning: string): string => `${name}: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`,
  emailHelp: 'An address that is confirmed in the account of this token.',
  emailMissing: 'The address can’t be empty. Enter one, or keep the current one.',
  events: 'Custom events',
  notCustom: 'Events apply only at the Custom level. Choose this level to set them.',
  unknownGlobal:
    'The API doesn’t return the events of the global settings, so their current values aren’t known. Events with “No change” aren’t sent.',
  unknown:
    'The API returns events only at the Custom level, so their current values aren’t known. Events with “No change” aren’t sent.',
  known: 'An event that isn’t set uses its default. After you set it, the API can’t restore the default.',
  noEpics: 'Epics exist only in groups.',
  paid: 'The event for epics requires a paid tier.',
  noChange: 'No change',
  submit: 'Edit settings',
  plan: 'Edit notification settings',
  done: (place: string | null): string =>
    place === null ? 'Global notification settings changed' : `Notification settings of ${place} changed`,
};
