import { endpointPathIn } from '../wire/address.ts';
import type { Call } from './call.ts';
import type { Hop } from './redirect.ts';

/**
 * The IDs of moved projects by their former paths, from the redirects of reads. An ID is removed when a read by the path
 * is no longer redirected. `onMoved`: called when an ID becomes known.
 * Source: GitLab redirects a GET at a former path to the path with the ID, and refuses other methods with 405.
 */
export function movedProjects(onMoved: (path: string, id: number) => void) {
  const ids = new Map<string, number>();
  return {
    /** Null: the last read by this path was not redirected to an ID. */
    idOf: (path: string): number | null => ids.get(path.toLowerCase()) ?? null,
    /** Note the address that answered a read. A redirect that names another origin is not trusted. */
    note({ endpoint, values }: Pick<Call, 'endpoint' | 'values'>, { url, before, isOwn, isSameOrigin }: Hop): void {
      const path = String(values['id'] ?? '').toLowerCase();
      if (!endpoint.path.startsWith('/projects/:id/') || /^\d*$/.test(path)) return;
      const [, number] = /^\/projects\/(\d+)\//.exec(endpointPathIn(url.pathname, endpoint.path) ?? '') ?? [];
      const id = isOwn && isSameOrigin && before.length > 0 && number !== undefined ? Number(number) : null;
      if (id === (ids.get(path) ?? null)) return;
      if (id === null) return void ids.delete(path);
      ids.set(path, id);
      onMoved(path, id);
    },
  };
}
export type MovedProjects = ReturnType<typeof movedProjects>;
