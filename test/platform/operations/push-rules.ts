import { RE2JS } from 're2js';
import type { Operations } from '../operation.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badFields, badParameter, badRequest, notFound } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { pushRuleView } from '../views/push-rules.ts';
import { requireGroup } from '../world/access.ts';
import type { Group } from '../world/groups.ts';
import { LEVEL } from '../world/levels.ts';
import { REGEXES, SWITCHES } from '../world/push-rules.ts';
import type { PushRule } from '../world/push-rules.ts';
import type { World } from '../world/world.ts';

const MAX_REGEX = 511;
const MAX_NEGATIVE_REGEX = 2047;

type Fields = Omit<PushRule, 'id' | 'group_id' | 'created_at'>;

/** `GET /groups/:id/push_rule`, document 3:75. */
export function get(world: World, request: Request): Reply {
  return ok(pushRuleView(find(world, ownGroup(world, request))));
}

/** `POST`, document 3:76. */
export function create(world: World, request: Request): Reply {
  const group = ownGroup(world, request);
  const fields = { ...nothing(), ...fieldsOf(reader(request.body)) };
  if (world.pushRules.ofGroup(group) !== undefined) throw badRequest('Group push rule exists, try updating');
  const rule = { ...fields, group_id: group.id, created_at: world.clock.now() };
  return created(pushRuleView(world.pushRules.add(rule)));
}

/** `PUT`, document 3:77. */
export function edit(world: World, request: Request): Reply {
  const rule = find(world, ownGroup(world, request));
  return ok(pushRuleView(Object.assign(rule, fieldsOf(reader(request.body)))));
}

/** `DELETE`, document 3:78. */
export function remove(world: World, request: Request): Reply {
  world.pushRules.remove(find(world, ownGroup(world, request)).id);
  return noContent();
}

export const pushRules: Operations = {
  'GET /groups/:id/push_rule': get,
  'POST /groups/:id/push_rule': create,
  'PUT /groups/:id/push_rule': edit,
  'DELETE /groups/:id/push_rule': remove,
};

const ownGroup = (world: World, { as, path }: Request): Group => requireGroup(world, as, path.id, LEVEL.owner);

function find(world: World, group: Group): PushRule {
  const rule = world.pushRules.ofGroup(group);
  if (rule === undefined) throw notFound('Push Rule');
  return rule;
}

const nothing = () =>
  Object.fromEntries([
    ...REGEXES.map((name) => [name, ''] as const),
    ...SWITCHES.map((name) => [name, false] as const),
    ['max_file_size', 0] as const,
  ]) as Fields;

/** The fields in the body; null clears a rule. Fails: 400. */
function fieldsOf(read: Reader): Partial<Fields> {
  const fields: Partial<Fields> = {};
  for (const name of REGEXES.filter((field) => read.has(field))) fields[name] = patternOf(name, read.text(name) ?? '');
  for (const name of SWITCHES.filter((field) => read.has(field))) fields[name] = read.boolean(name) ?? false;
  if (read.has('max_file_size')) fields.max_file_size = read.integer('max_file_size') ?? 0;
  if ((fields.max_file_size ?? 0) < 0) throw badParameter('max_file_size does not have a valid value');
  return fields;
}

function patternOf(name: string, pattern: string): string {
  const max = name === 'commit_message_negative_regex' ? MAX_NEGATIVE_REGEX : MAX_REGEX;
  if ([...pattern].length > max) throw badFields({ [name]: [`is too long (maximum is ${max} characters)`] });
  try {
    RE2JS.compile(pattern);
    if (!hasUnknownClass(pattern)) return pattern;
  } catch {
    // Refused below
  }
  throw badFields({ [name]: ['not valid RE2 syntax'] });
}

/** RE2 knows general categories of one or two letters and scripts; RE2JS also knows other properties of Unicode. */
function hasUnknownClass(pattern: string): boolean {
  const escapes = pattern.matchAll(/\\(?:Q[^]*?(?:\\E|$)|[pP]\{\^?(?<name>[^}]*)\}|[^])/g);
  return [...escapes].some(({ groups }) => {
    const name = groups?.name;
    return name !== undefined && !/^(?:[CLMNPSZ][a-z]?|Any)$/.test(name) && !isScript(name);
  });
}

function isScript(name: string): boolean {
  try {
    new RegExp(`\\p{Script=${name}}`, 'u').test('');
    return true;
  } catch {
    return false;
  }
}
