import { Preferences } from '#shared/contract/host.ts';
import { contract, type ReeveContract } from '#shared/contract/index.ts';
import type { Emit, Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { serve } from '#shared/link/serve.ts';
import type { Wire } from '#shared/link/wire.ts';
import { Session } from '../../src-renderer/link/session.svelte.ts';
import { fakeServices } from './fake-services.ts';
import type { FakeWorld } from './fake-world.ts';
import { sampleWrites } from './fake-writes.ts';
import { sampleCapability, sampleConnection, sampleProfile, sampleStatus } from './samples.ts';

/** Replies that replace those of the world, by verb. */
export type FakeAnswers = { [S in keyof ReeveContract]?: Partial<Services<ReeveContract>[S]> };

export interface FakeCore {
  /** Started, and connected after one turn of the event loop. */
  session: Session;
  world: FakeWorld;
  /** All calls of the core, in order. */
  calls: { verb: string; input: unknown }[];
  emit: Emit<ReeveContract>;
  /** Break the connection; with `isRefusing`, reconnecting fails. */
  cut(options?: { isRefusing?: boolean }): void;
}

/** A core in memory, behind the real link. */
export function fakeCore({
  world = {},
  answers = {},
}: { world?: Partial<FakeWorld>; answers?: FakeAnswers } = {}): FakeCore {
  const full: FakeWorld = {
    status: sampleStatus(),
    connection: sampleConnection(),
    catalogue: [],
    probes: [],
    profiles: [sampleProfile()],
    openId: 'p1',
    capabilities: [sampleCapability()],
    jobs: [],
    notices: [],
    users: [],
    requests: [],
    preferences: Preferences.parse({}),
    views: [],
    writes: sampleWrites(),
    ...world,
  };
  const calls: FakeCore['calls'] = [];
  let emitNow: Emit<ReeveContract> = () => undefined;
  let close: () => void = () => undefined;
  let isAway = false;
  const emit: Emit<ReeveContract> = (section, name, data) => emitNow(section, name, data);
  const services = noted(withAnswers(fakeServices(full, emit), answers), calls);
  const session = new Session(() => {
    if (isAway) return Promise.reject(new Failure('offline', 'away', { reason: 'connection-lost' }));
    const pair = wirePair();
    close = pair.close;
    emitNow = serve(contract, services, pair.far, { servicesAsOf: () => services }).emit;
    return Promise.resolve(pair.near);
  });
  session.start();
  const cut = ({ isRefusing = false }: { isRefusing?: boolean } = {}): void => {
    isAway = isRefusing;
    close();
  };
  return { session, world: full, calls, emit, cut };
}

/** Two connected ends; messages arrive one microtask later, in order. */
export function wirePair(): { near: Wire; far: Wire; close: () => void } {
  const end = (): { text: (text: string) => void; closed: () => void } => ({
    text: () => undefined,
    closed: () => undefined,
  });
  const ends = [end(), end()] as const;
  let isOpen = true;
  const wire = (own: 0 | 1, other: 0 | 1): Wire => ({
    send: (text) => queueMicrotask(() => isOpen && ends[other].text(text)),
    onText: (listener) => (ends[own].text = listener),
    onClose: (listener) => (ends[own].closed = listener),
  });
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    for (const { closed } of ends) closed();
  };
  return { near: wire(0, 1), far: wire(1, 0), close };
}

/** A verb without a reply fails as a bug, as in a core without its service. */
function withAnswers(plain: Partial<Services<ReeveContract>>, answers: FakeAnswers): Services<ReeveContract> {
  const sections = Object.keys(contract) as (keyof ReeveContract)[];
  return Object.fromEntries(
    sections.map((section) => [section, { ...plain[section], ...answers[section] }]),
  ) as Services<ReeveContract>;
}

type AnyService = (input: unknown, signal: AbortSignal) => unknown;

function noted(services: Services<ReeveContract>, calls: FakeCore['calls']): Services<ReeveContract> {
  const sections = Object.entries(services).map(([section, verbs]) => [
    section,
    Object.fromEntries(
      Object.entries(verbs as Record<string, AnyService>).map(([verb, answer]) => [
        verb,
        (input: unknown, signal: AbortSignal) => {
          calls.push({ verb: `${section}.${verb}`, input });
          return answer(input, signal);
        },
      ]),
    ),
  ]);
  return Object.fromEntries(sections) as Services<ReeveContract>;
}
