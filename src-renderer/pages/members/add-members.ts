import { z } from 'zod';
import { valuesIn } from '#shared/contract/dialect-values.ts';
import { NewMemberFields } from '#shared/contract/members.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { members } from '#shared/text/en/members.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import { futureDay } from '../../console/forms/future-day.ts';
import { placeField } from '../../console/forms/place-field.ts';
import { placeName } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { levelName, levelOption } from './members-list.ts';

const words = members.add;

interface NewMembers extends Record<string, unknown> {
  project: string;
  people: string[];
  access_level: string;
}

/** Adds members to a project. The form opens with the project of `scope` ('': none) and with `people`: IDs or usernames. */
export function form(stores: Stores, { scope, people = [] }: { scope: Scope; people?: string[] }): Form<NewMembers> {
  const place = placeField(stores, 'project', scope);
  const levels = valuesIn('memberLevels', stores.profiles.dialect);
  return {
    name: ['members.add', scope, ...people].join(' '),
    title: words.title,
    text: words.text,
    schema: NewMemberFields.pick({ member_role_id: true, invite_source: true }).extend({
      project: place.schema.min(1),
      people: z.array(z.string()).min(1).max(500),
      access_level: z.enum(levels.map(String)),
      expires_at: futureDay().optional(),
    }),
    initial: { project: place.initial, access_level: '30', people },
    fields: [
      place.field,
      { name: 'people', help: words.peopleHelp },
      { name: 'access_level', control: { kind: 'select', options: levels.map(levelOption) } },
      { name: 'expires_at', help: words.expiresHelp, control: { kind: 'day', isAhead: true } },
      { name: 'member_role_id', help: words.roleHelp },
      { name: 'invite_source', help: words.sourceHelp },
    ],
    labels: words.labels,
    isNew: true,
    submitLabel: words.submit,
    change: (_, { project, people = [], access_level: level, ...more }) => ({
      calls: people.map((person) => ({
        op: 'members.create',
        path: { id: place.refOf(project) },
        body: { ...userRefOf(person), access_level: Number(level), ...more },
      })),
      title: words.plan,
      consequence: words.consequence(placeName(stores, place.scopeOf(project)), levelName(Number(level))),
      done: ({ label }) => words.done(label),
      fields: ['access_level', 'expires_at', 'member_role_id'],
    }),
  };
}

/** Digits are an id; a leading @ of a username is removed. */
export function userRefOf(person: string): { user_id: number } | { username: string } {
  const name = person.trim().replace(/^@/, '');
  return /^\d+$/.test(name) ? { user_id: Number(name) } : { username: name };
}
