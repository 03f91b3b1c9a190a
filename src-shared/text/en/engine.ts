import { count } from './moments.ts';

/** Words that the write engine itself puts into plans, journal and notices. */
export const engine = {
  notThere: 'There is no such thing, so nothing was sent.',
  notRead: 'What it has now could not be read, so nothing can be added to it.',
  noInverse: 'nothing in this API takes it back',
  goneSince: 'It does not exist any more.',
  undoNotApplied: 'This write was not applied, so there is nothing to take back.',
  undoneAlready: 'This write was taken back already.',
  undoUnknown: 'What would take it back is not known: the answer did not tell enough.',
  undoNothing: 'It was so before, so there is nothing to take back.',
  undoNone: (why: string) => `This write cannot be taken back: ${why}.`,
  nothingToUndo: 'Nothing in it can be taken back.',
  restoredThere:
    'The instance already has this change, so nothing was sent. It may have been sent before the state file was restored.',
  restoredUnknown:
    'This may have been sent before the state file was restored, and Reeve can’t find out. Check the instance before you send it again.',
  unknownPath: (row: number, name: string, operation: string) =>
    `Row ${count(row)} of the plan file can't be read: “${operation}” has no path value “${name}”.`,
  noSecret: (row: number, field: string) =>
    `Row ${count(row)} of the plan file can't be read: it marks “${field}” as a secret, but that field is not secret.`,
  otherInstance: (name: string) => `This plan was made for ${name}.`,
  tooDeep: (most: number) => `This plan can't be read: its fields are nested more than ${count(most)} levels deep.`,
  otherOpen: (name: string) =>
    `Nothing was sent: ${name} was opened in the meantime. Open the other instance and try again.`,
  readOnly: 'This profile is read only.',
};
