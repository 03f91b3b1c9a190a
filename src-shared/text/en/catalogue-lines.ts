import { count } from './moments.ts';

/** Why a line of a pasted or imported list is invalid. The core chooses the text, and the window shows it. */
export const catalogueLines = {
  why: {
    empty: 'The line is empty',
    otherHost: (host: string) => `${host} isn’t the open instance`,
    notAnAddress: 'Not an ID, path, or web address of a group or project',
    tooLong: (most: number) => `A path has at most ${count(most)} characters`,
    space: 'A path can’t contain spaces',
    noGroupHere: 'This address doesn’t belong to a group or project',
    needsNamespace: 'A project path starts with its group or user: group/project',
    isGroup: 'This is the address of a group',
    isProject: 'This is the address of a project',
    both: 'A group and a project have this ID. Choose one of them',
    neither: 'No group or project found, or this token can’t see it',
    refused: 'This token can’t look up the kind. Choose group or project',
    unreachable:
      'Couldn’t look up the kind: the instance can’t be reached. Choose group or project, or retry when online',
    tooManyToAsk: (most: number) =>
      `Reeve looks up the kind of at most ${count(most)} lines at once. Choose group or project for the others`,
    noKind: 'The column “kind” must be group or project',
    noIdOrPath: 'An ID or a path is required',
    badId: 'The ID must be a whole number greater than 0',
    unreadableCsv: 'Invalid CSV: a quotation mark is missing or in the wrong place',
    tooManyCells: 'The line has more values than columns',
  },
  noColumns: 'The first line must name the column “kind” and the column “id” or “path”.',
};
