import type { Forms } from './form-list.ts';

const page = (name: string, ...files: readonly string[]) => files.map((file) => `pages/${name}/${file}`);
const imports = { files: page('imports', 'import-forms.ts', 'import-writes.ts') };
const dependencyExport = { files: page('dependency-exports', 'new-export.ts', 'export-actions.ts') };
const mirror = { files: page('remote-mirrors', 'edit-mirror.svelte.ts', 'mirror-form.ts', 'mirror-actions.ts') };

export const forms: Forms = {
  'webhooks.create': {
    files: page('webhooks', 'create-webhook.ts'),
    lists: ['dialect-values.ts'],
  },
  'webhooks.resend': { files: page('webhooks', 'webhook-writes.ts') },
  'remote-mirrors.create': mirror,
  'remote-mirrors.edit': mirror,
  'remote-mirrors.sync': mirror,
  'remote-mirrors.remove': mirror,
  'dependency-exports.createForProject': dependencyExport,
  'dependency-exports.createForGroup': dependencyExport,
  'dependency-exports.createForPipeline': dependencyExport,
  'imports.fromCodehostA': imports,
  'imports.cancel': imports,
  'imports.gists': imports,
  'imports.fromCodehostBServer': imports,
  'imports.fromCodehostB': imports,
};
