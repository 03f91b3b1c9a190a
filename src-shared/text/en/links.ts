/** The page that opens a link to Reeve. */
export const links = {
  title: 'Open link',
  malformed: 'Couldn’t open the link: it isn’t a valid Reeve link.',
  malformedNextStep: 'Copy the link again with “Copy link” in the menu of a row.',
  unknown: (instance: string) => `Couldn’t open the link: there is no instance at ${instance}.`,
  unknownNextStep: 'Add the instance, then open the link again.',
  removed: 'Couldn’t open the address: its instance isn’t set up in Reeve.',
  removedNextStep: 'The instance may have been removed. Choose another one at the top of the window.',
  ask: (name: string) => `Open in ${name}?`,
  askSeveral: 'Choose an instance',
  asked: (instance: string, shown: string) => `The link leads to ${instance}. This window shows ${shown}.`,
  askedOnly: (instance: string) => `The link leads to ${instance}.`,
  link: 'Link',
  addInstance: 'Add instance',
  back: 'Back',
  cancel: 'Cancel',
};
