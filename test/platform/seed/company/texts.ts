/** Comments of issues that fit every issue. */
export const issueComments = [
  'I can reproduce this on staging.',
  'Thanks for the detailed report. I’ll take a look this afternoon.',
  'Is this still relevant? We changed that part last week.',
  'Moved to the next iteration, because we wait for the design.',
  'Support got two more reports about this today.',
  'I talked to the team in Kraków. They have the same question.',
  'Started with it. First version tomorrow.',
  'Could you add the steps and the version to the description?',
  'Done on staging, please check.',
  'Works for me now. I suggest that we close this after the next release.',
  'Let’s talk about this in the planning on Thursday.',
  'The estimate is too low, we also need to change the export.',
] as const;

/** Comments of merge requests: what a reviewer writes, and what the author answers. */
export const reviews: readonly (readonly [string, string])[] = [
  ['Could we have a test for the empty list?', 'Good point, added.'],
  ['Please rename this before we merge, the old name is misleading.', 'Renamed, and rebased onto `main`.'],
  ['Looks good. Did you measure it?', 'Yes: 180 ms before, 45 ms after.'],
  ['The pipeline failed in the lint job, the rest is fine.', 'Fixed, it passes now.'],
  ['Let’s wait for the release on Tuesday.', 'All right, I’ll merge it on Wednesday.'],
  ['Should this be in the release notes?', 'Yes, I added a line.'],
];

export const snippetComments = [
  'Helpful, thank you!',
  'I added the option `--dry-run` to my copy.',
  'Does this also work on staging?',
] as const;

/** Activity of issues and merge requests. `@` is replaced by the user name of a person. */
export const activity = [
  'changed the description',
  'assigned to @',
  'changed due date',
  'changed the milestone',
  'added the label **bug**',
  'mentioned in !4',
] as const;

export const deliveryAnswers = [
  { status: '200', body: '{"accepted":true}' },
  { status: '204', body: '' },
  { status: '404', body: '{"error":"unknown board"}' },
  { status: '500', body: '{"error":"internal error"}' },
  { status: 'internal error', body: 'connect ECONNREFUSED 127.0.0.1:9' },
] as const;

/** Titles of issues that people open while the demo runs. */
export const newIssues = [
  'Job waits for a runner that is offline',
  'Certificates of the mirror expire on Sunday',
  'Mirror of the documentation is two days behind',
  'Upload of large files stops at 2 GB',
  'Order of search results changes after a refresh',
  'Rotate the deploy token',
  'Pipelines of forks should need an approval',
  'Release notes miss two changes',
] as const;
