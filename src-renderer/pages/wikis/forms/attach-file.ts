import { z } from 'zod';
import type { Scope } from '#shared/contract/scope.ts';
import { wikiForm as words } from '#shared/text/en/wiki-forms.ts';
import { showDialog } from '../../../console/dialogs/use-dialogs.ts';
import { mono, type Form } from '../../../console/forms/form-spec.ts';
import { Staging } from '../../../console/forms/staging.svelte.ts';
import { placeName } from '../../../console/scope.ts';
import type { Stores } from '../../../stores/context.ts';
import { attachFile } from './wiki-writes.ts';

const schema = z.object({
  file: z.array(z.instanceof(File), words.errors.file).min(1, words.errors.file),
  branch: z.string().trim().optional(),
});

/** Attaches a file to a wiki, then shows the link to the file. */
export function form(stores: Stores, scope: Scope): Form<z.infer<typeof schema>> {
  const staging = new Staging();
  return {
    name: `wikis.attach ${scope}`,
    title: words.attach,
    get text() {
      return words.attachText(placeName(stores, scope));
    },
    schema,
    initial: {},
    get fields() {
      return [
        { name: 'file', label: words.file, control: { kind: 'file', progress: staging.progress } },
        { name: 'branch', label: words.branch, help: words.branchHelp, control: mono },
      ] as const;
    },
    submitLabel: words.attachButton,
    async submit({ file: [file] = [], branch = '' }) {
      if (file === undefined) return { kind: 'unchanged' };
      const { outcome, link } = await attachFile(stores, scope, { file, branch }, staging);
      const attached = { name: file.name, link };
      if (outcome.kind === 'applied') showDialog(stores, import('./AttachedFile.svelte'), attached);
      return outcome;
    },
    isNew: true,
  };
}
