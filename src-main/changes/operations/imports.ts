import type { imports as api } from '#main/api/endpoints/imports.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Operation, OperationsOf } from '../operation-kit/operation.ts';
import { ofPlace } from '../operation-kit/of-place.ts';
import { nameIn } from '../operation-kit/probes.ts';

/** The status of the import and the platform's warning. */
const replySummary: NonNullable<Operation['replySummary']> = ({
  import_status,
  human_import_status_name,
  import_warning,
}) => {
  const parts = [human_import_status_name ?? import_status, import_warning].filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : parts.join(' · ');
};

/** No `read`: the API can't read what an import creates. */
const imported = (...names: readonly string[]): Operation => ({
  replySummary,
  names: {
    label: ({ body }) =>
      [nameIn(body, 'target_namespace'), nameIn(body, ...names) ?? words.repository]
        .filter((part) => part !== null)
        .join('/'),
  },
});

export const imports: OperationsOf<typeof api> = {
  'imports.fromCodehostA': imported('new_name', 'repo_id'),
  'imports.cancel': {
    needsTypedName: true,
    replySummary,
    ...ofPlace,
  },
  'imports.gists': { names: { label: () => words.gists } },
  'imports.fromCodehostBServer': imported('new_name', 'codehost_b_server_repo'),
  'imports.fromCodehostB': imported('new_name', 'repo_path'),
};
