import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createGovernor } from '#main/api/client/governor/governor.ts';
import { movedProjects } from '#main/api/client/exchange/moved-projects.ts';
import { waitWhenHeld } from '#main/api/client/governor/wait-when-held.ts';
import { knownEndpoints } from '#main/api/endpoints/known.ts';
import { probes } from '#main/api/endpoints/probes.ts';
import type { DialectName } from '#main/api/client/wire/dialect.ts';
import { readOnlySender } from '#main/api/client/read-only-sender.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Attempt, Send } from '#main/api/types.ts';
import type { Reference } from '#main/cache/cache-types.ts';
import type { RecordedChange } from '#main/cache/store-api.ts';
import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import type { Connection } from '#shared/contract/host.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { asDocumented } from '#shared/unexpected-values.ts';
import { parseUntrusted } from '#shared/untrusted-json.ts';
import type { KnownId } from '#main/state/catalogue.ts';
import { requireProfile, type StoredProfile } from '#main/state/profiles.ts';
import type { AppContext } from '../app-context.ts';
import { parseAddress } from '../catalogue-address.ts';
import { openInstanceCache, type Repair } from './instance-cache.ts';
import { connectionOf } from './connection.ts';
import { beingChecked, type Examinations } from '../examinations.ts';
import type { StateTables } from '../state-tables.ts';
import type { Instance } from './instance.ts';
import type { InstanceCache } from './repairable-cache.ts';
import { proxyWithLogin } from './proxy-login.ts';
import type { StoredToken } from './stored-token.ts';
import { withKnownScopes } from './known-scopes.ts';
import { createRecognizingSender, type RecognizingOptions } from './recognizing-sender.ts';
import { singleFlight } from './single-flight.ts';

interface Needs extends Pick<AppContext, 'tokens' | 'secrets'> {
  ports: Pick<Ports, 'clock' | 'log' | 'workers'>;
  state: Pick<StateTables, 'profiles' | 'catalogue'>;
  /** The data folder and the key of its databases. */
  vault: { folder: string; databaseKey(): string };
  examinations: Examinations;
  /** Whether the data folder can be written. */
  isWritable: boolean;
  /** The headers of an instance suggest another dialect than that of its profile. */
  onDialectShown: (profileId: string, shown: DialectName) => void;
  /** Called after each attempt of a request, except probes without the token. */
  onAttempt: (attempt: Attempt) => void;
  onConnection: (profileId: string, now: Connection, before: Connection) => void;
  onChanged: (profileId: string, change: { collection: CollectionName; revision: number; ids?: number[] }) => void;
  /** Called when an instance was opened or changes were recorded: changes that concern security may need notices. */
  onEdges: (profileId: string, cache: Pick<Instance, 'reader' | 'store'>) => void;
  /** The history has other entries than before. */
  onRecorded: (profileId: string, recorded: RecordedChange) => void;
  /** Stored records refer to these groups and projects. */
  onReferences: (profileId: string, named: Reference[]) => void;
  /** A read by the former path of a project was redirected to its ID. */
  onMoved: (profileId: string, project: KnownId) => void;
  /** The damaged cache of a profile was replaced by a new one. */
  onRepaired: (profile: StoredProfile, repair: Repair) => void;
  onNotRepaired: (profile: StoredProfile, why: Failure) => void;
}

/** For the write engine only: the sender that may send writes, and whose token it uses. */
export interface Writer {
  send: Send;
  /** The fingerprint of the token. */
  who: string;
  /** The username of the token's owner; null if unknown. Requested once while the instance is open. */
  user: (signal: AbortSignal) => Promise<string | null>;
  /** See `TargetInstance`. */
  movedTo: (path: string) => number | null;
}

/** The opened profiles with their senders and caches. Each is opened when it is first needed. */
export function instances(needs: Needs) {
  const opened = new Map<string, Promise<Instance>>();
  const writers = new WeakMap<Instance, Writer>();

  async function openInstance(profileId: string): Promise<Instance> {
    const { ports, vault, state, examinations, isWritable } = needs;
    const profile = requireProfile(state.profiles.get, profileId);
    const { token, mismatch } = await needs.tokens.find(profileId, profile);
    const proxy = await proxyWithLogin(profile, needs.secrets);
    const files = await openInstanceCache({
      ...{ workers: ports.workers, clock: ports.clock, vault, profile, examinations, isWritable },
      // Without the token, nothing is synced, so it need not be known
      seenBy: token === null ? undefined : `${fingerprint(token)} ${profile.dialect}`,
      onRepaired: (repair) => needs.onRepaired(profile, repair),
      onNotRepaired: (why) => needs.onNotRepaired(profile, why),
      onIndexFailure: (why) => ports.log.warn('index not built', { profileId, ...failed(why) }),
    });
    const cache = withKnownScopes(files);
    cache.addKnownPlaces(state.catalogue.knownIds(profileId));
    const connection = connectionOf(ports.clock, state.profiles.reachedAt(profileId), (...states) =>
      needs.onConnection(profileId, ...states),
    );
    const knownId = (path: string): Scope => cache.scopeOf(`project:${path}`);
    const moved = movedProjects((path, id) => {
      // Reeve knows another project by this path. The project of the redirect had the path at another time
      if (![`project:${path}`, `project:${id}`].includes(knownId(path))) return;
      needs.onMoved(profileId, { kind: 'project', id, path });
    });
    const send = createProfileSender(ports, { ...profile, proxy }, tokenToSend(token, mismatch, files), {
      onAttempt: (attempt) => {
        connection.note(attempt);
        needs.onAttempt(attempt);
      },
      onProbe: connection.noteProbe,
      onUnrecognized: connection.noteUnrecognized,
      onRecognized: (shown) => {
        if (shown !== null) needs.onDialectShown(profileId, shown);
      },
      ...{ moved, scopeOf: cache.scopeOf },
    });
    let isClosing = false;
    cache.store.onChanged((change) => needs.onChanged(profileId, change));
    cache.store.onReferences((named) =>
      needs.onReferences(
        profileId,
        named.map((one) => withPath(one, profile.url)),
      ),
    );
    cache.store.onRecorded((recorded) => {
      if (recorded.isReplaced) void cache.history.close();
      needs.onRecorded(profileId, recorded);
      if (!isClosing) needs.onEdges(profileId, cache);
    });
    const instance: Instance = {
      profile,
      send: readOnlySender(send),
      ...cache,
      asOf: null,
      connection,
      once: singleFlight(),
      patient: (onHeld) => ({ ...instance, send: waitWhenHeld(instance.send, onHeld) }),
      close: async () => {
        isClosing = true;
        await send.close();
        await files.close();
      },
    };
    writers.set(instance, {
      send: profile.readOnly ? readOnlySender(send) : send,
      who: fingerprint(token),
      user: lookUpUser(instance.send),
      movedTo: (path) => {
        const id = moved.idOf(path);
        return knownId(path) === `project:${id}` ? id : null;
      },
    });
    if (isWritable) needs.onEdges(profileId, cache);
    return instance;
  }

  function of(profileId: string): Promise<Instance> {
    if (needs.state.profiles.isRemoved(profileId)) return Promise.reject(beingRemoved());
    let instance = opened.get(profileId);
    if (instance === undefined) {
      instance = openInstance(profileId);
      instance.catch(() => opened.delete(profileId));
      opened.set(profileId, instance);
    }
    return instance;
  }

  async function close(profileId: string): Promise<void> {
    const instance = opened.get(profileId);
    opened.delete(profileId);
    if (instance !== undefined) await (await instance).close();
  }

  return {
    of,
    /** Add ids that became known. A profile that is not opened reads them when it is opened. */
    addKnownPlaces: (profileId: string, places: readonly KnownId[]): void => {
      void opened.get(profileId)?.then(
        (instance) => instance.addKnownPlaces(places),
        () => undefined,
      );
    },
    /** For the write engine only. The writer of a read-only profile can't write either. */
    writerOf: (instance: Instance): Writer => {
      const writer = writers.get(instance);
      if (writer === undefined) throw new Failure('bug', 'not an opened instance');
      return writer;
    },
    close,
    closeAll: async (): Promise<void> => {
      await Promise.all([...opened.keys()].map(close));
    },
  };
}

/** Add the path that is part of its web page. */
function withPath({ page, ...named }: Reference, base: string): Reference {
  const read = page === undefined ? null : parseAddress(page, base);
  return read === null || read.kind === 'unread' || read.path === null ? named : { ...named, path: read.path };
}

const UserReply = z.object({ username: z.string() });

/** The owner of a token, from an optional endpoint. The result is valid as long as the token. */
function lookUpUser(send: Send): Writer['user'] {
  let known: string | null | undefined;
  return async (signal) => {
    if (known !== undefined) return known;
    try {
      // Sent only once, so that a write does not wait for a name while the platform can't be reached
      const { status, body } = await send.raw(probes.user, {}, signal);
      if (status >= 500 || status === 429) return null;
      known = status === 200 ? (asDocumented(UserReply, parseUntrusted(body).value)?.username ?? null) : null;
    } catch {
      signal.throwIfAborted();
    }
    return known ?? null;
  };
}

/** The fingerprint of a token, which the journal stores to tell tokens apart. */
function fingerprint(token: string | null): string {
  return token === null ? 'no token' : `token ${createHash('sha256').update(token).digest('hex').slice(0, 12)}`;
}

/** A read-only sender for testing settings; each request is sent once. */
export function trialSender(
  ports: Parameters<typeof createProfileSender>[0],
  profile: Parameters<typeof createProfileSender>[1],
  token: string | null,
  onRecognized: RecognizingOptions['onRecognized'],
): Send {
  const ignored = { onAttempt: () => undefined, onProbe: () => undefined, onUnrecognized: () => undefined };
  return readOnlySender(createProfileSender(ports, profile, () => token, { ...ignored, onRecognized, attempts: 1 }));
}

/**
 * If the token must not be sent to this address, no request is sent: without a token, the reply would show less than
 * the token can see. While the cache is examined, no request is sent either.
 */
function tokenToSend(
  token: string | null,
  mismatch: StoredToken['mismatch'],
  cache: Pick<InstanceCache, 'isExamined'>,
): () => string | null {
  return () => {
    if (cache.isExamined()) throw beingChecked();
    if (mismatch === null) return token;
    throw new Failure('denied', 'the token was entered for other settings', { reason: 'token-elsewhere' });
  };
}

type OwnOptions = 'token' | 'clock' | 'log' | 'governor' | 'decoder' | keyof SenderProfile;
type SenderProfile = Pick<StoredProfile, 'url' | 'dialect' | 'proxy' | 'ca' | 'allowPlainHttp'>;

function createProfileSender(
  { clock, log, workers }: Pick<Ports, 'clock' | 'log' | 'workers'>,
  { url, dialect, proxy, ca, allowPlainHttp }: SenderProfile,
  token: () => string | null,
  options: Omit<RecognizingOptions, OwnOptions>,
): Send {
  return createRecognizingSender({
    ...{ url, dialect, proxy, ca, allowPlainHttp, token, clock, log },
    governor: createGovernor({ clock }),
    decoder: { script: workers.decode, endpoints: knownEndpoints },
    ...options,
  });
}

/** The failure of everything that needs a profile that is being removed. */
export function beingRemoved(): Failure {
  return new Failure('missing', 'the profile is being removed', { reason: 'being-removed' });
}

/** The failure of services that need an open instance. */
export function noInstance(): Failure {
  return new Failure('missing', 'no instance is open');
}
