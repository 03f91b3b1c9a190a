import { count } from './moments.ts';

/** Texts of the menus that choose a group or project; loaded when one of them is first opened. */
export const scopeMenu = {
  menu: { group: 'Groups', project: 'Projects' },
  find: { group: 'Find a group', project: 'Find a project' },
  add: { group: 'Add a group…', project: 'Add a project…' },
  addTyped: {
    group: (text: string) => `Add the group “${text}”`,
    project: (text: string) => `Add the project “${text}”`,
  },
  addTitle: { group: 'Add a group', project: 'Add a project' },
  address: 'ID, path, or web address',
  addressEmpty: 'Enter an ID, path, or web address.',
  addNow: 'Add',
  back: 'Back',
  pinned: 'Pinned',
  recent: 'Recent',
  others: 'Others',
  inGroup: (path: string) => `In ${path}`,
  elsewhere: 'Elsewhere',
  more: (n: number) => `${count(n)} more. Type to find them.`,
  none: {
    group:
      'No groups added yet. The API has no list of groups: Reeve shows those that you add or that are found in API responses.',
    project:
      'No projects added yet. The API has no list of projects: Reeve shows those that you add or that are found in API responses.',
  },
  noneFound: { group: 'No groups match', project: 'No projects match' },
  manage: 'Manage groups and projects',
};
