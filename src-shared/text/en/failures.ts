import type { Code, Distrust, FailureData, Reason } from '#shared/errors.ts';
import { timeOfDay } from './moments.ts';

/** What happened, and the way out of it. */
export interface Explanation {
  what: string;
  wayOut: string;
}

const codes: Record<Code, Explanation> = {
  offline: {
    what: 'This instance cannot be reached.',
    wayOut: 'What is cached stays readable. Check the network, then try again.',
  },
  denied: {
    what: 'The instance refused this.',
    wayOut: 'Ask for the role or the token scope that it needs, or use another token.',
  },
  missing: {
    what: 'The instance has nothing at this place.',
    wayOut: 'It may have been removed, or this token may not see it. Read the list again.',
  },
  conflict: {
    what: 'This clashes with what the instance has now.',
    wayOut: 'Read the row again and decide anew.',
  },
  invalid: {
    what: 'The instance does not accept these values.',
    wayOut: 'Correct them and send it again.',
  },
  throttled: {
    what: 'The instance limits how many requests it accepts, and the limit is reached.',
    wayOut: 'Jobs continue by themselves. Try anything else again later.',
  },
  aborted: {
    what: 'This was stopped before it ended.',
    wayOut: 'Start it again when you want it.',
  },
  remote: {
    what: 'The instance answered with an error of its own.',
    wayOut: 'Try again in a few minutes. If it stays, tell the people who run the instance.',
  },
  bug: {
    what: 'Reeve made a mistake here.',
    wayOut: 'Try again. If it comes back, report it with the log from the data folder (Settings).',
  },
};

const reasons: Record<Reason, Explanation> = {
  'address-invalid': {
    what: 'This is not a usable address.',
    wayOut: 'Enter the address as the browser shows it, for example https://git.example.com.',
  },
  'plain-http': {
    what: 'This address uses plain http, so anyone on the way could read the token.',
    wayOut: 'Use https. If there is none, allow plain http under Advanced and know the risk.',
  },
  'other-address': {
    what: 'This page does not lie under the address of the open instance.',
    wayOut: 'Reeve opens no others. The instance may know itself by another address than this profile does.',
  },
  'name-not-found': {
    what: 'No machine of this name was found.',
    wayOut: 'Check the spelling. If the name only exists inside a company network or VPN, connect to that first.',
  },
  'connection-refused': {
    what: 'The server refused the connection.',
    wayOut: 'The instance may be stopped. If its address is new here, check the port.',
  },
  'connection-lost': {
    what: 'The connection broke off.',
    wayOut: 'Check the network, then try again. What was read so far is kept.',
  },
  tls: {
    what: 'The certificate of this instance is not trusted.',
    wayOut:
      'If that is as it should be, paste the PEM certificate of its signer under Advanced. Otherwise do not go on.',
  },
  'no-tls': {
    what: 'The server does not answer over https.',
    wayOut: 'Check the port, or write http:// in front of the address if that is what this instance speaks.',
  },
  proxy: {
    what: 'The proxy did not let this through.',
    wayOut: 'Check the proxy under Advanced, or leave it empty to connect directly.',
  },
  'timed-out': {
    what: 'The instance did not answer in time.',
    wayOut: 'Try again. If it stays, the instance is overloaded or a firewall drops the connection.',
  },
  'platform-down': {
    what: 'The instance is down or being maintained.',
    wayOut: 'Wait a few minutes and try again. Cached data stays readable.',
  },
  'not-json': {
    what: 'A web page answered instead of the API.',
    wayOut:
      'Often it is a sign-in page of the network or a gateway: open the address in a browser, sign in there, try again.',
  },
  'not-this-api': {
    what: 'Something answers here, but not the API that Reeve speaks.',
    wayOut: 'Check the address. If the instance lives below a path, include it, for example https://example.com/git.',
  },
  'foreign-redirect': {
    what: 'The instance redirects to another address. Reeve does not send the token there.',
    wayOut: 'If the other address is correct, enter it as the address of this instance.',
  },
  'dead-redirect': {
    what: 'The instance redirects to a machine that cannot be reached.',
    wayOut: 'Both are named below. If the address is right, tell the people who run the instance.',
  },
  'foreign-link': {
    what: 'The link to the next page of this list leads to a different list, so Reeve stopped.',
    wayOut: 'Tell the people who run the instance: a proxy in front of it probably rewrites its links incorrectly.',
  },
  'too-large': {
    what: 'The answer was larger than Reeve accepts.',
    wayOut: 'Narrow down what is asked for. Nothing was stored.',
  },
  'unreadable-reply': {
    what: 'The answer could not be understood.',
    wayOut: 'Try again. If it stays, the instance may run a version that Reeve does not know.',
  },
  'token-missing': {
    what: 'There is no token for this instance.',
    wayOut: 'Enter one under Instances.',
  },
  'token-elsewhere': {
    what: 'The saved token was entered for another address, proxy or certificate authority, so Reeve does not send it.',
    wayOut: 'Edit the instance under Instances and enter the token again.',
  },
  'token-rejected': {
    what: 'The instance does not accept this token.',
    wayOut: 'It may be mistyped, expired or revoked. Create a new one on the instance and enter it here.',
  },
  scope: {
    what: 'The token lacks the scope for this.',
    wayOut: 'Use a token with the scope api, or read_api where reading is enough.',
  },
  role: {
    what: 'The person behind this token lacks the role for this.',
    wayOut: 'Ask an owner or administrator for the role, or use the token of someone who has it.',
  },
  tier: {
    what: 'This exists only in a paid tier.',
    wayOut: 'The instance would need a licence that includes it.',
  },
  'hidden-or-missing': {
    what: 'It does not exist, or this token may not know that it does.',
    wayOut: 'The instance answers both alike. Check the name, or try a token with more rights.',
  },
  'never-configured': {
    what: 'This was never set up here.',
    wayOut: 'Nothing is wrong: set it up first, then it can be shown.',
  },
  'not-offered': {
    what: 'This is not available on this instance.',
    wayOut: 'The instance has no such endpoint: it may need a newer version, another edition or a setting.',
  },
  'other-limit': {
    what: 'Something between Reeve and the instance limits requests, such as a proxy or a gateway.',
    wayOut: 'If you sent a change, it may still have been applied. Check the row before you send it again.',
  },
  'not-finished': {
    what: 'The instance is still working on this.',
    wayOut: 'Wait a moment. Reeve asks again by itself.',
  },
  'exclusive-parameters': {
    what: 'Two of these filters exclude each other.',
    wayOut: 'Remove one of them.',
  },
  'limit-known': {
    what: 'This is more than the instance accepts, so it was not sent.',
    wayOut: 'Reduce the size or the number, then try again.',
  },
  'too-many-rows': {
    what: 'A plan holds at most 5,000 rows, and more are chosen. Nothing was planned.',
    wayOut: 'Narrow the filters or choose fewer rows, and do the rest in another plan.',
  },
  'endpoint-limit': {
    what: 'The instance limits how often this kind of request may be sent, and the limit is reached.',
    wayOut: 'Jobs continue by themselves. Try anything else again later; other requests are not affected.',
  },
  'list-without-end': {
    what: 'This list has far more rows than the instance reported, and more keep coming.',
    wayOut:
      'Sync this list on its own, then decide whether to continue. The rows synced so far are kept. A filter or a plan that needs the whole list stops here.',
  },
  'disk-low': {
    what: 'This disk is almost full.',
    wayOut: 'Free some space, then continue. What was synced so far is kept.',
  },
  'needs-plan': {
    what: 'This cannot be taken back or touches several rows, so it needs a plan first.',
    wayOut: 'Look at the plan, then apply it.',
  },
  'needs-confirmation': {
    what: 'This cannot be taken back, and the name that confirms it does not match.',
    wayOut: 'Type the name exactly as it is shown.',
  },
  drifted: {
    what: 'Somebody changed this row since the plan was made, so it was not sent.',
    wayOut: 'Look at what it holds now, then go on or leave it out.',
  },
  'no-undo': {
    what: 'This API has no way to take that back.',
    wayOut: 'What was there before stands in the journal.',
  },
  'read-only': {
    what: 'This instance is set to read-only in Reeve.',
    wayOut: 'Switch read-only off under Instances if you want to change things.',
  },
  'keychain-missing': {
    what: 'No keychain answers on this machine.',
    wayOut: 'Start one and try again, use a passphrase, or work for this session only.',
  },
  'keychain-locked': {
    what: 'The keychain of this machine is locked.',
    wayOut: 'Unlock it and try again.',
  },
  'passphrase-wrong': {
    what: 'This passphrase does not open the data.',
    wayOut: 'Try again. Upper and lower case count.',
  },
  'key-mismatch': {
    what: 'The key in the keychain does not belong to this data folder.',
    wayOut: 'Nothing was changed. Use the keychain it was made with, or the passphrase if one was set.',
  },
  corrupt: {
    what: 'A file in the data folder is damaged.',
    wayOut: 'Reeve set it aside and restores the newest good copy. A cache is read again from the instance.',
  },
  'disk-full': {
    what: 'The disk is full, so Reeve could not save this.',
    wayOut: 'Free some space on the disk that holds the data folder (Settings), then try again.',
  },
  'database-locked': {
    what: 'Another program has locked a database of Reeve.',
    wayOut:
      'A backup program or a virus scanner may be reading the data folder. Wait for it to finish, then try again.',
  },
  'folder-busy': {
    what: 'Another Reeve already uses this data folder.',
    wayOut: 'Switch to its window, or end it first.',
  },
  'needs-secret': {
    what: 'A secret that was entered for this is no longer known.',
    wayOut: 'Enter it again to go on.',
  },
  'too-many-gone': {
    what: 'More than a fifth of the cached rows would be marked as gone.',
    wayOut: 'Open Activity and confirm if that is right. Until then everything stays as it was.',
  },
  'not-cached': {
    what: 'This was never read, so there is nothing to show offline.',
    wayOut: 'Connect to the instance and read it once.',
  },
};

const { wayOut: trustIt } = reasons.tls;
const checkClock = 'Check the clock of this machine. If it is right, the instance needs a new certificate.';
const distrusts: Record<Distrust, Explanation> = {
  'self-signed': { what: 'This instance signed its certificate itself.', wayOut: trustIt },
  'unknown-authority': { what: 'This machine does not know who signed the certificate.', wayOut: trustIt },
  expired: { what: 'The certificate has expired.', wayOut: checkClock },
  'not-yet-valid': { what: 'The certificate is not valid yet.', wayOut: checkClock },
  'other-name': {
    what: 'The certificate is for another name.',
    wayOut: 'Enter the address by a name that it has, as told below.',
  },
};

interface ToExplain {
  code: string;
  reason?: string | null | undefined;
  distrust?: string | undefined;
  retryAtMs?: number | undefined;
}

/** The sentences for a failure: those of its reason, else those of its code. Takes what crossed a wire, too. */
export function explain({ code, reason, distrust, retryAtMs }: ToExplain): Explanation {
  const byDistrust = distrust === undefined ? undefined : lookUp(distrusts, distrust);
  if (byDistrust !== undefined) return byDistrust;
  const byReason = reason !== null && reason !== undefined ? lookUp(reasons, reason) : undefined;
  const known = byReason ?? lookUp(codes, code) ?? codes.bug;
  if (code !== 'throttled' || retryAtMs === undefined) return known;
  return { ...known, what: `${known.what} The limit resets at ${timeOfDay(retryAtMs)}.` };
}

/** The sentences for a bare word that is either a reason or a code, as `Connection.reason` is. */
export function explainWord(word: string): Explanation {
  return explain({ code: word, reason: word });
}

/** What the instance itself said, for people who want to know more; null when it said nothing. */
export function saidBy({ status, said, requestId }: Partial<FailureData>): string | null {
  const parts = [
    status === undefined ? null : `HTTP ${status}`,
    said === undefined || said === '' ? null : status === undefined ? `Connection: ${said}` : said,
    requestId === undefined ? null : `request ${requestId}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

function lookUp<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
