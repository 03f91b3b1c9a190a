import { z } from 'zod';
import { RemoteMirrorEdit, type HostKeyLine } from '#shared/contract/remote-mirrors.ts';
import { remoteMirrors } from '#shared/text/en/remote-mirrors.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import type { FoundKey } from '../../console/forms/form-spec.ts';
import type { Mirror } from './mirrors-list.ts';

const words = remoteMirrors.form;

const MirrorFields = RemoteMirrorEdit.omit({ host_keys: true, only_protected_branches: true })
  .required()
  .extend({ branchChoice: z.enum(['all', 'protected', 'regex']) });
type MirrorFields = z.infer<typeof MirrorFields>;

const MirrorForm = MirrorFields.extend({
  scope: z.string().min(1),
  url: z.string(),
  username: z.string().default(''),
  password: z.string().default(''),
  host_keys: z.string().default(''),
});
export type MirrorForm = z.infer<typeof MirrorForm>;

/** The schema of the form of a mirror. `isNew`: the form also has the URL and the password. */
export const mirrorForm = (isNew: boolean): z.ZodType<MirrorForm> =>
  MirrorForm.superRefine((values, context) => {
    const { url, auth_method, username, password, branchChoice, mirror_branch_regex } = values;
    const add = (field: keyof MirrorForm, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const fault = isNew ? faultOfUrl(url) : null;
    if (fault !== null) add('url', words[fault]);
    if (isNew && auth_method === 'password' && username !== '' && password === '')
      add('password', words.passwordMissing);
    if (branchChoice === 'regex' && mirror_branch_regex.trim() === '') add('mirror_branch_regex', words.regexMissing);
  });

const protocols = ['https:', 'http:', 'ssh:', 'git:'];

/** The fields of an existing mirror. Some platforms do not return the expression. */
export function formOf(row: Mirror): MirrorFields {
  const mirror_branch_regex = row.mirror_branch_regex ?? '';
  return {
    auth_method: row.auth_method === 'ssh_public_key' ? 'ssh_public_key' : 'password',
    branchChoice: row.only_protected_branches === true ? 'protected' : mirror_branch_regex === '' ? 'all' : 'regex',
    mirror_branch_regex,
    keep_divergent_refs: row.keep_divergent_refs === true,
    enabled: row.enabled === true,
  };
}

/**
 * The body of the write: the changed fields; without `before`: all. Protected branches and an expression exclude each
 * other (document 1:186), so the other one is cleared.
 */
export function bodyOf(
  { auth_method, branchChoice, mirror_branch_regex, keep_divergent_refs, enabled }: MirrorFields,
  hostKeys: readonly string[],
  before: MirrorFields | null,
): Record<string, unknown> {
  const regex = mirror_branch_regex.trim();
  const areBranchesChanged =
    before?.branchChoice !== branchChoice || (branchChoice === 'regex' && before.mirror_branch_regex !== regex);
  const isExpression = branchChoice === 'regex' || before?.branchChoice === 'regex';
  return {
    ...(before?.auth_method !== auth_method && { auth_method }),
    ...(before?.enabled !== enabled && { enabled }),
    ...(before?.keep_divergent_refs !== keep_divergent_refs && { keep_divergent_refs }),
    ...(areBranchesChanged && {
      only_protected_branches: branchChoice === 'protected',
      ...(isExpression && { mirror_branch_regex: branchChoice === 'regex' ? regex : '' }),
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
export function sentUrl({
  url: text,
  auth_method,
  username,
  password,
}: Pick<MirrorForm, 'url' | 'auth_method' | 'username' | 'password'>): string {
  const url = new URL(text.trim());
  if (auth_method === 'password' && username !== '') url.username = encodeURIComponent(username);
  if (auth_method === 'password' && password !== '') url.password = encodeURIComponent(password);
  return url.href;
}

/** The keys that were found in the host keys: a sentence about each line. */
export function foundIn(lines: readonly HostKeyLine[]): FoundKey[] {
  return lines.flatMap(({ line, send, type, bits, sha256, host, isOtherHost, problem, fault, detail }): FoundKey[] => {
    if (problem !== null)
      return [{ text: words.keyProblem(line, problem, fault, visibleText(detail ?? '')), tone: 'bad' }];
    if (send === null) return [];
    const read = { text: words.keyRead(line, type ?? '', bits, sha256 ?? '') };
    return isOtherHost ? [read, { text: words.keyOtherHost(line, visibleText(host ?? '')), tone: 'warn' }] : [read];
  });
}
