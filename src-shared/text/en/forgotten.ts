/** The texts that are stored in place of what was known about a forgotten person, and why a person is not forgotten. */
export const forgotten = {
  placeholder: 'forgotten person',
  isPlanned: 'A plan that has not ended contains this person. Apply or cancel it first.',
  isReturned: 'The instance still returns this person, so the next sync would store the person again.',
  noUndo: 'A person in this change was forgotten.',
};
