import { z } from 'zod';
import type { Scope } from '#shared/contract/scope.ts';
import type { ServiceAccountEdit } from '#shared/contract/service-accounts.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import { whereOf } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { groupOf } from './account-writes.ts';
import { serviceAccountsList, type Account } from './service-accounts-list.ts';

interface Target {
  scope: Scope;
  /** Null: a new one. */
  account: Account | null;
}

/** Creates or edits a service account of the instance or of a group. */
export function form(stores: Stores, { scope, account }: Target): Form<ServiceAccountEdit> {
  const isNew = account === null;
  const { helps } = words.create;
  return {
    schema: z.object({
      name: isNew ? z.string().optional() : z.string().trim().min(1, words.errors.name),
      username: z
        .string()
        .regex(isNew ? /^[\w.-]*$/ : /^[\w.-]+$/, words.errors.username)
        .optional(),
      email: z.union([z.literal(''), z.string().regex(/^[^@\s]+@[^@\s]+$/, words.errors.email)]).optional(),
    }),
    fields: [
      { name: 'name', label: labelOf('name'), control: { kind: 'text' }, ...(isNew && { help: helps.name }) },
      {
        name: 'username',
        label: labelOf('username'),
        control: { kind: 'text', isMono: true },
        help: isNew ? helps.username[scope === '' ? 'instance' : 'group'] : words.edit.helps.username,
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

type Rest = Omit<Form<ServiceAccountEdit>, 'schema' | 'fields' | 'isNew'>;

const creation = (stores: Stores, scope: Scope): Rest => ({
  name: `service-accounts.create ${scope}`,
  title: words.create.title,
  text: words.create.text(whereOf(stores, scope)),
  initial: {},
  submitLabel: words.create.button,
  change: (changed) => {
    const body = given(changed);
    return {
      calls: [
        scope === ''
          ? { op: 'service-accounts.create', body }
          : { op: 'group-service-accounts.create', path: groupOf(scope), body },
      ],
      title: () => words.create.title,
      done: ({ label }) => words.create.done(label),
    };
  },
});

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
      const body = given(changed);
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
function given(body: Partial<ServiceAccountEdit>): Partial<ServiceAccountEdit> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ''));
}
