import type { Reader } from '../http/reader.ts';
import { badFields, badParameter } from '../http/refusal.ts';
import type { Runner } from '../world/runners.ts';

const MAX_NOTE = 1024;
const MAX_DESCRIPTION = 1024;
const MAX_TAGS = 50;
const MIN_TIMEOUT_S = 600;

/** The writable fields of a runner. */
export type RunnerFields = Pick<
  Runner,
  | 'description'
  | 'paused'
  | 'tag_list'
  | 'run_untagged'
  | 'locked'
  | 'access_level'
  | 'maximum_timeout_s'
  | 'maintenance_note'
>;

/** The fields of document 3:93 in the body; `before`: the current values. Fails: 400. */
export function runnerFields(read: Reader, before: RunnerFields): RunnerFields {
  read.exclusive('active', 'paused');
  const active = read.boolean('active');
  const fields: RunnerFields = {
    description: read.has('description') ? (read.text('description') ?? null) : before.description,
    paused: read.boolean('paused') ?? (active === undefined ? before.paused : !active),
    tag_list: read.has('tag_list') ? tagsOf(read) : before.tag_list,
    run_untagged: read.boolean('run_untagged') ?? before.run_untagged,
    locked: read.boolean('locked') ?? before.locked,
    access_level: read.oneOf('access_level', ['not_protected', 'ref_protected']) ?? before.access_level,
    maximum_timeout_s: read.has('maximum_timeout')
      ? (read.integer('maximum_timeout') ?? null)
      : before.maximum_timeout_s,
    maintenance_note: read.has('maintenance_note') ? (read.text('maintenance_note') ?? null) : before.maintenance_note,
  };
  requireShort('maintenance_note', fields.maintenance_note, MAX_NOTE);
  requireShort('description', fields.description, MAX_DESCRIPTION);
  if (fields.maximum_timeout_s !== null && fields.maximum_timeout_s < MIN_TIMEOUT_S)
    throw badFields({ maximum_timeout: ['needs to be at least 10 minutes'] });
  if (fields.tag_list.length > MAX_TAGS) throw badFields({ tags_list: [`Too many tags (maximum is ${MAX_TAGS})`] });
  if (!fields.run_untagged && fields.tag_list.length === 0)
    throw badFields({ tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] });
  return fields;
}

function tagsOf(read: Reader): string[] {
  const tags = (read.list('tag_list') ?? []).map((tag) => tag.trim());
  if (tags.some((tag) => tag.length > 255)) throw badParameter('tag_list is invalid');
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

function requireShort(name: string, text: string | null, max: number) {
  // Characters, not UTF-16 code units: an emoji counts once.
  if (text !== null && [...text].length > max)
    throw badFields({ [name]: [`is too long (maximum is ${max} characters)`] });
}
