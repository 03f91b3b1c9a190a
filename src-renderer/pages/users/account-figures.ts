import ShieldOff from '@lucide/icons/icons/shield-off';
import type { Person } from '#shared/contract/people.ts';
import { consoles } from '#shared/text/en/console.ts';
import { ago, dayOf, fullMoment } from '#shared/text/en/moments.ts';
import { people as words } from '#shared/text/en/people.ts';
import { users } from '#shared/text/en/users.ts';
import { history } from '#shared/text/en/history.ts';
import { fromIso } from '#shared/time.ts';
import { now } from '../../components/text/clock.ts';
import { plain } from '../../console/values.ts';
import { userState, type User } from './columns.ts';

const notVisible = { value: words.notVisible, note: words.notVisibleWhy, tone: 'subtle' };
const notRecorded = { value: history.notRecordedValue, tone: 'subtle' };

/**
 * The main facts of an account: state, two-factor authentication, last activity, last sign-in and license seat. A value
 * that no cached row contains is "Not visible", never "Off" or "Never"; `isPast`: the history does not record the last
 * activity and sign-in. Call it reactively.
 */
export function accountFigures(row: Partial<User>, kind: Person['kind'] = 'user', isPast = false) {
  const labels = words.figures;
  const { state, two_factor_enabled: hasTwoFactor, using_license_seat: usesSeat } = row;
  const [signedInAt, ip] = newestSignIn(row);
  const { text, dot, isHollow } = userState(state);
  const createdAt = fromIso(row.created_at);
  // Bots and service accounts don't sign in with a second factor
  const isProblem = hasTwoFactor === false && row.bot !== true && kind !== 'service-account';
  const sign = isProblem ? { tone: 'warn-text', icon: ShieldOff } : {};
  const twoFactor = hasTwoFactor === true ? users.twoFactor.on : users.twoFactor.off;
  const created = createdAt === null ? undefined : labels.created(dayOf(createdAt));
  const signIn = (at: number): string => (ip ? `${fullMoment(at)}, ${labels.from(ip)}` : fullMoment(at));
  return [
    {
      label: labels.state,
      ...(typeof state === 'string' ? { dot, isHollow, value: text, note: created } : notVisible),
    },
    { label: labels.twoFactor, ...(typeof hasTwoFactor === 'boolean' ? { ...sign, value: twoFactor } : notVisible) },
    { label: labels.lastActivity, ...(isPast ? notRecorded : momentOf(row.last_activity_on, consoles.day, dayOf)) },
    { label: labels.lastSignIn, ...(isPast ? notRecorded : momentOf(signedInAt, ago, signIn)) },
    { label: labels.seat, ...(typeof usesSeat === 'boolean' ? { value: plain(usesSeat) } : notVisible) },
  ];
}

/** The newer one of the sign-in of the current session and the one before, with its IP address. */
function newestSignIn(row: Partial<User>): [at: string | null | undefined, ip: string | null | undefined] {
  const { current_sign_in_at: current, last_sign_in_at: last } = row;
  const isCurrent = (fromIso(current) ?? 0) > (fromIso(last) ?? 0) || last === undefined;
  return isCurrent ? [current, row.current_sign_in_ip] : [last, row.last_sign_in_ip];
}

/** The platform sends null for "never". */
function momentOf(
  iso: string | null | undefined,
  age: (at: number, now: number) => string,
  exact: (at: number) => string,
) {
  if (iso === undefined) return notVisible;
  const at = fromIso(iso);
  return at === null ? { value: consoles.never } : { value: age(at, now()), note: exact(at) };
}
