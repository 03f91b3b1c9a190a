/** Features that the documents mention without a path: document and line, and what they are. */
export const notInApi: readonly { doc: string; what: string }[] = [
  { doc: '1:151', what: 'Other commit endpoints' },
  { doc: '1:180', what: 'Updating and deleting a webhook' },
  { doc: '1:190', what: 'Pull mirrors, which have an API of their own' },
  { doc: '2:34', what: 'Retrieving, creating, updating and deleting a single issue' },
  { doc: '2:37', what: 'Other merge request endpoints' },
  { doc: '2:49', what: 'Updating and deleting a merge request note; notes on epics and commits' },
  { doc: '3:42', what: 'Creating, updating, deleting and blocking users, and other operations on them' },
  { doc: '3:56', what: 'Deleting an instance service account' },
  { doc: '3:85', what: 'Updating and removing members' },
  { doc: '3:95', what: 'Deleting runners, resetting their tokens, assigning them to projects' },
];
