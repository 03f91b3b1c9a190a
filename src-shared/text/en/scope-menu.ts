import { count } from './moments.ts';

/** Words of the menus in which one group or project is chosen; loaded when one of them first opens. */
export const scopeMenu = {
  menu: { group: 'Groups', project: 'Projects' },
  find: { group: 'Find a group', project: 'Find a project' },
  add: { group: 'Add a group…', project: 'Add a project…' },
  addTyped: {
    group: (text: string) => `Add the group “${text}”`,
    project: (text: string) => `Add the project “${text}”`,
  },
  addTitle: { group: 'Add a group', project: 'Add a project' },
  address: 'Id, path or web address',
  addressEmpty: 'Enter an id, a path or a web address.',
  addNow: 'Add',
  back: 'Back',
  pinned: 'Pinned',
  recent: 'Recent',
  others: 'Others',
  inGroup: (path: string) => `In ${path}`,
  elsewhere: 'Elsewhere',
  more: (n: number) => `${count(n)} more. Type to find them.`,
  none: {
    group: 'No group is known yet. The API lists none: Reeve shows those that you add and those that replies name.',
    project: 'No project is known yet. The API lists none: Reeve shows those that you add and those that replies name.',
  },
  noneFound: { group: 'No group of this name in the catalogue', project: 'No project of this name in the catalogue' },
  manage: 'Manage groups and projects',
};
