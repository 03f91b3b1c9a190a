const count = new Intl.NumberFormat('en');

/** Texts of rendered Markdown. */
export const markdown = {
  image: 'Image',
  imageNotLoaded: 'Reeve doesn’t load images from texts.',
  html: 'HTML shown as text',
  done: 'Done',
  open: 'Not done',
  table: 'Table',
  showMore: 'Show more',
  /** Characters that are shown and of the whole text. */
  shown: (shown: number, all: number) => `${count.format(shown)} of ${count.format(all)} characters`,
  copiesAddress: (address: string) => `${address} (copies the address)`,
  address: 'Address',
};
