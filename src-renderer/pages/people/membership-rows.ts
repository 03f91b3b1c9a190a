import type { InferredGroup, Person, PersonMembership } from '#shared/contract/people.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { consoles } from '#shared/text/en/console.ts';
import { people } from '#shared/text/en/people.ts';
import { days, fromIso } from '#shared/time.ts';
import { now } from '../../components/text/clock.ts';
import { isPersonId, personPart } from '../../console/facts/person-part.ts';
import { absentPart, agePart, deadlinePart, type Shown, type ValuePart } from '../../console/facts/value-parts.ts';
import { placePath } from '../../stores/window/address.ts';
import { levelName, membershipOf } from '../members/members-list.ts';

const words = people.memberships;

/** A membership in a project, or one in a group that is inferred from those in its projects. */
export interface MembershipRow {
  key: Scope;
  kind: 'group' | 'project';
  segment: Exclude<Segment, 'all'> | null;
  level: number;
  label: string;
  isReturned: boolean;
  /** What a cell shows; missing: nothing is known. */
  cells: Readonly<Partial<Record<keyof typeof words.columns, Shown>>>;
}
/** Which rows are shown. */
export type Segment = keyof typeof words.segments;

/** Groups first, then projects; each by level and path. Those that are no longer returned come last. Call it reactively. */
export function membershipRows({ groups, memberships }: Person): MembershipRow[] {
  return [...groups.map(groupRow), ...memberships.map(projectRow)].toSorted(
    (a, b) =>
      Number(b.isReturned) - Number(a.isReturned) ||
      Number(a.kind === 'project') - Number(b.kind === 'project') ||
      b.level - a.level ||
      a.label.localeCompare(b.label),
  );
}

function groupRow({ scope, label, access_level: level, expires_at, projects }: InferredGroup): MembershipRow {
  return {
    ...{ key: scope, kind: 'group', segment: 'groups', level, label, isReturned: true },
    cells: {
      place: placePart(scope, label),
      level: levelPart(level),
      source: { text: words.inferred(projects), look: '' },
      expires: endPart(expires_at),
    },
  };
}

function projectRow(one: PersonMembership): MembershipRow {
  const { scope, access_level: level, is_direct: isDirect, addedBy: by, is_using_seat: seat, notReturnedSince } = one;
  const label = one.label ?? scope;
  const since = fromIso(one.created_at);
  const source = notReturnedSince === null ? membershipOf(one) : consoles.notReturned(notReturnedSince, now());
  return {
    ...{ key: scope, kind: 'project', level, label, isReturned: notReturnedSince === null },
    segment: isDirect === null ? null : isDirect ? 'direct' : 'inherited',
    cells: {
      place: placePart(scope, label, 'access'),
      level: levelPart(level),
      source: source === undefined ? null : { text: source, look: '' },
      expires: endPart(one.expires_at),
      addedBy: by && addedByPart(by),
      since: since === null ? null : agePart(since),
      seat: seat === null ? null : { text: seat ? consoles.yes : consoles.no, look: '' },
    },
  };
}

function placePart(scope: Scope, label: string, tab?: string): ValuePart {
  const place = readScope(scope);
  return { text: label, look: 'text-inherit', ...(place !== null && { path: placePath(place, tab) }) };
}

function levelPart(level: number): ValuePart {
  const text = levelName(level);
  return level >= 50 ? { text, chip: 'accent' } : { text, look: level >= 40 ? 'medium' : '' };
}

/** The platform can name the person without an ID. */
function addedByPart({ id, name }: NonNullable<PersonMembership['addedBy']>): ValuePart {
  if (isPersonId(id)) return personPart({ id, name: name ?? people.unnamed(id), username: null });
  return name === null ? absentPart() : { text: name, look: '' };
}

/** The day on which a membership ends, colored within 30 days. */
function endPart(day: string | null): Shown {
  const end = deadlinePart(day);
  return end && { ...end, look: end.at - now() <= days(30) ? 'warn-text' : '' };
}
