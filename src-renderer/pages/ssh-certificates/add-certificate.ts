import { z } from 'zod';
import type { Scope } from '#shared/contract/scope.ts';
import { NewSshCertificate, type CertificateCheck as Answer } from '#shared/contract/ssh-certificates.ts';
import { sshCertificates as words } from '#shared/text/en/ssh-certificates.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import { FieldError, part, type Form, type FoundKey } from '../../console/forms/form-spec.ts';
import KeyInput from '../../console/forms/inputs/KeyInput.svelte';
import { placeField } from '../../console/forms/place-field.ts';
import { typedText } from '../../console/forms/typed-text.ts';
import type { Stores } from '../../stores/context.ts';
import { CertificateCheck } from '../../stores/keys/ssh-certificates.svelte.ts';

const privateKey = words.problem('private-key', null, null);
const key = z.string().regex(/\S/, words.problem('empty', null, null));

/** Adds an SSH certificate to a group. `scope`: the group that is selected when the form opens; '': none. */
export function form(stores: Stores, scope: Scope): Form<z.infer<typeof NewSshCertificate> & { group: string }> {
  const checked = new CertificateCheck(stores.session);
  const place = placeField(stores, 'group', scope);
  const check = ({ group, title, key: typed }: Record<string, unknown>): Promise<Answer> =>
    checked.check({ scope: place.scopeOf(group), title: typedText(title), key: typedText(typed) });
  const input = part(KeyInput, { name: 'key', lines: 4, privateKey, check, found: () => foundIn(checked.answer) });
  return {
    name: `sshCertificates.create ${scope}`,
    title: words.addTitle,
    text: words.addText,
    schema: NewSshCertificate.extend({ group: place.schema.min(1), key }),
    initial: { group: place.initial, title: '', key: '' },
    fields: () => [
      place.field,
      { name: 'title', help: checked.answer?.isTitleTaken ? words.titleTaken : words.titleHelp },
      {
        name: 'key',
        label: words.keyField,
        help: words.keyHelp,
        error: checked.answer?.problem === 'empty' ? null : problemOf(checked.answer),
        control: { kind: 'custom', input },
      },
    ],
    submitLabel: words.addButton,
    async change(_, { group, title = '', key: typed }) {
      const answer = await check({ group, title, key: typed });
      if (answer.line === null) throw new FieldError('key', problemOf(answer) ?? '');
      return {
        calls: [
          {
            op: 'ssh-certificates.create',
            path: { id: place.refOf(group) },
            body: { title, key: answer.line },
          },
        ],
        title: () => words.addTitle,
        done: () => words.added(title),
      };
    },
    isNew: true,
  };
}

function problemOf(answer: Answer | null): string | null {
  if (answer === null || answer.problem === null) return null;
  return words.problem(answer.problem, answer.fault, answer.detail);
}

function foundIn(answer: Answer | null): FoundKey[] {
  if (answer === null || answer.line === null) return [];
  const { type, bits, sha256, same } = answer;
  const read = { text: words.read(type ?? '', bits, sha256 ?? '') };
  if (same === null) return [read];
  return [read, { text: words.same(visibleText(same.title) ?? words.unnamed(same.id)), tone: 'warn' }];
}
