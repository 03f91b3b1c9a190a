import { z } from 'zod';
import { NewToken } from '#shared/contract/access-tokens.ts';
import { valueInDialect } from '#shared/contract/dialect-values.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';
import { now } from '../../components/text/clock.ts';
import { FieldError, part, type Form } from '../../console/forms/form-spec.ts';
import { futureDay } from '../../console/forms/future-day.ts';
import { placeField } from '../../console/forms/place-field.ts';
import type { Stores } from '../../stores/context.ts';
import { syncAfterChange } from '../../stores/lists/sync-to-end.ts';
import { placeNamesOf } from '../../stores/instance/place-names.svelte.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';
import AccountInput from './AccountInput.svelte';
import ScopesInput from './ScopesInput.svelte';
import { stateOf, tokenName, type Token } from './tokens-list.ts';

interface Target {
  /** The group of the service account, or the group that is selected when the form opens. Null: no group. */
  scope: Scope | null;
  /** Null: the account is chosen in the form. */
  account: { id: number; name: string } | null;
  /** The token that the new one replaces. */
  original?: Token | null;
  /** The account that is selected when the form opens. */
  suggested?: number | undefined;
}
type Values = NewToken & { group?: string | undefined; user_id?: number | undefined };
const create = words.create;

/**
 * Creates a token. The plan shows its value once. Then the list is synced, because the reply does not contain
 * the account.
 */
export function form(stores: Stores, { scope, account, original: old = null, suggested }: Target): Form<Values> {
  const today = new Date(now()).toISOString().slice(0, 10);
  const fate = old === null ? null : fateOf(old);
  const tokenWords = old === null ? create : words.replace;
  const place = placeField(stores, 'group', scope);
  /** The scope of the entered group; null: Reeve does not know the group. */
  function scopeOf(group: unknown): Scope | null {
    if (account !== null) return scope;
    const entered = place.scopeOf(group);
    if (entered === '') return null;
    return entered === scope ? scope : (placeNamesOf(stores).entryOf(entered)?.scope ?? null);
  }
  const ofGroup = NewToken.extend({
    group: z.string().refine((text) => scopeOf(text) !== null, create.errors.group),
    user_id: z.coerce.number(create.chooseAccount).int(),
  });
  /** The accounts of the entered group. */
  let accounts: readonly RowOf<'serviceAccounts'>[] = [];
  const onloaded = (rows: typeof accounts) => (accounts = rows);
  let sentTo = scope;
  return {
    name: `access-tokens.create ${scope ?? ''} ${account?.id ?? suggested ?? ''} ${old?.id ?? ''}`,
    title: old === null ? create.title : words.replace.title(tokenName(old)),
    text: fate ?? create.text(account?.name ?? null),
    schema: (account === null ? ofGroup : NewToken).extend({ expires_at: futureDay().optional() }),
    initial:
      old === null
        ? { group: place.initial, user_id: suggested }
        : {
            name: `${tokenName(old)} ${today}`,
            scopes: (old.scopes ?? []).map((one) => valueInDialect(one, stores.profiles.dialect)),
            ...(typeof old.description === 'string' && old.description !== '' && { description: old.description }),
          },
    fields: [
      ...(account === null
        ? ([
            { ...place.field, help: create.groupHelp },
            { name: 'user_id', control: { kind: 'custom', input: part(AccountInput, { scopeOf, onloaded }) } },
          ] as const)
        : []),
      'name',
      { name: 'scopes', help: create.scopesHelp, control: { kind: 'custom', input: part(ScopesInput) } },
      'description',
      { name: 'expires_at', help: create.expiresHelp, control: { kind: 'day', isAhead: true } },
    ],
    labels: create.labels,
    submitLabel: tokenWords.button,
    change: (_, { group, user_id: chosen = 0, name = '', scopes = [], description, expires_at }) => {
      const row = accounts.find(({ id }) => id === chosen);
      const owner = account ?? (row && { id: chosen, name: row.name ?? String(row.username) });
      if (owner === undefined) throw new FieldError('user_id', create.chooseAccount);
      sentTo = scopeOf(group);
      const goesTo = create.goesTo(owner.name);
      const noEnd = expires_at === undefined ? create.noEnd : null;
      return {
        calls: [
          {
            op: 'group-service-accounts.createToken',
            path: { id: readScope(sentTo ?? '')?.ref ?? '', user_id: owner.id },
            body: {
              ...{ name, scopes },
              ...(description && { description }),
              ...(expires_at !== undefined && { expires_at }),
            },
          },
        ],
        title: () => tokenWords.planTitle,
        done: () => tokenWords.done(name),
        consequence: [goesTo, noEnd, create.consequence, fate].filter((sentence) => sentence !== null).join(' '),
      };
    },
    onapplied: () => void syncAfterChange(stores.session, 'accessTokens', sentTo ?? ''),
    isNew: true,
  };
}

/** What happens to the replaced token. The API can't revoke it. */
function fateOf(old: Token): string {
  if (stateOf(old, now()) !== 'active') return words.replace.isOver;
  const { expires_at: end } = old;
  return end === null || end === undefined ? words.replace.staysForEver : words.replace.stays(end);
}
