import type { CatalogueRef } from '#main/state/catalogue.ts';
import { parseAddress } from '../catalogue-address.ts';

/** Values looked at in one reply; more of the same would name little that is new. */
const mostValues = 50_000;

type Fields = Record<string, unknown>;

/**
 * The groups and projects that a reply names, wherever in it: limited projects and namespaces (document 1:124), groups of
 * an allowlist, `projects[]` of a runner, `references.full` beside a `project_id`, every other `project_id`, the
 * page beside a `group_id`, and what an import makes. Each once, with all that was told of it.
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
  // What an import makes is a project, and its path begins with a stroke (document 3, Repository import result)
  if (groupPath !== null && 'import_status' in fields)
    return [{ kind: 'project', id, path: groupPath.replace(/^\//, ''), name }];
  // A namespace may be a person's, which is no group, and that of an upload is no path of any (document 2:23)
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

/** Of the page of a group itself: what lies below it, such as an epic, has an id of its own. */
function pathOfGroupPage(page: string | null, base: string): string | null {
  const read = page?.startsWith(`${base}/groups/`) === true ? parseAddress(page, base) : null;
  return read?.kind === 'group' && page === `${base}/groups/${read.path}` ? read.path : null;
}

/** The group of an epic or an iteration, whose page lies below that of its group (document 2:8). */
function pathOfPageBelow(page: string | null, base: string): string | null {
  const full = page?.startsWith('/groups/') === true ? `${base}${page}` : page;
  const read = full?.startsWith(`${base}/groups/`) === true && full.includes('/-/') ? parseAddress(full, base) : null;
  return read?.kind === 'group' ? read.path : null;
}

/** `corp/app#7`, `corp/app!7`: where an issue or a merge request lies. */
function pathOfReference({ references }: Fields): string | null {
  const full = typeof references === 'object' && references !== null ? text((references as Fields)['full']) : null;
  return full === null ? null : (/^(.+)[#!]\d+$/.exec(full)?.[1] ?? null);
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const whole = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
