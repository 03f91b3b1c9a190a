import type { Profile } from '#shared/contract/profiles.ts';

export type DialectName = Profile['dialect'];

/** Display names of the other services that the documents name neutrally, by the documents' name. */
export const serviceNames = {
  documented: {
    codehost_a: 'code host A',
    codehost_b: 'code host B',
    codehost_b_server: 'code host B server',
    network_a: 'network A',
    network_b: 'network B',
    network_c: 'network C',
  },
  gitlab: {
    codehost_a: 'GitHub',
    codehost_b: 'Bitbucket Cloud',
    codehost_b_server: 'Bitbucket Server',
    network_a: 'LinkedIn',
    network_b: 'X (Twitter)',
    network_c: 'Discord',
  },
} as const satisfies Record<DialectName, Record<string, string>>;

export type Service = keyof (typeof serviceNames)['documented'];

/** Prefixes of fields and scopes, by the documents' prefix. */
const prefixes: Readonly<Record<DialectName, Readonly<Record<string, string>>>> = {
  documented: {},
  gitlab: { codehost_a: 'github', codehost_b: 'bitbucket' },
};

export const dialectNames = Object.keys(serviceNames) as DialectName[];

/** The display name of a service inside a sentence. */
export const serviceName = (service: Service, dialect: DialectName): string => serviceNames[dialect][service];

/** The display name of a service with a capital letter. */
export function serviceLabel(service: Service, dialect: DialectName): string {
  const name = serviceName(service, dialect);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The name of a field or scope in the dialect: `codehost_b_email` is `bitbucket_email` in `gitlab`. */
export function nameInDialect(name: string, dialect: DialectName): string {
  const [prefix, own] = Object.entries(prefixes[dialect]).find(([one]) => name.startsWith(one)) ?? ['', ''];
  return own + name.slice(prefix.length);
}
