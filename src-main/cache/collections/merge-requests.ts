import type { MergeRequestListFilter } from '#shared/contract/merge-requests.ts';
import { given, is, not, withId, withOneOf, withPeople } from '../conditions.ts';
import type { Statement } from '../derive.ts';
import { foldedText } from '../normal-text.ts';

export const mergeRequests = {
  /** The conditions of the filters that are not a comparison with one column (document 2:37). */
  conditions(filter: MergeRequestListFilter): Statement[] {
    const { not_author_username: notAuthor } = filter;
    return given([
      withOneOf('assignee_ids', filter.assignee_id),
      withOneOf('reviewer_ids', filter.reviewer_id),
      reviewedBy(filter.reviewer_username),
      withOneOf('labels', filter.labels_are),
      not(withOneOf('assignee_ids', filter.not_assignee_id)),
      ...withPeople('assignee_names', filter.not_assignee_username).map(not),
      not(withId('author_id', filter.not_author_id)),
      not(is.equal('author', notAuthor && foldedText(notAuthor))),
      not(withOneOf('reviewer_ids', filter.not_reviewer_id)),
      not(reviewedBy(filter.not_reviewer_username)),
      ...(filter.not_labels ?? []).map((label) => not(withOneOf('labels', label))),
    ]);
  },
};

/** A name, or `None` or `Any` in any case: an account cannot have these names. */
function reviewedBy(username: string | undefined): Statement | undefined {
  const name = username && foldedText(username);
  if (name === 'none' || name === 'any') return withOneOf('reviewer_names', name === 'none' ? 'None' : 'Any');
  return withOneOf('reviewer_names', name);
}
