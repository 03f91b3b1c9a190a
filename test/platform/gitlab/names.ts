import type { Endpoint } from '../endpoints.ts';
import { emptyParams } from '../http/params.ts';
import type { Params } from '../http/params.ts';
import { Refusal } from '../http/refusal.ts';
import type { Settings } from '../settings.ts';

type DialectSetting = Pick<Settings, 'dialect'>;

/** The paths of real installations that the documents spell differently. */
const PATHS: Readonly<Record<string, string>> = {
  'POST /import/codehost_a': '/import/github',
  'POST /import/codehost_a/cancel': '/import/github/cancel',
  'POST /import/codehost_a/gists': '/import/github/gists',
  'POST /import/codehost_b_server': '/import/bitbucket_server',
  'POST /import/codehost_b': '/import/bitbucket',
  'DELETE /projects/:id/jobs/artifacts': '/projects/:id/artifacts',
};

/** The path of an endpoint in the dialect. Its name in requests and faults stays that of the documents. */
export const pathInDialect = ({ dialect }: DialectSetting, { method, path }: Endpoint): string =>
  dialect === 'gitlab' ? (PATHS[`${method} ${path}`] ?? path) : path;

/** Parameters of imports by the names of the documents. Other parameters stay; the documents' own names are unknown. */
export function documentedParams({ dialect }: DialectSetting, { area, path }: Endpoint, params: Params): Params {
  if (dialect !== 'gitlab' || area !== 'imports') return params;
  const documented = emptyParams();
  for (const [name, value] of Object.entries(params)) {
    if (name.startsWith('codehost_')) continue;
    if (path === '/import/codehost_b_server' && name === 'target_namespace') continue;
    documented[documentedName(path, name)] = value;
  }
  return documented;
}

/** The import from a server reads `new_namespace`, all others read `target_namespace`. */
function documentedName(path: string, name: string) {
  if (path === '/import/codehost_b_server' && name === 'new_namespace') return 'target_namespace';
  return name.replace(/^github/, 'codehost_a').replace(/^bitbucket/, 'codehost_b');
}

/** A refusal of an import with the parameter names of real installations. */
export function refusalInDialect(
  { dialect }: DialectSetting,
  endpoint: Endpoint | undefined,
  refusal: Refusal,
): Refusal {
  if (dialect !== 'gitlab' || endpoint?.area !== 'imports') return refusal;
  const { status, body, headers } = refusal;
  const words = JSON.stringify(body).replaceAll('codehost_a', 'github').replaceAll('codehost_b', 'bitbucket');
  return new Refusal(status, JSON.parse(words) as object, headers);
}

/** `X-Service-*` of the documents is `X-Gitlab-*` on real installations. */
export const headersInDialect = (
  { dialect }: DialectSetting,
  headers: Readonly<Record<string, string>>,
): Record<string, string> =>
  dialect === 'gitlab'
    ? Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.replace(/^x-service-/i, 'X-Gitlab-'), value]),
      )
    : { ...headers };

/** Fields of accounts for other services, which the documents name neutrally. */
const FIELDS: Readonly<Record<string, string>> = {
  network_a: 'linkedin',
  network_b: 'twitter',
  network_c: 'discord',
  codehost_a: 'github',
};

/** Fields of a row by their names in the dialect. */
export const fieldsInDialect = ({ dialect }: DialectSetting, fields: Readonly<Record<string, string>>) =>
  dialect === 'gitlab'
    ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [FIELDS[name] ?? name, value]))
    : fields;
