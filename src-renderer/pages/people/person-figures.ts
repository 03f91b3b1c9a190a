import type { Person } from '#shared/contract/people.ts';
import { consoles } from '#shared/text/en/console.ts';
import { ago, dayOf, fullMoment } from '#shared/text/en/moments.ts';
import { people as words } from '#shared/text/en/people.ts';
import { users } from '#shared/text/en/users.ts';
import { fromIso } from '#shared/time.ts';
import { now } from '../../components/text/clock.ts';
import { levelName } from '../members/members-list.ts';
import { userState } from '../users/columns.ts';
import { rowOf } from './person-facts.ts';

interface Value {
  value: string;
  note: string;
  tone?: string;
}

const notVisible: Value = { value: words.notVisible, note: words.notVisibleWhy, tone: 'subtle' };

/** The main facts. A value that no cached row contains is "Not visible", never "Off" or "Never". Call it reactively. */
export function figuresOf(person: Person): (Value & { label: string })[] {
  const labels = words.figures;
  const row = rowOf(person);
  const { state, two_factor_enabled: isOn, last_sign_in_ip: ip, using_license_seat: usesSeat } = row;
  const createdAt = fromIso(row.created_at);
  // Bots and service accounts don't sign in with a second factor
  const isMachine = row.bot === true || person.kind === 'service-account';
  const twoFactor = isOn === true ? users.twoFactor.on : users.twoFactor.off;
  const created = createdAt === null ? '' : labels.created(dayOf(createdAt));
  const signIn = (at: number): string => (ip ? `${fullMoment(at)}, ${labels.from(ip)}` : fullMoment(at));
  return [
    { label: labels.state, ...known(state, 'string', { value: userState(state).text, note: created }) },
    {
      label: labels.twoFactor,
      ...known(isOn, 'boolean', { value: twoFactor, note: '', tone: isOn === false && !isMachine ? 'warn-text' : '' }),
    },
    { label: labels.lastActivity, ...momentOf(row.last_activity_on, consoles.day, dayOf) },
    { label: labels.lastSignIn, ...momentOf(row.last_sign_in_at, ago, signIn) },
    { label: labels.highest, ...highestOf(person) },
    {
      label: labels.seat,
      ...known(usesSeat, 'boolean', { value: usesSeat === true ? consoles.yes : consoles.no, note: '' }),
    },
  ];
}

function known(sent: unknown, type: 'string' | 'boolean', shown: Value): Value {
  return typeof sent === type ? shown : notVisible;
}

/** The platform sends null for "never". */
function momentOf(
  iso: string | null | undefined,
  age: (at: number, now: number) => string,
  exact: (at: number) => string,
): Value {
  if (iso === undefined) return notVisible;
  const at = fromIso(iso);
  return at === null ? { value: consoles.never, note: '' } : { value: age(at, now()), note: exact(at) };
}

/** The highest level with its first two places. */
function highestOf({ memberships, syncedProjects }: Person): Value {
  const returned = memberships.filter(({ notReturnedSince }) => notReturnedSince === null);
  if (returned.length === 0)
    return { value: syncedProjects === 0 ? words.neverSynced : words.none, note: '', tone: 'subtle' };
  const level = Math.max(...returned.map(({ access_level: one }) => one));
  const places = returned.filter(({ access_level: one }) => one === level).map(({ label, scope }) => label ?? scope);
  return { value: levelName(level), note: words.figures.places(places.slice(0, 2), places.length - 2) };
}
