import { decoded } from './decoded.ts';
import { readScope, type Scope } from './scope.ts';

/**
 * Which commits a list has, with the parameters of the request (document 1:149). `ref_name`: a branch, a tag or a range
 * of revisions; absent: the default branch.
 */
export interface CommitList {
  ref_name?: string | undefined;
  /** The commits of all branches; `ref_name` has no effect. */
  all?: boolean | undefined;
  path?: string | undefined;
  /** False: the history of a file ends where it got its name. */
  follow?: boolean | undefined;
  first_parent?: boolean | undefined;
  order?: 'default' | 'topo' | undefined;
}

/** The name for the default branch, whatever it is called. */
export const defaultRef = 'HEAD';

/** No name of a branch or tag contains `?`. */
const encoded = (ref: string): string => ref.replaceAll(/[%?]/g, encodeURIComponent);

/** A list of commits as one text, for its scope and its address: `main`, or `main?path=src&first_parent=true`. */
export function revisionsOf({ ref_name = defaultRef, all, path, follow, first_parent, order }: CommitList): string {
  const hasPath = path !== undefined && path !== '';
  const parameters = [
    ...(all === true ? ['all=true'] : []),
    ...(hasPath ? [`path=${encodeURIComponent(path.toWellFormed())}`] : []),
    ...(hasPath && follow === false ? ['follow=false'] : []),
    ...(first_parent === true ? ['first_parent=true'] : []),
    ...(order === 'topo' ? ['order=topo'] : []),
  ];
  const ref = all === true ? '' : encoded(ref_name === '' ? defaultRef : ref_name.toWellFormed());
  return parameters.length === 0 ? ref : `${ref}?${parameters.join('&')}`;
}

/** The reverse of `revisionsOf`. Unknown parameters are ignored. */
export function commitListOf(revisions: string): CommitList {
  const [ref = '', query = ''] = revisions.split('?');
  const parameters = new Map(
    query.split('&').map((one) => [one.split('=')[0] ?? '', decoded(one.split('=')[1] ?? '')]),
  );
  const path = parameters.get('path') ?? '';
  const ref_name = decoded(ref) ?? ref;
  return {
    ...(ref_name !== '' && ref_name !== defaultRef && { ref_name }),
    ...(parameters.get('all') === 'true' && { all: true }),
    ...(path !== '' && { path }),
    ...(parameters.get('follow') === 'false' && { follow: false }),
    ...(parameters.get('first_parent') === 'true' && { first_parent: true }),
    ...(parameters.get('order') === 'topo' && { order: 'topo' as const }),
  };
}

/** Whether a list has all ancestors of one commit, so that its commits can be stored in other lists. */
export function isHistory(scope: Scope): boolean {
  const revisions = readScope(scope)?.revisions ?? null;
  if (revisions === null) return false;
  const { ref_name = defaultRef, ...others } = commitListOf(revisions);
  return Object.keys(others).length === 0 && !ref_name.includes('..');
}
