import { z } from 'zod';
import { host } from '#shared/text/en/host.ts';
import { settings as words } from '#shared/text/en/settings.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { newPassphraseErrors } from '../vault/passphrase.ts';

const schema = z
  .object({ first: z.string().default(''), second: z.string().default('') })
  .superRefine(({ first, second }, context) => {
    for (const [field, message] of Object.entries(newPassphraseErrors(first, second)))
      context.addIssue({ code: 'custom', path: [field], message });
  });

/** Sets or changes the passphrase of the vault. */
export function form(stores: Stores): Form<z.infer<typeof schema>> {
  return {
    name: 'settings.passphrase',
    title: words.passphraseTitle,
    text: words.passphraseWhat,
    schema,
    initial: {},
    fields: [
      { name: 'first', label: host.vault.passphraseNew, control: { kind: 'secret' } },
      { name: 'second', label: host.vault.passphraseRepeat, control: { kind: 'secret' } },
    ],
    submitLabel: words.passphraseSave,
    run: async ({ first = '' }) => {
      await stores.host.setPassphrase(first);
      showMessage({ tone: 'ok', title: words.passphraseDone });
    },
    isNew: true,
  };
}
