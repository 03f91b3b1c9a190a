import type { Code, Distrust, Reason } from '#shared/errors.ts';
import type { NamedOperation } from './operations.ts';

/** What failed, and what to do about it. */
export interface Explanation {
  what: string;
  nextStep: string;
  /** Advice for an address that never worked. */
  whenNew?: string;
}

/** Refusals with a more exact meaning than their status, by operation and status. */
export type Refusals = { readonly [Op in NamedOperation]?: Readonly<Record<number, Explanation>> };

/** What each code means. */
export const codes: Record<Code, Explanation> = {
  offline: {
    what: 'This instance can’t be reached.',
    nextStep: 'Cached data stays available. Check the network, then retry.',
  },
  denied: {
    what: 'The instance denied this request.',
    nextStep: 'The message of the instance, if it sent one, shows the reason.',
  },
  missing: {
    what: 'The instance didn’t find this.',
    nextStep: 'It was deleted, or this token can’t see it. Sync the list again.',
  },
  conflict: {
    what: 'This conflicts with the current state on the instance.',
    nextStep: 'Refresh the row, check its values, then retry.',
  },
  invalid: {
    what: 'The instance doesn’t accept these values.',
    nextStep: 'Correct the values and retry.',
  },
  throttled: {
    what: 'The rate limit of this instance is reached.',
    nextStep: 'Jobs continue automatically. Retry other actions later.',
  },
  aborted: {
    what: 'This was canceled before it finished.',
    nextStep: 'You can start it again.',
  },
  remote: {
    what: 'The instance reported an internal error.',
    nextStep: 'Retry in a few minutes. If the error persists, contact the operators of the instance.',
  },
  bug: {
    what: 'An error occurred in Reeve.',
    nextStep: 'Retry. If the error persists, report it with the log from the data folder (see Settings).',
  },
};

/** What each reason means. */
export const reasons: Record<Reason, Explanation> = {
  'address-invalid': {
    what: 'This address isn’t valid.',
    nextStep: 'Enter the address as shown in the browser, for example https://git.example.com.',
  },
  'plain-http': {
    what: 'This address uses plain HTTP, so others on the network could read the token.',
    nextStep: 'Use HTTPS. If the instance doesn’t support it and you accept the risk, allow plain HTTP under Advanced.',
  },
  'other-address': {
    what: 'This page doesn’t belong to the open instance.',
    nextStep: 'Reeve opens only pages under the address saved for the instance. Check that address under Instances.',
  },
  'name-not-found': {
    what: 'The host name wasn’t found.',
    whenNew: 'Check the spelling.',
    nextStep: 'If the name exists only on a company network or VPN, connect to it first.',
  },
  'connection-refused': {
    what: 'The server refused the connection.',
    whenNew: 'Check the port.',
    nextStep: 'The instance may be down. Retry in a few minutes.',
  },
  'connection-lost': {
    what: 'The connection was lost.',
    nextStep: 'Check the network, then retry. Data synced so far is kept.',
  },
  tls: {
    what: 'The certificate of this instance isn’t trusted.',
    nextStep:
      'If you expect this certificate, paste the PEM certificate of its issuer under Advanced. Otherwise, don’t continue.',
  },
  'no-tls': {
    what: 'The server doesn’t support HTTPS on this port.',
    whenNew: 'Check the port. If the instance uses plain HTTP, start the address with http://.',
    nextStep: 'Ask an administrator of the instance.',
  },
  proxy: {
    what: 'The proxy rejected the connection.',
    nextStep: 'Check the proxy under Advanced, or clear it to connect directly.',
  },
  'timed-out': {
    what: 'The instance didn’t respond in time.',
    nextStep: 'Retry. If the error persists, the instance may be overloaded, or a firewall may block the connection.',
  },
  'platform-down': {
    what: 'The instance is down or under maintenance.',
    nextStep: 'Retry in a few minutes. Cached data stays available.',
  },
  'not-json': {
    what: 'Reeve received a web page or plain text instead of an API response.',
    nextStep:
      'Often this is a sign-in page of the network or a gateway. Open the address in a browser, sign in, then retry.',
  },
  'not-this-api': {
    what: 'The server responds, but not with an API that Reeve supports.',
    nextStep: 'Check the address. If the instance is under a path, include it, for example https://example.com/git.',
  },
  'foreign-redirect': {
    what: 'The instance redirects to another address. Reeve doesn’t send the token there.',
    nextStep: 'If the other address is correct, enter it as the address of this instance.',
  },
  'dead-redirect': {
    what: 'The instance redirects to a server that can’t be reached.',
    nextStep: 'Both addresses are shown below. If yours is correct, contact the operators of the instance.',
  },
  'foreign-link': {
    what: 'The link to the next page of this list leads to a different list, so Reeve stopped.',
    nextStep: 'Contact the operators of the instance: a proxy in front of it probably rewrites links incorrectly.',
  },
  'page-repeated': {
    what: 'The instance returned the same page of this list again, so Reeve doesn’t know whether the list has more rows.',
    nextStep: 'Contact the operators of the instance: a proxy in front of it probably removes the page number.',
  },
  'too-large': {
    what: 'The response is larger than Reeve accepts.',
    nextStep: 'Nothing was saved. Request less data at once.',
  },
  'unreadable-reply': {
    what: 'Reeve couldn’t read the response of the instance.',
    nextStep: 'Retry. If the error persists, Reeve may not support the version of this instance.',
  },
  'token-missing': {
    what: 'No token is saved for this instance.',
    nextStep: 'Enter a token under Instances.',
  },
  'token-elsewhere': {
    what: 'The saved token was entered for another address, proxy, or certificate authority, so Reeve doesn’t send it.',
    nextStep: 'Edit the instance under Instances and enter the token again.',
  },
  'token-rejected': {
    what: 'The instance doesn’t accept this token.',
    nextStep: 'It may be incomplete, mistyped, expired or revoked. Check it, or create a new one on the instance.',
  },
  'token-ended': {
    what: 'The instance no longer accepts this token.',
    nextStep: 'It has expired or was revoked. Create a new one on the instance.',
  },
  scope: {
    what: 'The token lacks the required scope.',
    nextStep: 'Use a token with the scope api, or with read_api if you only need to read.',
  },
  role: {
    what: 'This token’s user lacks the required role.',
    nextStep: 'Ask an Owner or administrator for the role, or use the token of a user who has it.',
  },
  account: {
    what: 'The account of this token is blocked, deactivated, not yet approved or not yet confirmed, or its password has expired.',
    nextStep:
      'If it is blocked or not approved, an administrator of the instance must change that. In the other cases, its user can resolve this by signing in to the instance in a browser. Reeve then continues automatically.',
  },
  terms: {
    what: 'The user of this token hasn’t accepted the terms of service of the instance.',
    nextStep:
      'Only this user can accept them: sign in to the instance in a browser and accept the terms. Reeve then continues automatically.',
  },
  'two-factor': {
    what: 'The user of this token must set up two-factor authentication.',
    nextStep:
      'Only this user can do that: sign in to the instance in a browser and set it up. Reeve then continues automatically.',
  },
  'read-only-instance': {
    what: 'The instance is read-only and accepts no changes.',
    nextStep:
      'Only the operators of the instance can change that. Retry after they have, for example after maintenance.',
  },
  moved: {
    what: 'The project has a new path, and the instance accepts no changes at the old path.',
    nextStep: 'In Groups and projects, add the project with its new path or its ID. Then make the change there.',
  },
  tier: {
    what: 'This requires a paid tier.',
    nextStep: 'To use it, the instance needs a license for that tier.',
  },
  'not-by-api': {
    what: 'The API of this instance can’t change this, whatever the role.',
    nextStep: 'If it can be changed at all, change it on its page in a browser.',
  },
  'hidden-or-missing': {
    what: 'This doesn’t exist, or this token can’t see it.',
    nextStep: 'Check the name. If it exists, this token’s user needs access to it.',
  },
  'never-configured': {
    what: 'This isn’t configured yet.',
    nextStep: 'This isn’t an error. Configure it first to show it here.',
  },
  'not-offered': {
    what: 'Not available on this instance.',
    nextStep: 'The instance may need a newer version, another edition, or a different setting.',
  },
  'other-limit': {
    what: 'The instance, or a proxy in front of it, limits requests.',
    nextStep: 'If you sent a change, it may still have been applied. Check the row before you send it again.',
  },
  'refused-by-proxy': {
    what: 'A proxy in front of the instance refused this change. It is unknown whether the instance applied it.',
    nextStep: 'Check the row before you send the change again.',
  },
  'not-finished': {
    what: 'The instance is still working on this.',
    nextStep: 'Wait a moment. Reeve checks again automatically.',
  },
  'exclusive-parameters': {
    what: 'Two of these values can’t be combined.',
    nextStep: 'Remove one of them.',
  },
  'two-names': {
    what: 'The same setting is given under two names, which the instance refuses.',
    nextStep: 'Remove the deprecated one: active is the old name of paused.',
  },
  'not-in-dialect': {
    what: 'Instances of this kind refuse this, so it wasn’t sent.',
    nextStep: 'Use another value. If the kind is wrong, change “Field names” of the instance.',
  },
  'limit-known': {
    what: 'This is more than the instance accepts, so it wasn’t sent.',
    nextStep: 'Reduce the size or the number, then retry.',
  },
  'too-many-rows': {
    what: 'A plan can have at most 5,000 rows, and more are selected. No plan was created.',
    nextStep: 'Narrow the filters or select fewer rows, and put the rest in another plan.',
  },
  'endpoint-limit': {
    what: 'The rate limit for this kind of request is reached.',
    nextStep: 'Jobs continue automatically. Retry this action later; other requests aren’t affected.',
  },
  'list-without-end': {
    what: 'This list has far more rows than the instance reported, and the instance keeps sending more.',
    nextStep:
      'Sync this list on its own, then decide whether to continue. The rows synced so far are kept. A filter or a plan that needs the whole list stops here.',
  },
  'disk-low': {
    what: 'This disk is almost full.',
    nextStep: 'Free some space, then continue. Data synced so far is kept.',
  },
  'storage-limit': {
    what: 'The file doesn’t fit into the limit for stored files.',
    nextStep: 'Raise the limit in Settings, or unpin or delete stored files. Then retry.',
  },
  'file-damaged': {
    what: 'The file is damaged: its content doesn’t match its hash.',
    nextStep: 'Retry. If a stored file is damaged, delete it and request it again.',
  },
  'file-not-kept': {
    what: 'Reeve no longer has the content of this file, so nothing was sent.',
    nextStep: 'Choose the file again. Reeve deletes a file after it was sent, and after a day if no plan uses it.',
  },
  'file-unreadable': {
    what: 'Reeve couldn’t read this file.',
    nextStep: 'The file may have been changed or moved, or it may be a folder. Choose a file again.',
  },
  'text-too-long': {
    what: 'This text is too long.',
    nextStep: 'Nothing was changed. Use a shorter text, or split it.',
  },
  'text-too-costly': {
    what: 'Parsing this text needs too much time or memory.',
    nextStep: 'Nothing was changed. Use a shorter text, or split it.',
  },
  'needs-plan': {
    what: 'This can’t be undone or changes several rows, so it requires a plan.',
    nextStep: 'Review the plan, then apply it.',
  },
  'needs-confirmation': {
    what: 'This can’t be undone, and the name that you typed doesn’t match.',
    nextStep: 'Type the name exactly as shown.',
  },
  drifted: {
    what: 'This row changed on the instance after the plan was created, so it wasn’t sent.',
    nextStep: 'Review its current values, then continue or leave it out.',
  },
  'no-undo': {
    what: 'Reeve can’t undo this change.',
    nextStep: 'The journal shows the previous values.',
  },
  'read-only': {
    what: 'This instance is set to read-only in Reeve.',
    nextStep: 'To allow changes, turn off read-only under Instances.',
  },
  'keychain-missing': {
    what: 'The keychain of this machine isn’t available.',
    nextStep: 'Start a keychain service and retry, use a passphrase, or work for this session only.',
  },
  'keychain-locked': {
    what: 'The keychain of this machine is locked.',
    nextStep: 'Unlock it and retry.',
  },
  'passphrase-wrong': {
    what: 'The passphrase is incorrect.',
    nextStep: 'Retry. The passphrase is case-sensitive.',
  },
  'key-mismatch': {
    what: 'The key in the keychain doesn’t belong to this data folder.',
    nextStep:
      'Nothing was changed. Use the keychain that the data folder was created with, or its passphrase if one is set.',
  },
  corrupt: {
    what: 'Reeve couldn’t read a file in the data folder.',
    nextStep:
      'Reeve reads the file again. If it is damaged each time, Reeve keeps the damaged file and restores the newest usable backup. A cache is synced again from the instance.',
  },
  checking: {
    what: 'Reeve is checking its data after a read error.',
    nextStep: 'This takes up to a minute. Nothing that needs this data is sent meanwhile.',
  },
  'disk-failed': {
    what: 'Reading or writing a file failed.',
    nextStep:
      'The disk may be failing or disconnected. Quit Reeve, check the disk, and copy the data folder (see Settings) to another disk if necessary.',
  },
  'folder-read-only': {
    what: 'The operating system denied access to a file, folder or port.',
    nextStep:
      'A disk may be read-only, or your user lacks the permission. If Reeve can’t write to its data folder (see Settings), change this and restart Reeve.',
  },
  'in-the-past': {
    what: 'This window shows a moment in the past, so nothing can be changed or requested.',
    nextStep: 'Choose “Back to now”, then retry.',
  },
  'not-recorded': {
    what: 'Reeve didn’t record this.',
    nextStep: 'Choose another moment, or remove the filter or sort order of a field that isn’t recorded.',
  },
  'disk-full': {
    what: 'Reeve couldn’t save this: the disk is full.',
    nextStep: 'Free some space on the disk of the data folder (see Settings), then retry.',
  },
  'database-locked': {
    what: 'Another program locked a database of Reeve.',
    nextStep: 'A backup program or virus scanner may be using the data folder. Wait for it to finish, then retry.',
  },
  'folder-busy': {
    what: 'Reeve is already running with this data folder.',
    nextStep: 'Switch to that window, or quit the other Reeve first.',
  },
  'needs-secret': {
    what: 'A secret that was entered for this is no longer in memory.',
    nextStep: 'Enter it again to continue.',
  },
  'being-removed': {
    what: 'This instance is being removed from Reeve.',
    nextStep: 'To use it again, add it under Instances.',
  },
  'too-many-gone': {
    what: 'More than 20% of the cached rows are missing from the last sync, so nothing was marked.',
    nextStep: 'Sync this list on its own. Reeve then asks you whether to mark them as not returned.',
  },
  'not-cached': {
    what: 'This has never been synced, so it can’t be shown offline.',
    nextStep: 'Connect to the instance and sync it once.',
  },
  'nothing-below': {
    what: 'There is nothing to sync: the issues, merge requests, snippets, webhooks or deployments of the project aren’t synced, or there are none.',
    nextStep: 'Sync those lists of the project first.',
  },
};

const { nextStep: trustIt } = reasons.tls;
const checkClock = 'Check the clock of this machine. If it is correct, the instance needs a new certificate.';
/** Why a certificate is not trusted. */
export const distrusts: Record<Distrust, Explanation> = {
  'self-signed': { what: 'The certificate of this instance is self-signed.', nextStep: trustIt },
  'unknown-authority': { what: 'The certificate was issued by an unknown authority.', nextStep: trustIt },
  expired: { what: 'The certificate has expired.', nextStep: checkClock },
  'not-yet-valid': { what: 'The certificate isn’t valid yet.', nextStep: checkClock },
  'other-name': {
    what: 'The certificate is for another host name.',
    nextStep: 'Use an address with one of the names in the certificate, shown below.',
  },
};
