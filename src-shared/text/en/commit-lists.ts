import { commitListOf } from '#shared/contract/commit-list.ts';

const names = { default: 'the default branch', all: 'all branches' };

/** A list of commits in words: "main", "main, path src/app.ts". */
export function commitListName(revisions: string): string {
  const { ref_name, all, path, first_parent, order } = commitListOf(revisions);
  return [
    all === true ? names.all : (ref_name ?? names.default),
    ...(path === undefined ? [] : [`path ${path}`]),
    ...(first_parent === true ? ['first parents only'] : []),
    ...(order === 'topo' ? ['in topological order'] : []),
  ].join(', ');
}
