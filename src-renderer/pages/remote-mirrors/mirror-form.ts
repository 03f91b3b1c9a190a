import type { Mirror } from './mirrors-list.ts';

export type AuthMethod = 'ssh_public_key' | 'password';
export type BranchChoice = 'all' | 'protected' | 'regex';

export interface MirrorFields {
  auth: AuthMethod;
  branches: BranchChoice;
  regex: string;
  keepsDivergent: boolean;
  isEnabled: boolean;
}

const protocols = ['https:', 'http:', 'ssh:', 'git:'];

/** The fields of an existing mirror. Some platforms do not return the expression. */
export function formOf(row: Mirror): MirrorFields {
  const regex = row.mirror_branch_regex ?? '';
  return {
    auth: row.auth_method === 'ssh_public_key' ? 'ssh_public_key' : 'password',
    branches: row.only_protected_branches === true ? 'protected' : regex === '' ? 'all' : 'regex',
    regex,
    keepsDivergent: row.keep_divergent_refs === true,
    isEnabled: row.enabled === true,
  };
}

/**
 * The body of the write: the changed fields; without `before`: all. Protected branches and an expression exclude each
 * other (document 1:186), so the other one is cleared.
 */
export function bodyOf(
  { auth, branches, regex, keepsDivergent, isEnabled, hostKeys }: MirrorFields & { hostKeys: readonly string[] },
  before: MirrorFields | null,
): Record<string, unknown> {
  const areBranchesChanged = before?.branches !== branches || (branches === 'regex' && before.regex !== regex.trim());
  const isExpression = branches === 'regex' || before?.branches === 'regex';
  return {
    ...(before?.auth !== auth && { auth_method: auth }),
    ...(before?.isEnabled !== isEnabled && { enabled: isEnabled }),
    ...(before?.keepsDivergent !== keepsDivergent && { keep_divergent_refs: keepsDivergent }),
    ...(areBranchesChanged && {
      only_protected_branches: branches === 'protected',
      ...(isExpression && { mirror_branch_regex: branches === 'regex' ? regex.trim() : '' }),
    }),
    ...(hostKeys.length > 0 && { host_keys: [...hostKeys] }),
  };
}

/** Why a URL can't be sent. A password in it would be visible while it is typed. */
export function faultOfUrl(text: string): 'urlMissing' | 'urlWrong' | 'urlPassword' | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'urlMissing';
  if (!URL.canParse(trimmed) || /\s/.test(trimmed)) return 'urlWrong';
  const { protocol, hostname, password } = new URL(trimmed);
  if (!protocols.includes(protocol) || hostname === '') return 'urlWrong';
  return password === '' ? null : 'urlPassword';
}

/** The host of a URL, with its port if it has one; null: none. */
export function hostOf(text: string): string | null {
  if (!URL.canParse(text.trim())) return null;
  const { host } = new URL(text.trim());
  return host === '' ? null : host;
}

/** The URL with user name and password. */
export function sentUrl(
  text: string,
  auth: AuthMethod,
  { username, password }: { username: string; password: string },
): string {
  const url = new URL(text.trim());
  if (auth === 'password' && username !== '') url.username = encodeURIComponent(username);
  if (auth === 'password' && password !== '') url.password = encodeURIComponent(password);
  return url.href;
}
