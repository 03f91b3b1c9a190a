const count = new Intl.NumberFormat('en');

/** What a note belongs to: "issue #12". */
const place = {
  issue: (number: number) => `issue #${number}`,
  mr: (number: number) => `merge request !${number}`,
  snippet: (id: number) => `snippet ${id}`,
};

/** Texts of the forms that write, edit and delete notes. */
export const noteForms = {
  place,
  label: 'New note',
  modes: 'Editor',
  write: 'Write',
  preview: 'Preview',
  nothingToPreview: 'Nothing to preview.',
  placeholder: 'Write a note',
  characters: (n: number, most: number) => `Markdown · ${count.format(n)} of ${count.format(most)} characters`,
  empty: 'Enter the text of the note.',
  tooLong: (most: number) => `The instance accepts at most ${count.format(most)} characters. Shorten the text.`,
  reaction: 'A single emoji becomes a reaction instead of a note. Reeve can’t remove reactions.',
  final: 'Can’t be undone: Reeve can’t edit or delete notes of merge requests.',
  internal: 'Internal note',
  options: 'Options',
  date: 'Date',
  dateHelp:
    'Your local time, after 1970-01-01. Leave empty for the current time. Only administrators and Owners of the project or its group can set it.',
  dateFuture: 'This date is in the future. The API doesn’t document whether the instance accepts it.',
  dateIncomplete: 'Enter a complete date and time.',
  dateTooEarly: 'Enter a time after 1970-01-01.',
  dateIgnored: 'The instance ignored the date',
  dateIgnoredWhy:
    'It added the note with the current time. Only administrators and Owners of the project or its group can set the date.',
  added: (where: string) => `Added a note to ${where}`,
  /** For a note with a single emoji, which usually becomes a reaction. */
  addedEmoji: (where: string) => `Added an emoji to ${where}`,
  discard: 'Discard',
  commandAdd: 'Write a note',
  commandAddWords: 'comment reply answer create add new',
  menu: (author: string) => `Actions for the note by ${author}`,
  copyText: 'Copy text',
  text: 'Text of the note',
  copyLink: 'Copy link',
  link: 'Link to the note',
  noLink: 'The web address of this page isn’t known.',
  edit: {
    label: 'Edit…',
    command: (author: string) => `Edit note by ${author}…`,
    commandNone: 'Edit note…',
    title: (author: string) => `Edit note by ${author}`,
    body: 'Text',
    changes: 'Changes',
    button: 'Edit note',
    plan: 'Edit note',
    done: (where: string) => `Edited a note on ${where}`,
  },
  remove: {
    label: 'Delete…',
    command: (author: string) => `Delete note by ${author}`,
    commandNone: 'Delete note',
    done: (where: string) => `Deleted a note on ${where}`,
  },
  chooseFirst: 'Click a note first, or move the focus into it.',
  noEdit: 'Reeve can’t edit notes of merge requests.',
  noRemove: 'Reeve can’t delete notes of merge requests.',
};
