import { onMount } from 'svelte';
import { z } from 'zod';
import type { NewToken } from '#shared/contract/access-tokens.ts';
import { valueInDialect } from '#shared/contract/dialect-values.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';
import { serviceAccounts as accountWords } from '#shared/text/en/service-accounts.ts';
import { now } from '../../components/text/clock.ts';
import { part, type Form, type FormField } from '../../console/forms/form-spec.ts';
import NeededNote from '../../console/forms/NeededNote.svelte';
import { whereOf } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { syncList } from '../../stores/lists/sync-jobs.ts';
import { NeededList } from '../../stores/needed-list.svelte.ts';
import ScopesInput from './ScopesInput.svelte';
import { stateOf, tokenName, type Token } from './tokens-list.ts';

interface Target {
  /** The group of the service account. */
  scope: Scope;
  /** Null: the account is chosen in the form. */
  account: { id: number; name: string } | null;
  /** The token that the new one replaces. */
  original?: Token | null;
  /** The account that is selected when the form opens. */
  suggested?: number | undefined;
}
type Values = NewToken & { user_id?: number | undefined };
const create = words.create;

/**
 * Creates a token. The plan shows its value once. Then the list is synced, because the reply does not contain
 * the account.
 */
export function form(stores: Stores, { scope, account, original: old = null, suggested }: Target): Form<Values> {
  const today = new Date(now()).toISOString().slice(0, 10);
  const fate = old === null ? null : fateOf(old);
  const tokenWords = old === null ? create : words.replace;
  const needed = account === null ? new NeededList(stores, 'serviceAccounts', scope, 'name') : null;
  onMount(() => needed?.follow());
  const nameOf = (id: number): string => {
    const row = needed?.rows.find((one) => one.id === id);
    return row === undefined ? words.account(id) : (row.name ?? String(row.username));
  };
  return {
    name: `access-tokens.create ${scope} ${account?.id ?? suggested ?? ''} ${old?.id ?? ''}`,
    title: old === null ? create.title : words.replace.title(tokenName(old)),
    text: fate ?? create.text(account === null ? whereOf(stores, scope) : account.name),
    schema: z.object({
      user_id: account === null ? z.coerce.number(create.chooseAccount).int() : z.undefined().optional(),
      name: z.string(create.errors.name).trim().min(1, create.errors.name),
      scopes: z.array(z.string(), create.errors.scopes).min(1, create.errors.scopes),
      description: z.string().optional(),
      expires_at: z.iso
        .date(create.errors.noDay)
        .refine((day) => day > today, create.errors.expires)
        .optional(),
    }) as z.ZodType<Values>,
    initial:
      old === null
        ? { user_id: suggested }
        : {
            name: `${tokenName(old)} ${today}`,
            scopes: (old.scopes ?? []).map((one) => valueInDialect(one, stores.profiles.dialect)),
            ...(typeof old.description === 'string' && old.description !== '' && { description: old.description }),
          },
    get fields(): FormField<Values>[] {
      const accounts = (needed?.rows ?? []).map(({ id, name, username }) => ({
        value: String(id),
        label: `${name} (${username})`,
      }));
      const chosen: FormField<Values> = {
        name: 'user_id',
        label: create.account,
        control: { kind: 'select', options: accounts },
      };
      return needed === null ? ownFields(today) : [chosen, ...ownFields(today)];
    },
    submitLabel: tokenWords.button,
    change: (_, { user_id: chosen = 0, name = '', scopes = [], description, expires_at }) => {
      const userId = account?.id ?? chosen;
      const goesTo = create.goesTo(account?.name ?? nameOf(userId));
      const noEnd = expires_at === undefined ? create.noEnd : null;
      return {
        calls: [
          {
            op: 'group-service-accounts.createToken',
            path: { id: readScope(scope)?.ref ?? '', user_id: userId },
            body: {
              ...{ name, scopes },
              ...(description !== undefined && description !== '' && { description }),
              ...(expires_at !== undefined && { expires_at }),
            },
          },
        ],
        title: () => tokenWords.planTitle,
        done: () => tokenWords.done(name),
        consequence: [goesTo, noEnd, create.consequence, fate].filter((sentence) => sentence !== null).join(' '),
      };
    },
    // If this sync fails, the next one shows the token.
    onapplied: () => void syncList(stores.session, 'accessTokens', scope).catch(() => undefined),
    isNew: true,
    ...(needed !== null && {
      above: part(NeededNote, {
        list: needed,
        noun: accountWords.noun,
        where: whereOf(stores, scope),
        // Opening another page closes the form
        ifNone: { label: create.toAccounts, run: () => stores.route.navigate('/service-accounts') },
      }),
    }),
  };
}

const ownFields = (today: string): FormField<Values>[] => [
  { name: 'name', label: create.name, control: { kind: 'text' } },
  {
    name: 'scopes',
    label: create.scopes,
    help: create.scopesHelp,
    control: { kind: 'custom', input: part(ScopesInput) },
  },
  { name: 'description', label: create.description, control: { kind: 'text' } },
  { name: 'expires_at', label: create.expires, help: create.expiresHelp, control: { kind: 'day', least: today } },
];

/** What happens to the replaced token. The API can't revoke it. */
function fateOf(old: Token): string {
  if (stateOf(old, now()) !== 'active') return words.replace.isOver;
  const { expires_at: end } = old;
  return end === null || end === undefined ? words.replace.staysForEver : words.replace.stays(end);
}
