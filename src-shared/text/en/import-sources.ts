import type { ImportEntry, ImportOp } from '#shared/contract/imports.ts';
import { nameInDialect, serviceLabel, serviceName, type DialectName } from './dialect-names.ts';

interface FormWords {
  title: string;
  text: string;
  submit: string;
}

/** Words of the Imports console that name the services from which repositories are imported. */
export function importSources(dialect: DialectName) {
  const a = serviceName('codehost_a', dialect);
  const b = serviceName('codehost_b', dialect);
  const bServer = serviceName('codehost_b_server', dialect);
  const scopes = ['repository', 'pullrequest', 'issue', 'wiki'].map(
    (resource) => `read:${resource}:${nameInDialect('codehost_b', dialect)}`,
  );
  const sources: Record<ImportOp, string> = {
    'imports.fromCodehostA': serviceLabel('codehost_a', dialect),
    'imports.fromCodehostBServer': serviceLabel('codehost_b_server', dialect),
    'imports.fromCodehostB': serviceLabel('codehost_b', dialect),
  };
  const forms: Record<ImportEntry['op'], FormWords> = {
    'imports.fromCodehostA': {
      title: `Import a repository from ${a}`,
      text: 'With a group access token of this instance, the visibility of the repository is kept. The import fails if the target namespace doesn’t exist.',
      submit: 'Import repository…',
    },
    'imports.fromCodehostBServer': {
      title: `Import a repository from ${bServer}`,
      text: 'The response of the instance is undocumented. Reeve shows it unchanged.',
      submit: 'Import repository…',
    },
    'imports.fromCodehostB': {
      title: `Import a repository from ${b}`,
      text: 'The response of the instance is undocumented. Reeve shows it unchanged.',
      submit: 'Import repository…',
    },
    'imports.gists': {
      title: `Import your gists from ${a}`,
      text: 'Gists become personal snippets of the user of this token. Gists with more than 10 files are left out, and an email lists failed gists.',
      submit: 'Import gists…',
    },
    'imports.cancel': {
      title: 'Cancel import',
      text: `Only running imports from ${a} can be canceled.`,
      submit: 'Cancel import…',
    },
  };
  const help: Readonly<Record<string, string>> = {
    repo_id: `The ID of the repository at ${a}.`,
    codehost_a_hostname: `The host name of your own ${a} server. Leave blank for the hosted service.`,
    pagination_limit: `Number of rows per request to ${a}. Use fewer if responses are too large.`,
    ...(dialect === 'gitlab' && {
      codehost_b_app_password:
        'The newest versions of GitLab no longer accept app passwords. Use an email address and an API token if possible.',
    }),
    codehost_b_api_token: `Required scopes: ${scopes.slice(0, -1).join(', ')}, and ${scopes.at(-1)}.`,
  };
  return {
    ways: {
      'imports.fromCodehostA': `From ${a}…`,
      'imports.fromCodehostB': `From ${b}…`,
      'imports.fromCodehostBServer': `From ${bServer}…`,
    } satisfies Record<ImportOp, string>,
    /** Help of fields, by their names. */
    help,
    forms,
    sources,
    ops: { ...sources, 'imports.gists': 'Gists', 'imports.cancel': 'Cancellation' } satisfies Record<
      ImportEntry['op'],
      string
    >,
    consequence: (n: number) =>
      n === 1
        ? `The instance imports it in the background. Reeve can’t delete the project. An import from ${a} can be canceled while it runs.`
        : `The instance imports them in the background. Reeve can’t delete the projects. Imports from ${a} can be canceled while they run.`,
    cannotCancel: `Only running imports from ${a} can be canceled.`,
  };
}
export type ImportSources = ReturnType<typeof importSources>;
