import { href } from '../../stores/window/address.ts';
import type { Shown, ValuePart } from './value-parts.ts';

/** A person or service account that a row names. `username` null: the row does not contain it. */
export interface NamedPerson {
  id: number;
  name: string;
  username: string | null;
}

/** The path of the page about a person or service account. */
export function personPath(id: number): string {
  return `/people/${id}`;
}

/** The address of this page. Undefined: no person has this ID. */
export const personHref = (id: unknown): string | undefined => (isPersonId(id) ? href(personPath(id)) : undefined);

/** Whether a value can be the ID of a person: the platform counts from 1. */
export function isPersonId(id: unknown): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
}

/** The person in a field of a row. Null: not a person. Only people have a username, which can be null; others have only a name. */
export function personOf(value: unknown): NamedPerson | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, username } = value as Record<string, unknown>;
  if (!isPersonId(id) || (typeof username !== 'string' && username !== null)) return null;
  return { id, username, name: typeof name === 'string' && name.trim() !== '' ? name : (username ?? String(id)) };
}

/** The person in a field, or all of them if the field is a list of people. Empty: the field contains something else. */
export function peopleOf(value: unknown): NamedPerson[] {
  const people = (Array.isArray(value) ? value : [value]).map(personOf);
  return people.every((one) => one !== null) ? people : [];
}

/** The row itself if it is a person, otherwise all people in its fields, each person once. */
export function peopleInRow(row: Readonly<Record<string, unknown>>): NamedPerson[] {
  const self = personOf(row);
  const named = self === null ? Object.values(row).flatMap(peopleOf) : [self];
  return [...new Map(named.map((one) => [one.id, one])).values()];
}

/** A person, or a list of people, as links to their pages. Null: the value is something else. */
export function personParts(value: unknown): Shown {
  const people = peopleOf(value);
  return people.length === 0 ? null : people.map(personPart);
}

/** A person as a link to their page. */
export function personPart({ id, name, username }: NamedPerson): ValuePart {
  return { text: name, path: personPath(id), look: 'breakable', ...(username !== null && { more: `@${username}` }) };
}
