import { signedIn } from '../caller.ts';
import { badParameter, Refusal } from '../http/refusal.ts';
import type { Reader } from '../http/reader.ts';
import type { Request } from '../http/request.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

const LARGE_REQUEST_BYTES = 20 * 1024 * 1024;

/** Three requests over 20 MB in 30 seconds, for each user (document 1:245, readings 14). */
export function takeLargeRequest({ limits }: World, { raw, as }: Request): void {
  if (raw.length > LARGE_REQUEST_BYTES) limits.take(`large-request ${signedIn(as).id}`, 3, 30_000);
}

/** A required text that must not be blank. */
export function requiredFilled(read: Reader, name: string): string {
  const text = read.required.text(name);
  if (text.trim() === '') throw badParameter(`${name} is empty`);
  return text;
}

/** The bytes of `content` in its `encoding`, `text` or `base64`. */
export function decoded(content: string, encoding: 'text' | 'base64' | undefined): Buffer {
  if (encoding !== 'base64') return Buffer.from(content);
  const compact = content.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) throw new Refusal(400, 'content is not valid Base64');
  return Buffer.from(compact, 'base64');
}

/**
 * The start of a commit to `branch`, if it is not the head of the branch; otherwise undefined.
 * Fails: 400 for a start that does not exist.
 */
export async function startOf(
  world: World,
  branch: string,
  { project, otherProject, startBranch, startSha }: StartParams,
): Promise<{ project: Project; commit: string } | undefined> {
  const source = otherProject ?? project;
  if (startSha !== undefined) {
    if (!/^[0-9a-f]{40}$/i.test(startSha)) throw badParameter('start_sha must be a full 40-character SHA');
    const commit = await world.repositories.resolve(source, startSha);
    if (commit === undefined) throw new Refusal(400, `Cannot find start_sha '${startSha}'`);
    return { project: source, commit };
  }
  const isSame = (startBranch ?? branch) === branch && source.id === project.id;
  if (isSame && startBranch === undefined) return undefined;
  const name = startBranch ?? branch;
  const commit = await world.repositories.resolve(source, `refs/heads/${name}`);
  if (commit === undefined) throw new Refusal(400, `Invalid reference name: ${name}`);
  return isSame ? undefined : { project: source, commit };
}

interface StartParams {
  project: Project;
  otherProject?: Project | undefined;
  startBranch: string | undefined;
  startSha?: string | undefined;
}
