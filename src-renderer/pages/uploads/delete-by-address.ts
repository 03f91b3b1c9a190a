import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { uploadForms } from '#shared/text/en/uploads-forms.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import type { FormDraft } from '../../console/forms/form-draft.svelte.ts';
import FormNote from '../../console/forms/FormNote.svelte';
import { part, type Form } from '../../console/forms/form-spec.ts';
import { typedText } from '../../console/forms/typed-text.ts';
import { placeName, whereOf } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { readUploadAddress, type ReadAddress } from './upload-address.ts';
import { removeUploadByAddress } from './upload-writes.ts';

const words = uploadForms.removeByAddress;

/** Deletes an upload by its address, which contains its secret. */
export function form(stores: Stores, scope: Scope): Form<{ address: string }> {
  return {
    name: `uploads.removeBySecret ${scope}`,
    title: words.title,
    text: words.text(whereOf(stores, scope)),
    schema: z.object({
      address: z.string(words.errors.noAddress).superRefine((text, context) => {
        const read = readAddress(text);
        if ('problem' in read) context.addIssue({ code: 'custom', message: words.errors[read.problem] });
      }),
    }),
    initial: {},
    fields: [{ name: 'address', label: words.field, help: words.help, control: { kind: 'secret' } }],
    submitLabel: words.submit,
    submit: async ({ address = '' }) => {
      const read = readAddress(address);
      if ('problem' in read) throw new Error(read.problem);
      return removeUploadByAddress(stores, scope, read);
    },
    isNew: true,
    below: part(FormNote, { text: nameOf }),
  };

  /** The name of the upload in the address; null: the address is not complete. */
  function nameOf({ values }: FormDraft): string | null {
    const read = readAddress(typedText(values['address']));
    return 'filename' in read ? visibleText(words.names(read.filename)) : null;
  }

  function readAddress(text: string): ReadAddress {
    const path = placeName(stores, scope);
    return readUploadAddress(text, {
      instance: stores.profiles.open?.url ?? '',
      ref: readScope(scope)?.ref ?? '',
      path: path.includes('/') ? path : null,
    });
  }
}
