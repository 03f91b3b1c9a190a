import { z } from 'zod';
import type { Scoped } from '#shared/contract/collection.ts';
import { readScope } from '#shared/contract/scope.ts';
import { enterpriseUsers } from '#shared/text/en/enterprise-users.ts';
import { explainWrite } from '#shared/text/en/refusals.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import { placeName } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { nameOf, type EnterpriseUser } from './enterprise-list.ts';

const words = enterpriseUsers.edit;
const op = 'enterprise-users.edit';
const schema = z.object({
  name: z.string(words.nameMissing).trim().min(1, words.nameMissing),
  email: z.email(words.emailInvalid).optional(),
});

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
    initial: { name: row.name, ...(typeof row.email === 'string' && { email: row.email }) },
    get fields() {
      const help = words.emailHelp(placeName(stores, scope));
      return [
        { name: 'name', label: words.name, control: { kind: 'text' } },
        { name: 'email', label: words.email, help, control: { kind: 'text' } },
      ] as const;
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
      return isOfEmail ? { field: 'email', message: explainWrite(op, failure).nextStep } : { field: 'name' };
    },
  };
}
