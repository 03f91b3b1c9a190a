/** Texts of the palette. */
export const palette = {
  title: 'Command palette',
  placeholder: 'Name, ID, SHA, key, web address, or command',
  /** Shown before anything is typed. */
  help: 'Finds people, groups, projects, rows of all lists, views, and commands: by name, ID, @username, issue (#12), merge request (!12), commit SHA, fingerprint, public key, or web address of the instance.',
  goTo: 'Go to',
  views: 'Views',
  actions: 'Actions',
  groups: 'Groups',
  projects: 'Projects',
  noPage: 'This version of Reeve has no page for this entry',
  recent: 'Recent',
  nothing: 'No results.',
  nothingCached: {
    users: 'No people with this name in the cache.',
    places: 'No groups or projects with this name. Add them in the top bar.',
  },
  move: 'move',
  run: 'run',
  commands: 'commands',
  users: 'people',
  places: 'groups and projects',

  view: (list: string, name: string) => `${list}: ${name}`,
  lookUp: (wanted: string): string => `Look up ${wanted}`,
  lookUpFailed: (wanted: string): string => `Couldn’t look up ${wanted}.`,
};
