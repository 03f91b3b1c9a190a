import { z } from 'zod';
import type { Scope } from '#shared/contract/scope.ts';
import { ServiceAccountEdit } from '#shared/contract/service-accounts.ts';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import { initialOf } from '../../console/forms/declared-fields.ts';
import { mono, type Form } from '../../console/forms/form-spec.ts';
import { placeField } from '../../console/forms/place-field.ts';
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
  const place = placeField(stores, 'group', scope);
  const group = place.schema;
  return {
    schema: ServiceAccountEdit.extend({
      group: isNew ? group.refine((text) => text !== '' || needsGroup === null, needsGroup ?? '') : group.optional(),
      username: z
        .string()
        .regex(/^[\w.-]+$/, words.errors.username)
        .optional(),
      // Empty: the platform generates or keeps the address
      email: z.union([z.literal(''), z.email()]).optional(),
    }),
    fields: (values) => [
      ...(isNew ? [{ ...place.field, help: helps.group }] : []),
      { name: 'name', ...(isNew && { help: helps.name }) },
      {
        name: 'username',
        control: mono,
        help: isNew ? helps.username[values['group'] === '' ? 'instance' : 'group'] : words.edit.helps.username,
      },
      {
        name: 'email',
        help: isNew ? helps.email : scope === '' ? words.edit.helps.emailNotReturned : words.edit.helps.email,
      },
    ],
    isNew,
    ...(account === null ? creation(place, scope) : edit(scope, account)),
  };
}

type Rest = Omit<Form<Values>, 'schema' | 'fields' | 'isNew'>;

function creation(place: ReturnType<typeof placeField>, scope: Scope): Rest {
  return {
    name: `service-accounts.create ${scope}`,
    title: words.create.title,
    text: words.create.text,
    initial: { group: place.initial },
    submitLabel: ({ group, ...entered }) =>
      words.create.button(group === '' || Object.values(entered).every((text) => (text ?? '') === '')),
    change: ({ group: _, ...body }, { group = '' }) => ({
      calls: [
        group === ''
          ? { op: 'service-accounts.create', body }
          : { op: 'group-service-accounts.create', path: { id: place.refOf(group) }, body },
      ],
      title: () => words.create.title,
      done: ({ label }) => words.create.done(label),
    }),
  };
}

const edit = (scope: Scope, account: Account): Rest => {
  const name = serviceAccountsList.nameOf(account);
  return {
    name: `service-accounts.edit ${scope} ${account.id}`,
    title: words.edit.title(name),
    initial: {
      ...initialOf(ServiceAccountEdit, account),
      ...(typeof account.email === 'string' && { email: account.unconfirmed_email ?? account.email }),
    },
    submitLabel: words.edit.button,
    change: ({ email, ...changed }) => {
      const body = { ...changed, ...(email && { email }) };
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
