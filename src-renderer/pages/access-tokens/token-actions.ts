import Ban from '@lucide/icons/icons/ban';
import RotateCcwKey from '@lucide/icons/icons/rotate-ccw-key';
import type { Scoped } from '#shared/contract/collection.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';
import { onOne, type Action } from '../../console/actions.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { Token } from './tokens-list.ts';

/** Actions on a token. The API can create tokens, but not revoke them. */
export function tokenActions(stores: Stores, replace: (entry: Scoped<Token>) => void): readonly Action<Token>[] {
  return [
    {
      id: 'access-tokens.replace',
      label: words.actions.replace,
      title: () => words.actions.replaceTitle,
      icon: RotateCcwKey,
      keys: 'm',
      ...onOne(replace),
      disabledReason: ({ rows: [only] }) =>
        only !== undefined && typeof only.row.user_id !== 'number' ? words.why.noAccount : writeReason(stores),
    },
    {
      id: 'access-tokens.revoke',
      label: words.actions.revoke,
      icon: Ban,
      isBad: true,
      disabledReason: () => words.why.noRevoke,
      run: () => undefined,
    },
  ];
}
