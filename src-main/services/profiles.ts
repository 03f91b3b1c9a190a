import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { parseInstanceUrl } from '../api/address.ts';
import type { Ports, Secrets } from '../ports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Capability, Profile, ProfileInput } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { askCapabilities } from './capabilities.ts';
import { senderFor, type instances, type StoredProfile } from './instances.ts';
import { mirrorFolder } from './mirror.ts';

interface Needs {
  ports: Pick<Ports, 'clock' | 'log'>;
  folder: string;
  table: {
    list(): StoredProfile[];
    get(id: string): StoredProfile | null;
    put(profile: StoredProfile): void;
    remove(id: string): void;
    openId(): string | null;
    setOpenId(id: string | null): void;
    capabilities(id: string): Capability[];
    setCapabilities(id: string, capabilities: readonly Capability[]): void;
  };
  secrets: Secrets;
  opened: ReturnType<typeof instances>;
  jobs: { interrupt(profileId: string): Promise<void>; resumeAll(): void; forget(profileId: string): Promise<void> };
  onOpened: (openId: string | null) => void;
}

/** The keychain entry of a profile's token. */
export function tokenName(profileId: string): string {
  return `token:${profileId}`;
}

/** Profiles: their settings in `state.db`, their tokens in the keychain, their mirrors beside it. */
export function profiles({ ports, folder, table, secrets, opened, jobs, onOpened }: Needs) {
  const { clock } = ports;
  const shown = async (profile: StoredProfile): Promise<Profile> => ({
    ...profile,
    hasToken: (await secrets.get(tokenName(profile.id))) !== null,
  });

  function stored(id: string): StoredProfile {
    const profile = table.get(id);
    if (profile === null) throw new Failure('missing', 'no such profile');
    return profile;
  }

  /** What was typed, with the address brought to one form. Fails: `invalid` with the field that is wrong. */
  function checked({ token: _, ...input }: ProfileInput): Omit<StoredProfile, 'id' | 'createdAt' | 'lastOpenedAt'> {
    return { ...input, url: parseInstanceUrl(input.url, { allowPlainHttp: input.allowPlainHttp }) };
  }

  function uniqueName(name: string, id: string): void {
    if (table.list().some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())) {
      throw new Failure('conflict', 'another profile has this name', { field: 'name' });
    }
  }

  async function open(id: string): Promise<Profile> {
    const profile = { ...stored(id), lastOpenedAt: clock.now() };
    await opened.of(id);
    table.put(profile);
    table.setOpenId(id);
    onOpened(id);
    return shown(profile);
  }

  async function add(input: ProfileInput): Promise<Profile> {
    const profile = { ...checked(input), id: randomUUID(), createdAt: clock.now(), lastOpenedAt: null };
    uniqueName(profile.name, profile.id);
    if (input.token !== '') await secrets.set(tokenName(profile.id), input.token);
    table.put(profile);
    return open(profile.id);
  }

  return {
    list: async () => ({ profiles: await Promise.all(table.list().map(shown)), openId: table.openId() }),
    test: async ({ id, ...input }, signal) => {
      const profile = checked(input);
      const kept = id === undefined ? null : await secrets.get(tokenName(id));
      const send = senderFor(ports, profile, input.token === '' ? kept : input.token, () => undefined);
      try {
        return { url: profile.url, capabilities: await askCapabilities(send, clock, signal) };
      } finally {
        await send.close();
      }
    },
    add,
    edit: async ({ id, ...input }) => {
      const profile = { ...stored(id), ...checked(input) };
      uniqueName(profile.name, id);
      if (input.token !== '') await secrets.set(tokenName(id), input.token);
      table.put(profile);
      await jobs.interrupt(id);
      await opened.close(id);
      const answer = table.openId() === id ? await open(id) : await shown(profile);
      jobs.resumeAll();
      onOpened(table.openId());
      return answer;
    },
    remove: async ({ id }) => {
      stored(id);
      await jobs.forget(id);
      await opened.close(id);
      await secrets.delete(tokenName(id));
      table.remove(id);
      await rm(mirrorFolder(folder, id), { recursive: true, force: true });
      if (table.openId() === id) table.setOpenId(null);
      onOpened(table.openId());
      return { removed: true };
    },
    open: ({ id }) => open(id),
    capabilities: () => {
      const id = table.openId();
      return { capabilities: id === null ? [] : table.capabilities(id) };
    },
    probe: async (_, signal) => {
      const id = table.openId();
      if (id === null) throw new Failure('missing', 'no instance is open');
      const { send, once } = await opened.of(id);
      const capabilities = await once('probe', (own) => askCapabilities(send, clock, own), signal);
      table.setCapabilities(id, capabilities);
      return { capabilities };
    },
  } satisfies Services<ReeveContract>['profiles'];
}
