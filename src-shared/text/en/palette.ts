import type { LookUp } from '#shared/contract/search.ts';

/** Texts of the palette. */
export const palette = {
  title: 'Command palette',
  placeholder: 'Name, ID, SHA, key, web address, or command',
  /** Shown before anything is typed. */
  help: 'Finds people, groups, projects, rows of all lists, views, and commands: by name, ID, @username, issue (#12), merge request (!12), commit SHA, fingerprint, public key, or web address of the instance.',
  goTo: 'Go to',
  views: 'Views',
  lookUp: 'Look up on the instance',
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
  lookUpOf: (wanted: LookUp): string => `Look up ${nameOf(wanted)}`,
  notFound: (wanted: LookUp): string => `The instance has no ${nameOf(wanted)}, or this token can’t see it.`,
  lookUpFailed: (wanted: LookUp): string => `Couldn’t look up ${nameOf(wanted)}.`,
};

function nameOf(wanted: LookUp): string {
  switch (wanted.kind) {
    case 'user':
      return `user ${wanted.id}`;
    case 'username':
      return `user @${wanted.username}`;
    case 'commit':
      return `commit ${wanted.sha.slice(0, 12)}`;
    default: {
      const { id, sha256, md5 } = wanted.query;
      return `key ${id ?? (sha256 === null ? `MD5:${md5}` : `SHA256:${sha256}`)}`;
    }
  }
}
