import { count } from './moments.ts';

/** Why a line of a pasted or imported list was not read. The core says these; the window shows them as they come. */
export const catalogueLines = {
  why: {
    empty: 'Nothing to read here',
    otherHost: (host: string) => `${host} is another instance than the open one`,
    notAnAddress: 'Neither an id, nor a path, nor an address of a group or project',
    tooLong: (most: number) => `A path has at most ${count(most)} characters`,
    space: 'A path has no spaces',
    noGroupHere: 'This address names no group and no project',
    needsNamespace: 'A project’s path begins with its group or user: group/project',
    isGroup: 'This is the address of a group',
    isProject: 'This is the address of a project',
    both: 'A group and a project have this id. Choose which one is meant',
    neither: 'The instance shows neither a group nor a project here with this token',
    refused: 'The token may not ask which kind this is. Choose group or project',
    unreachable: 'The instance could not be asked which kind this is. Choose group or project, or try again online',
    tooManyToAsk: (most: number) =>
      `Only ${count(most)} lines at once are asked about. Choose group or project for the others`,
    noKind: 'The column “kind” says neither group nor project',
    noIdOrPath: 'There is neither an id nor a path',
    badId: 'The id is no whole number above 0',
    unreadableCsv: 'This line is no CSV: a quote is open or stands in a wrong place',
    tooManyCells: 'There are more cells than columns',
  },
  noColumns: 'The first line names no column “kind” together with “id” or “path”.',
};
