import { z } from 'zod';
import { valuesIn } from '#shared/contract/dialect-values.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { members } from '#shared/text/en/members.ts';
import { now } from '../../components/text/clock.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import { placeName } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { levelName, levelOption } from './members-list.ts';

const words = members.add;

interface NewMembers extends Record<string, unknown> {
  people: string[];
  access_level: string;
}

/** Adds members to a project. */
export function form(stores: Stores, scope: Scope): Form<NewMembers> {
  const project = placeName(stores, scope);
  const levels = valuesIn('memberLevels', stores.profiles.dialect);
  const today = new Date(now()).toISOString().slice(0, 10);
  return {
    name: `members.add ${scope}`,
    title: words.title(project),
    text: words.text,
    schema: z.object({
      people: z.array(z.string()).min(1, words.noPeople).max(500, words.tooMany),
      access_level: z.enum(levels.map(String)),
      expires_at: z.iso
        .date(words.noDay)
        .refine((day) => day > today, words.pastDay)
        .optional(),
      member_role_id: z.number().int().optional(),
      invite_source: z.string().optional(),
    }),
    initial: { access_level: '30', people: [] },
    fields: [
      { name: 'people', label: words.people, help: words.peopleHelp, control: { kind: 'tags' } },
      { name: 'access_level', label: words.level, control: { kind: 'select', options: levels.map(levelOption) } },
      { name: 'expires_at', label: words.expires, help: words.expiresHelp, control: { kind: 'day', isAhead: true } },
      { name: 'member_role_id', label: words.role, help: words.roleHelp, control: { kind: 'number', least: 1 } },
      { name: 'invite_source', label: words.source, help: words.sourceHelp, control: { kind: 'text' } },
    ],
    submitLabel: words.submit,
    change: (_, { people = [], access_level: level, ...more }) => ({
      calls: people.map((person) => ({
        op: 'members.create',
        path: { id: readScope(scope)?.ref ?? '' },
        body: {
          ...userRefOf(person),
          access_level: Number(level),
          ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== '' && value !== undefined)),
        },
      })),
      title: words.plan,
      consequence: words.consequence(project, levelName(Number(level))),
      done: ({ label }) => words.done(label),
      fields: ['access_level', 'expires_at', 'member_role_id'],
    }),
  };
}

/** Digits are an id; a leading @ of a username is removed. */
function userRefOf(person: string): { user_id: number } | { username: string } {
  const name = person.trim().replace(/^@/, '');
  return /^\d+$/.test(name) ? { user_id: Number(name) } : { username: name };
}
