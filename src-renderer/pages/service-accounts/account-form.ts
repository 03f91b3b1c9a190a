import { z } from 'zod';
import type { Scope } from '#shared/contract/scope.ts';
import type { ServiceAccountEdit } from '#shared/contract/service-accounts.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import type { Form, FormField } from '../../console/forms/form-spec.ts';
import { placeIn, placeSchema } from '../../console/forms/place-text.ts';
import { placeName } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { groupOf } from './account-writes.ts';
import { refusal, serviceAccountsList, type Account } from './service-accounts-list.ts';

interface Target {
  /** The scope of the account. For a new account, the scope that is selected when the form opens. */
  scope: Scope;
  /** Null: a new one. */
  account: Account | null;
}

/** `group`: the group of a new account; empty: the account belongs to the instance. */
type Values = ServiceAccountEdit & { group?: string | undefined };

/** Creates or edits a service account of the instance or of a group. */
export function form(stores: Stores, { scope, account }: Target): Form<Values> {
  const isNew = account === null;
  const { helps } = words.create;
  const needsGroup = refusal(stores, '');
  const group = placeSchema('group', stores.profiles.open?.url ?? null);
  return {
    schema: z.object({
      group: isNew ? group.refine((text) => text !== '' || needsGroup === null, needsGroup ?? '') : group.optional(),
      name: isNew ? z.string().optional() : z.string().trim().min(1, words.errors.name),
      username: z
        .string()
        .regex(isNew ? /^[\w.-]*$/ : /^[\w.-]+$/, words.errors.username)
        .optional(),
      email: z.union([z.literal(''), z.string().regex(/^[^@\s]+@[^@\s]+$/, words.errors.email)]).optional(),
    }),
    fields: (values) => [
      ...(isNew ? [groupField] : []),
      { name: 'name', label: labelOf('name'), control: { kind: 'text' }, ...(isNew && { help: helps.name }) },
      {
        name: 'username',
        label: labelOf('username'),
        control: { kind: 'text', isMono: true },
        help: isNew ? helps.username[values['group'] === '' ? 'instance' : 'group'] : words.edit.helps.username,
      },
      {
        name: 'email',
        label: labelOf('email'),
        control: { kind: 'text' },
        help: isNew ? helps.email : scope === '' ? words.edit.helps.emailNotReturned : words.edit.helps.email,
      },
    ],
    isNew,
    ...(account === null ? creation(stores, scope) : edit(scope, account)),
  };
}

const groupField: FormField<Values> = {
  name: 'group',
  label: labelOf('group'),
  help: words.create.helps.group,
  control: { kind: 'place', of: 'group' },
};

type Rest = Omit<Form<Values>, 'schema' | 'fields' | 'isNew'>;

function creation(stores: Stores, scope: Scope): Rest {
  const initial = scope === '' ? '' : placeName(stores, scope);
  return {
    name: `service-accounts.create ${scope}`,
    title: words.create.title,
    text: words.create.text,
    initial: { group: initial },
    submitLabel: ({ group }) => words.create.button(group === ''),
    change: ({ group: _, ...changed }, { group = '' }) => {
      const id = group === initial ? groupOf(scope).id : placeIn(group, 'group', stores.profiles.open?.url ?? null);
      const body = sentFields(changed);
      return {
        calls: [
          group === ''
            ? { op: 'service-accounts.create', body }
            : { op: 'group-service-accounts.create', path: { id: id ?? '' }, body },
        ],
        title: () => words.create.title,
        done: ({ label }) => words.create.done(label),
      };
    },
  };
}

const edit = (scope: Scope, account: Account): Rest => {
  const name = serviceAccountsList.nameOf(account);
  return {
    name: `service-accounts.edit ${scope} ${account.id}`,
    title: words.edit.title(name),
    initial: {
      name: account.name,
      username: account.username,
      ...(typeof account.email === 'string' && { email: account.unconfirmed_email ?? account.email }),
    },
    submitLabel: words.edit.button,
    change: (changed) => {
      const body = sentFields(changed);
      return {
        calls: [
          scope === ''
            ? { op: 'service-accounts.edit', path: { id: account.id }, body }
            : { op: 'group-service-accounts.edit', path: { ...groupOf(scope), user_id: account.id }, body },
        ],
        title: () => words.edit.title(name),
        done: () => words.edit.done(name),
      };
    },
  };
};

/** Empty fields are left out: the platform generates or keeps their value. */
function sentFields(body: Partial<ServiceAccountEdit>): Partial<ServiceAccountEdit> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ''));
}
