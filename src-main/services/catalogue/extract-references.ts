import type { CatalogueRef } from '#main/state/catalogue.ts';
import { parseAddress } from '../catalogue-address.ts';

/** Maximum values that are searched in one reply; more of the same list would contain few new references. */
const mostValues = 50_000;

type Fields = Record<string, unknown>;

/**
 * Find the groups and projects that a reply refers to, at any depth: limited projects and namespaces (document 1:124),
 * groups of an allowlist, `projects[]` of a runner, `references.full` next to a `project_id`, any other `project_id`,
 * the page next to a `group_id`, and the project of an import. Each is returned once, with all fields that were found.
 */
export function extractReferences(reply: unknown, base: string): CatalogueRef[] {
  const found = new Map<string, CatalogueRef>();
  const waiting: unknown[] = [reply];
  for (let looked = 0; waiting.length > 0 && looked < mostValues; looked++) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) for (const one of referencesIn(value as Fields, base)) add(found, one);
    for (const item of Object.values(value) as unknown[]) waiting.push(item);
  }
  return [...found.values()];
}

function add(found: Map<string, CatalogueRef>, one: CatalogueRef): void {
  const key = `${one.kind} ${one.id ?? one.path}`;
  const before = found.get(key);
  found.set(key, { ...one, path: one.path ?? before?.path ?? null, name: one.name ?? before?.name ?? null });
}

function referencesIn(fields: Fields, base: string): CatalogueRef[] {
  const [id, name] = [whole(fields['id']), text(fields['name'])];
  const projectPath = text(fields['path_with_namespace']);
  if (projectPath !== null) return [{ kind: 'project', id, path: projectPath, name }];
  const projectId = whole(fields['project_id']);
  if (projectId !== null) return [{ kind: 'project', id: projectId, path: pathOfReference(fields), name: null }];
  const groupPath = text(fields['full_path']);
  // An import creates a project, and its `full_path` begins with a slash (document 3, Repository import result)
  if (groupPath !== null && 'import_status' in fields)
    return [{ kind: 'project', id, path: groupPath.replace(/^\//, ''), name }];
  // A namespace can belong to a user, and the `full_path` of an upload is not the path of a group (document 2:23)
  if (groupPath !== null && fields['kind'] !== 'user' && !groupPath.startsWith('/'))
    return [{ kind: 'group', id, path: groupPath, name }];
  const groupId = whole(fields['group_id']);
  if (groupId !== null) {
    const below = pathOfPageBelow(text(fields['web_url']) ?? text(fields['url']), base);
    return below === null ? [] : [{ kind: 'group', id: groupId, path: below, name: null }];
  }
  const path = id === null ? null : pathOfGroupPage(text(fields['web_url']), base);
  return path === null ? [] : [{ kind: 'group', id, path, name }];
}

/** Only the page of the group itself: an epic below it has its own id. */
function pathOfGroupPage(page: string | null, base: string): string | null {
  const read = page?.startsWith(`${base}/groups/`) === true ? parseAddress(page, base) : null;
  return read?.kind === 'group' && page === `${base}/groups/${read.path}` ? read.path : null;
}

/** The group of an epic or iteration, whose page is below the page of its group (document 2:8). */
function pathOfPageBelow(page: string | null, base: string): string | null {
  const full = page?.startsWith('/groups/') === true ? `${base}${page}` : page;
  const read = full?.startsWith(`${base}/groups/`) === true && full.includes('/-/') ? parseAddress(full, base) : null;
  return read?.kind === 'group' ? read.path : null;
}

/** The project of an issue or merge request: `corp/app#7`, `corp/app!7`. */
function pathOfReference({ references }: Fields): string | null {
  const full = typeof references === 'object' && references !== null ? text((references as Fields)['full']) : null;
  return full === null ? null : (/^(.+)[#!]\d+$/.exec(full)?.[1] ?? null);
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const whole = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
