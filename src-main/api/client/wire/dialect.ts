import type { Profile } from '#shared/contract/profiles.ts';

/**
 * How one family of installations spells the neutral names of the documents. Plain data, so that it can be posted to a
 * worker.
 */
export interface Dialect {
  name: Profile['dialect'];
  /** Prefix of the platform's headers, in lower case. */
  headerPrefix: string;
  /** The documents' path template → this family's. */
  paths: Readonly<Record<string, string>>;
  /** The documents' field → this family's, at the top of a row, a query or a body. */
  fields: Readonly<Record<string, string>>;
  /** Fields that contain a whole row of another kind, whose fields are renamed too. */
  within: readonly string[];
  /** The documents' path template → body fields that are also sent under a second name. */
  alsoSent: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const neutralPrefix = 'x-service-';

export const dialects = {
  documented: { name: 'documented', headerPrefix: neutralPrefix, paths: {}, fields: {}, within: [], alsoSent: {} },
  gitlab: {
    name: 'gitlab',
    headerPrefix: 'x-gitlab-',
    paths: {
      '/import/codehost_a': '/import/github',
      '/import/codehost_a/cancel': '/import/github/cancel',
      '/import/codehost_a/gists': '/import/github/gists',
      '/import/codehost_b_server': '/import/bitbucket_server',
      '/import/codehost_b': '/import/bitbucket',
      '/projects/:id/jobs/artifacts': '/projects/:id/artifacts',
    },
    fields: {
      network_a: 'linkedin',
      network_b: 'twitter',
      network_c: 'discord',
      codehost_a: 'github',
      codehost_a_hostname: 'github_hostname',
      codehost_b_server_project: 'bitbucket_server_project',
      codehost_b_server_repo: 'bitbucket_server_repo',
      codehost_b_server_url: 'bitbucket_server_url',
      codehost_b_server_username: 'bitbucket_server_username',
      codehost_b_email: 'bitbucket_email',
      codehost_b_api_token: 'bitbucket_api_token',
      codehost_b_username: 'bitbucket_username',
      codehost_b_app_password: 'bitbucket_app_password',
    },
    // `user` of a key (document 3:20), `created_by` of a user (document 3:8)
    within: ['user', 'created_by'],
    // Real servers read `new_namespace` for this import, and `target_namespace` for the other two
    alsoSent: { '/import/codehost_b_server': { target_namespace: 'new_namespace' } },
  },
} as const satisfies Record<string, Dialect>;
export type DialectName = keyof typeof dialects;

/**
 * The dialect that a reply suggests by the names of its headers, in lower case; null: none, or the one in which it was
 * read.
 */
export function suggestedDialectOf(headers: Readonly<Record<string, unknown>>): DialectName | null {
  const { headerPrefix } = dialects.gitlab;
  return Object.keys(headers).some((name) => name.startsWith(headerPrefix)) ? 'gitlab' : null;
}

/** The path template in the spelling of the family. */
export function pathToWire(path: string, dialect: Dialect): string {
  return dialect.paths[path] ?? path;
}

/** The fields under the names of the family. */
export function fieldsToWire(row: Readonly<Record<string, unknown>>, dialect: Dialect): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [dialect.fields[name] ?? name, value]));
}

/** The fields of a body under the names of the family, with the additional names of `alsoSent`. */
export function bodyToWire(
  body: Readonly<Record<string, unknown>>,
  path: string,
  dialect: Dialect,
): Record<string, unknown> {
  const also = Object.entries(dialect.alsoSent[path] ?? {}).filter(([name]) => body[name] !== undefined);
  return { ...fieldsToWire(body, dialect), ...Object.fromEntries(also.map(([name, second]) => [second, body[name]])) };
}

/** One row with the documents' field names. If a row already has the neutral name, it keeps its value. */
export function fieldsFromWire(row: unknown, dialect: Dialect): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const renamed: Record<string, unknown> = { ...row };
  for (const [neutral, own] of Object.entries(dialect.fields)) {
    if (!Object.hasOwn(renamed, own) || Object.hasOwn(renamed, neutral)) continue;
    renamed[neutral] = renamed[own];
    delete renamed[own];
  }
  for (const name of dialect.within) {
    if (Object.hasOwn(renamed, name)) renamed[name] = fieldsFromWire(renamed[name], { ...dialect, within: [] });
  }
  return renamed;
}

/** The documents' name of one field of the family. */
export function fieldFromWire(name: string, dialect: Dialect): string {
  return Object.entries(dialect.fields).find(([, own]) => own === name)?.[0] ?? name;
}

/** A header name in the spelling of the documents, in lower case. */
export function headerFromWire(name: string, { headerPrefix }: Dialect): string {
  const own = name.toLowerCase();
  return own.startsWith(headerPrefix) ? neutralPrefix + own.slice(headerPrefix.length) : own;
}
