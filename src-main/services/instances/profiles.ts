import { parseInstanceUrl } from '#main/api/client/wire/address.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Profile, ProfileInput } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { requireProfile, type StoredProfile, type StoredProfileInput } from '#main/state/profiles.ts';
import type { AppContext } from '../app-context.ts';
import { probeCapabilities } from './capabilities.ts';
import { noInstance, trialSender, type instances } from './instances.ts';
import type { Destination } from './stored-token.ts';
import { lostProfiles } from './lost-profiles.ts';
import type { ProfileRemoval } from './profile-removal.ts';
import { resolveProxyInput, storeLogin, maskedProxy } from './proxy-login.ts';

interface Needs extends Pick<AppContext, 'ports' | 'clock' | 'state' | 'secrets' | 'tokens'> {
  /** The data folder and the key of its databases. */
  vault: { folder: string; databaseKey(): string };
  removal: ProfileRemoval;
  opened: ReturnType<typeof instances>;
  jobs: { interrupt(profileId: string): Promise<void>; resumeAll(): void };
  watches: { closed(profileId: string): void };
  /** `shown`: the window of this session. `windows`: all windows. */
  shown: { shownId: () => string | null; show: (profileId: string | null) => Promise<void> };
  windows: { renew: (profileId: string) => Promise<void>; emitProfilesChanged: () => void };
  /** A profile was added, with its token. */
  added: (profileId: string) => void;
  /** Another token was entered for a profile. Its instance is closed. */
  tokenReplaced: (profileId: string) => void;
}

/** Profiles: settings in `state.db`, tokens in the keychain, and a cache folder for each. */
export function profiles({ ports, clock, state, vault, removal, secrets, tokens, opened, jobs, ...needs }: Needs) {
  const { profiles: table, capabilities } = state;
  const { shownId, show } = needs.shown;
  async function whole(profile: StoredProfile): Promise<Profile> {
    const { token, mismatch } = await tokens.find(profile.id, profile);
    return { ...profile, proxy: maskedProxy(profile.proxy), hasToken: token !== null, tokenMismatch: mismatch };
  }

  const stored = (id: string): StoredProfile => requireProfile(table.get, id);

  /** The input with a normalized address. Fails: `invalid` with the field that is wrong. */
  function checked({ token: _, ...input }: ProfileInput): StoredProfileInput {
    return { ...input, url: parseInstanceUrl(input.url, { allowPlainHttp: input.allowPlainHttp }) };
  }

  function refuseTakenName(name: string, id?: string): void {
    const isTaken = table.list().some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase());
    if (isTaken) throw new Failure('conflict', 'another profile has this name', { field: 'name' });
  }

  /**
   * The token that was entered, or the stored one if it was entered for these settings. Fails:
   * `invalid`/`token-elsewhere`.
   */
  async function tokenFor(id: string | undefined, typed: string, destination: Destination): Promise<string | null> {
    if (typed !== '') return typed;
    return id === undefined ? null : tokens.findFor(id, destination);
  }

  const lost = lostProfiles({ ...vault, table, removeStored: removal.removeLost });

  async function open(id: string): Promise<Profile> {
    stored(id);
    await show(id);
    return whole(table.markOpened(id, clock.now()));
  }

  /** Close the instance of a profile whose settings changed. Its windows and jobs continue with the new settings. */
  async function reopen(id: string, { isOtherToken = false } = {}): Promise<void> {
    await jobs.interrupt(id);
    await opened.close(id);
    if (isOtherToken) needs.tokenReplaced(id);
    await needs.windows.renew(id);
    jobs.resumeAll();
    needs.watches.closed(id);
  }

  return {
    list: async () => ({ profiles: await Promise.all(table.list().map(whole)), openId: shownId() }),
    test: async ({ id, ...input }, signal) => {
      const profile = checked(input);
      const { used } = await resolveProxyInput(input, id === undefined ? null : stored(id), secrets);
      const token = await tokenFor(id, input.token, profile);
      let suggestedDialect: Profile['dialect'] | null = null;
      const send = trialSender(ports, { ...profile, proxy: used }, token, (shown) => {
        if (id === undefined || !table.hasChosenDialect(id)) suggestedDialect = shown;
      });
      try {
        return { url: profile.url, capabilities: await probeCapabilities(send, clock, signal), suggestedDialect };
      } finally {
        await send.close();
      }
    },
    add: async (input) => {
      const entered = checked(input);
      const { kept: proxy, login } = await resolveProxyInput(input, null, secrets);
      refuseTakenName(entered.name);
      const { id } = table.add({ ...entered, proxy }, clock.now());
      try {
        await storeLogin({ ...entered, id, proxy }, login, secrets);
        if (input.token !== '') await tokens.keep(id, input.token, { ...entered, proxy });
      } catch (thrown) {
        table.remove(id);
        throw thrown;
      }
      needs.added(id);
      return open(id);
    },
    edit: async ({ id, ...input }) => {
      const entered = checked(input);
      const { kept: proxy, login } = await resolveProxyInput(input, stored(id), secrets);
      refuseTakenName(entered.name, id);
      const destination = { ...entered, proxy };
      await tokenFor(id, input.token, destination);
      const isOtherToken = input.token !== '' && (await tokens.find(id, destination)).token !== input.token;
      if (input.token !== '') {
        await tokens.keep(id, input.token, destination);
        capabilities.remove(id);
      }
      if (typeof login === 'string') await storeLogin({ ...destination, id }, login, secrets);
      // The removal of the profile may have begun meanwhile and deleted the secrets
      if (table.isRemoved(id)) await removal.forgetSecrets(id);
      const profile = table.edit(id, destination);
      if (login === null) await storeLogin({ ...destination, id }, null, secrets);
      await reopen(id, { isOtherToken });
      return whole(profile);
    },
    chooseDialect: async ({ id, dialect }) => {
      const isOther = stored(id).dialect !== dialect;
      const profile = table.chooseDialect(id, dialect);
      if (isOther) await reopen(id);
      else needs.windows.emitProfilesChanged();
      return whole(profile);
    },
    remove: async ({ id }) => {
      stored(id);
      await removal.remove(id);
      return { removed: true };
    },
    lost: async () => ({ lost: await lost.list() }),
    removeLost: async ({ id }) => {
      await lost.remove(id);
      return { removed: true };
    },
    open: ({ id }) => open(id),
    capabilities: () => {
      const id = shownId();
      return { capabilities: id === null ? [] : capabilities.of(id) };
    },
    probe: async (_, signal) => {
      const id = shownId();
      if (id === null) throw noInstance();
      const { send, once } = await opened.of(id);
      const asked = await once('probe', (own) => probeCapabilities(send, clock, own), signal);
      capabilities.put(id, asked);
      return { capabilities: asked };
    },
  } satisfies Services<ReeveContract>['profiles'];
}
