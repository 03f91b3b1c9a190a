import type { Scope } from '#shared/contract/scope.ts';
import type { Fields } from './derive.ts';

/**
 * The scope of the project in which a row is shown: by its `project_id`, else by the project's path in
 * `references.full` or in the row's web address, without the path of the instance's address. Empty: the row refers to
 * no project.
 */
export function shownPlace({ project_id: id, references, web_url: page }: Fields, instancePath = ''): Scope {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return `project:${id}`;
  const full = typeof references === 'object' && references !== null ? (references as Fields)['full'] : undefined;
  const path = pathInReference(full) ?? pathInAddress(page, instancePath);
  return path === undefined || path.includes(':') ? '' : `project:${path}`;
}

/** The path of the project in `acme/web#12` or `acme/web!3`. */
export function pathInReference(reference: unknown): string | undefined {
  return typeof reference === 'string' ? /^([^#!]+\/[^#!]+)[#!]\d+$/.exec(reference)?.[1] : undefined;
}

/** `https://platform.example/acme/web/-/issues/12`. */
function pathInAddress(page: unknown, instancePath: string): string | undefined {
  const url = typeof page === 'string' && URL.canParse(page) ? new URL(page) : undefined;
  const [path = '', below] = url?.pathname.split('/-/') ?? [];
  if (below === undefined || !path.startsWith(instancePath)) return undefined;
  const own = path.slice(instancePath.length).replace(/^\//, '');
  return own.includes('/') ? own : undefined;
}
