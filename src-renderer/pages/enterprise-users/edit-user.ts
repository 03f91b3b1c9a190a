import { z } from 'zod';
import { EnterpriseUserEdit } from '#shared/contract/enterprise-users.ts';
import type { Scoped } from '#shared/contract/collection.ts';
import { readScope } from '#shared/contract/scope.ts';
import { enterpriseUsers } from '#shared/text/en/enterprise-users.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';
import { initialOf } from '../../console/forms/declared-fields.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import { placeName } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { nameOf, type EnterpriseUser } from './enterprise-list.ts';

const words = enterpriseUsers.edit;
const op = 'enterprise-users.edit';
const schema = EnterpriseUserEdit.extend({ email: z.email().optional() });

/** Edits the name and the email address of an enterprise user; the scope is its top-level group. */
export function form(stores: Stores, { row, scope }: Scoped<EnterpriseUser>): Form<z.infer<typeof schema>> {
  const name = nameOf(row);
  return {
    name: `enterprise-users.edit ${scope} ${row.id}`,
    title: words.title(name),
    get text() {
      return words.text(placeName(stores, scope));
    },
    schema,
    initial: initialOf(schema, row),
    get fields() {
      return ['name', { name: 'email', help: words.emailHelp(placeName(stores, scope)) }] as const;
    },
    submitLabel: words.button,
    change: (body) => ({
      calls: [{ op, path: { id: readScope(scope)?.ref ?? '', user_id: row.id }, body }],
      title: () => words.change,
      done: () => words.done(name),
      explainsRefusals: true,
    }),
    // The platform does not name the field that it refused, so it is derived from the body and the message.
    refusedAt: (failure, body) => {
      if (failure.status !== 400) return undefined;
      const isOfEmail =
        body.email !== undefined && (body.name === undefined || /e-?mail/i.test(failure.reportedMessage ?? ''));
      return isOfEmail ? { field: 'email', message: refusalOf(op, failure).nextStep } : { field: 'name' };
    },
  };
}
