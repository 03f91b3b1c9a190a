import { profileColours, type Profile, type ProfileInput } from '#shared/contract/profiles.ts';
import type { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { profiles } from '#shared/text/en/profiles.ts';

/** The values of the fields; empty text where the contract has null. */
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
type TokenMismatch = Profile['tokenMismatch'];

/** The fields for an existing profile, or for a new one. The core never returns the token. */
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

/** The color that the fewest instances have, so that a new instance is easy to tell apart. */
export function leastUsedColour(used: readonly Profile['colour'][]): Profile['colour'] {
  const uses = (colour: Profile['colour']) => used.filter((other) => other === colour).length;
  return profileColours.reduce((least, colour) => (uses(colour) < uses(least) ? colour : least));
}

/**
 * The setting that changed since the saved token was entered, by the rules of the core; null: the token can be used.
 */
export function tokenMismatch(form: ProfileForm, profile: Profile | null): TokenMismatch {
  if (profile === null) return null;
  const typed = inputOf(form);
  if (plainAddress(typed.url) !== plainAddress(profile.url)) return 'url';
  if (serverOf(typed.proxy) !== serverOf(profile.proxy)) return 'proxy';
  if (typed.ca !== null && lines(typed.ca) !== lines(profile.ca ?? '')) return 'ca';
  return profile.tokenMismatch;
}

/**
 * Errors that can be found without a request. `takenNames`: names of the other profiles; `saved`: the edited profile;
 * `mismatch`: the result of `tokenMismatch`.
 */
export function check(
  form: ProfileForm,
  { takenNames, saved, mismatch }: { takenNames: readonly string[]; saved: Profile | null; mismatch: TokenMismatch },
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
  if (token === '' && mismatch !== null) found.token = profiles.tokenAgain[mismatch];
  else if (token === '' && saved?.hasToken !== true) found.token = errors.tokenEmpty;
  else if (/\s/.test(token)) found.token = errors.tokenSpaces;
  else if (/[^\x21-\x7e]/.test(token)) found.token = errors.tokenSigns;
  else if (token.length > 2_000) found.token = errors.tokenLong;
  if (form.proxy.trim() !== '' && !/^https?:\/\/[^\s/]+/.test(form.proxy.trim())) found.proxy = errors.proxyInvalid;
  if (form.ca.trim() !== '' && !form.ca.includes('-----BEGIN CERTIFICATE-----')) found.ca = errors.caInvalid;
  return found;
}

/** The field errors of a failure; null if it concerns no field. `url`: as it was entered. */
export function errorsOf(failure: Failure, url: string): FormErrors | null {
  const { field, reason } = failure;
  const bare = bareAddress(url);
  if (bare !== null && (reason === 'not-json' || reason === 'not-this-api'))
    return { url: profiles.errors.urlNoApi(bare) };
  if (failure.code !== 'invalid' && failure.code !== 'conflict') return null;
  if (field === 'name') return { name: profiles.errors.nameTaken };
  if (field === 'url' && reason === 'plain-http') return { url: profiles.errors.urlPlain };
  if (field === 'url') return { url: explain(failure).what };
  if (field === 'token' && reason === 'token-elsewhere') return { token: explain(failure).what };
  if (field === 'token') return { token: profiles.errors.tokenEmpty };
  if (field === 'proxy' && reason === 'needs-secret') return { proxy: profiles.errors.proxyLogin };
  if (field === 'proxy') return { proxy: profiles.errors.proxyInvalid };
  if (field === 'ca') return { ca: profiles.errors.caInvalid };
  return null;
}

/**
 * Whether these settings may be saved although the test failed: nothing answered, or the instance is temporarily down or
 * limits requests. After any other answer, the settings must be corrected.
 */
export function canSaveUntested({ code, reason }: Failure): boolean {
  return code === 'offline' || code === 'throttled' || reason === 'platform-down';
}

function addressError(url: string): string | null {
  const { errors } = profiles;
  if (url === '') return errors.urlEmpty;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') return errors.urlScheme;
  const parsed = URL.parse(scheme === undefined ? `https://${url}` : url);
  if (parsed === null || /\s/.test(url)) return errors.urlInvalid;
  if (parsed.username !== '' || parsed.password !== '') return errors.urlUser;
  return isPage(parsed) ? errors.urlPage(parsed.origin) : null;
}

/** Whether an address was copied from a page of the platform. */
function isPage({ pathname, search, hash }: URL): boolean {
  return search !== '' || hash !== '' || /\/-(\/|$)|^\/(dashboard|explore|users\/sign_in)(\/|$)/.test(pathname);
}

/** The address without its path; null: it has none, or is invalid. */
export function bareAddress(text: string): string | null {
  const url = withScheme(text.trim());
  return url === null || (!isPage(url) && plainAddress(text.trim()) === url.origin) ? null : url.origin;
}

function hostOf(url: string): string {
  return withScheme(url)?.host ?? '';
}

/** The address without the path of the API; null if it is invalid. */
function plainAddress(text: string): string | null {
  const url = withScheme(text);
  return url && url.origin + url.pathname.replace(/\/*(\/api(\/v4)?)?\/*$/, '');
}

function withScheme(text: string): URL | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.parse(text);
  const isLoopback = /^(localhost|[^/:]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/.test(text);
  return URL.parse(`${isLoopback ? 'http' : 'https'}://${text}`);
}

/** A proxy without its login. */
function serverOf(proxy: string | null): string | null {
  const url = proxy === null ? null : URL.parse(proxy);
  return url === null ? proxy : `${url.protocol}//${url.host}`;
}

const lines = (pem: string): string => pem.replaceAll('\r\n', '\n').trim();
