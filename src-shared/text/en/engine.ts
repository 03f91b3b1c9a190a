import { count, size } from './moments.ts';

/** Texts that the write engine writes into plans, journal and notices. */
export const engine = {
  notThere: 'This doesn’t exist on the instance, so nothing was sent.',
  notRead: 'Reeve couldn’t read the current value, so it can’t add anything to it.',
  noInverse: 'Reeve has no request that reverses it',
  noLongerExists: 'This no longer exists on the instance.',
  undoNotApplied: 'This change wasn’t applied, so there is nothing to undo.',
  undoneAlready: 'This change is already undone.',
  undoUnknown: 'Can’t be undone: the response didn’t contain the required data.',
  undoNothing: 'The change had no effect, so there is nothing to undo.',
  undoNone: (why: string) => `This change can’t be undone: ${why}.`,
  nothingToUndo: 'None of these changes can be undone.',
  restoredThere: 'The instance already has this change, so nothing was sent. It may have been sent earlier.',
  restoredUnknown:
    'This may have been sent already, and Reeve can’t verify it. Check the instance before you send it again.',
  unknownPath: (row: number, name: string, operation: string) =>
    `Row ${count(row)} of the plan file can’t be read: “${operation}” has no path value “${name}”.`,
  noSecret: (row: number, field: string) =>
    `Row ${count(row)} of the plan file can’t be read: it marks “${field}” as a secret, but that field isn’t a secret.`,
  otherInstance: (name: string) => `This plan is for ${name}. Switch to that instance first.`,
  planHasFiles:
    'This plan sends files from this computer, which a plan file can’t contain. Apply the plan here instead.',
  fileInPlanFile: (row: number) =>
    `Row ${count(row)} of the plan file can’t be read: it refers to a file on another computer.`,
  contentNeedsBase64: 'The content of a file is sent as Base64, so the encoding must be base64.',
  file: (name: string, sizeBytes: number) => `${name} (${size(sizeBytes)})`,
  tooDeep: (most: number) => `This plan can’t be read: its fields are nested more than ${count(most)} levels deep.`,
  otherOpen: (name: string) =>
    `Nothing was sent, because this window now shows ${name}. Switch back to the other instance, then retry.`,
  readOnly: 'This instance is read-only in Reeve. To allow changes, turn off read-only under Instances.',
};
