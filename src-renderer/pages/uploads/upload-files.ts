import { onDestroy } from 'svelte';
import { z } from 'zod';
import type { Scope } from '#shared/contract/scope.ts';
import { uploadForms } from '#shared/text/en/uploads-forms.ts';
import type { Form } from '../../console/forms/form-spec.ts';
import { Staging } from '../../console/forms/staging.svelte.ts';
import { whereOf } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { uploadFiles } from './upload-writes.ts';

const words = uploadForms.upload;
const mostFiles = 500;
const schema = z.object({
  file: z.array(z.instanceof(File)).min(1, words.noFile).max(mostFiles, words.tooMany(mostFiles)),
});

/** Uploads files to a project. */
export function form(stores: Stores, scope: Scope): Form<z.infer<typeof schema>> {
  const staging = new Staging();
  const closing = new AbortController();
  onDestroy(() => closing.abort());
  return {
    name: `uploads.create ${scope}`,
    title: words.title,
    get text() {
      return words.text(whereOf(stores, scope));
    },
    schema,
    initial: { file: [] },
    get fields() {
      const control = { kind: 'file', isMultiple: true, progress: staging.progress } as const;
      return [{ name: 'file', label: words.field, help: words.help, control }] as const;
    },
    submitLabel: words.submit,
    submit: async ({ file = [] }) => uploadFiles(stores, scope, await staging.stage(stores, file, closing.signal)),
    isNew: true,
  };
}
