import type { Profile, ProfileInput } from '#shared/contract/profiles.ts';
import type { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { profiles } from '#shared/text/en/profiles.ts';

/** What stands in the fields; empty text where the contract has null. */
export interface ProfileForm {
  name: string;
  colour: Profile['colour'];
  url: string;
  token: string;
  dialect: Profile['dialect'];
  readOnly: boolean;
  proxy: string;
  ca: string;
  allowPlainHttp: boolean;
}
export type FormErrors = Partial<Record<keyof ProfileForm, string>>;

/** The fields for an existing profile, or for a new one. The token never comes back from the core. */
export function formOf(profile: Profile | null, colour: Profile['colour'] = 'iris'): ProfileForm {
  if (profile === null) {
    const empty = { name: '', url: '', token: '', proxy: '', ca: '' };
    return { ...empty, colour, dialect: 'documented', readOnly: false, allowPlainHttp: false };
  }
  const { name, url, dialect, readOnly, allowPlainHttp } = profile;
  const texts = { token: '', proxy: profile.proxy ?? '', ca: profile.ca ?? '' };
  return { name, url, dialect, readOnly, allowPlainHttp, colour: profile.colour, ...texts };
}

export function inputOf(form: ProfileForm): ProfileInput {
  return {
    ...form,
    name: form.name.trim() === '' ? hostOf(form.url) : form.name.trim(),
    url: form.url.trim(),
    token: form.token.trim(),
    proxy: form.proxy.trim() === '' ? null : form.proxy.trim(),
    ca: form.ca.trim() === '' ? null : form.ca.trim(),
  };
}

/** What can be seen to be wrong without asking anyone. `takenNames` are those of the other profiles. */
export function check(
  form: ProfileForm,
  { takenNames, needsToken }: { takenNames: readonly string[]; needsToken: boolean },
): FormErrors {
  const { errors } = profiles;
  const found: FormErrors = {};
  const name = inputOf(form).name;
  const url = addressError(form.url.trim());
  if (url !== null) found.url = url;
  if (name === '' && url === null) found.name = errors.nameEmpty;
  else if (name.length > 60) found.name = errors.nameLong;
  else if (takenNames.some((other) => other.toLowerCase() === name.toLowerCase())) found.name = errors.nameTaken;
  const token = form.token.trim();
  if (token === '' && needsToken) found.token = errors.tokenEmpty;
  else if (/\s/.test(token)) found.token = errors.tokenSpaces;
  else if (/[^\x21-\x7e]/.test(token)) found.token = errors.tokenSigns;
  else if (token.length > 2_000) found.token = errors.tokenLong;
  if (form.proxy.trim() !== '' && !/^https?:\/\/[^\s/]+/.test(form.proxy.trim())) found.proxy = errors.proxyInvalid;
  if (form.ca.trim() !== '' && !form.ca.includes('-----BEGIN CERTIFICATE-----')) found.ca = errors.caInvalid;
  return found;
}

/** The core's refusal of one field, as an error under that field; null when it is about none of them. */
export function errorsOf(failure: Failure): FormErrors | null {
  const { field, reason } = failure;
  if (failure.code !== 'invalid' && failure.code !== 'conflict') return null;
  if (field === 'name') return { name: profiles.errors.nameTaken };
  if (field === 'url' && reason === 'plain-http') return { url: profiles.errors.urlPlain };
  if (field === 'url') return { url: explain(failure).what };
  if (field === 'token') return { token: profiles.errors.tokenEmpty };
  if (field === 'proxy' && reason === 'needs-secret') return { proxy: profiles.errors.proxyLogin };
  if (field === 'proxy') return { proxy: profiles.errors.proxyInvalid };
  if (field === 'ca') return { ca: profiles.errors.caInvalid };
  return null;
}

/** Whether these settings may be kept although the test failed: the instance may just be away for now. */
export function isWorthSaving(failure: Failure): boolean {
  if (failure.reason === 'not-this-api' || failure.reason === 'foreign-redirect') return false;
  return failure.code === 'offline' || failure.code === 'remote' || failure.code === 'throttled';
}

function addressError(url: string): string | null {
  const { errors } = profiles;
  if (url === '') return errors.urlEmpty;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') return errors.urlScheme;
  const parsed = URL.parse(scheme === undefined ? `https://${url}` : url);
  if (parsed === null || /\s/.test(url)) return errors.urlInvalid;
  return parsed.username !== '' || parsed.password !== '' ? errors.urlUser : null;
}

function hostOf(url: string): string {
  return URL.parse(/^[a-z]+:\/\//i.test(url) ? url : `https://${url}`)?.host ?? '';
}
