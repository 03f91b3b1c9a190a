import { forbidden } from '../http/refusal.ts';
import type { Refusal } from '../http/refusal.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';

/** Why an account may not use the API, in the words of real installations; undefined: it may. */
export function refusalOfAccount(world: World, { username, state, sign_in_obstacle }: User): Refusal | undefined {
  const atBrowser = `from a web browser at ${world.url}`;
  if (state === 'blocked') return forbidden('Your account has been blocked.');
  if (state === 'blocked_pending_approval')
    return forbidden('Your account is pending approval from your administrator.');
  if (state === 'deactivated')
    return forbidden(
      `Your account has been deactivated by your administrator. Please log back in ${atBrowser} to reactivate your account`,
    );
  if (sign_in_obstacle === 'terms')
    return forbidden(
      `You (@${username}) must accept the Terms of Service in order to perform this action. To accept these terms, please access it ${atBrowser}.`,
    );
  if (sign_in_obstacle === 'two_factor')
    return forbidden(
      `You (@${username}) must complete the Two Factor Authentication setup in order to perform this action.`,
    );
  return undefined;
}
