import { onTestFinished } from 'vitest';
import { createGovernor } from '#main/api/client/governor/governor.ts';
import type { SenderOptions } from '#main/api/client/send.ts';
import type { Send } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import type { Settings } from '../../platform/settings.ts';
import { noteSeen } from '../../helpers/seen-endpoints.ts';
import { senderTo, type SenderRig } from '../rig.ts';

/** A request as received by the simulator: query as pairs, body parsed, or the beginning of a long body as text. */
export interface ReceivedRequest {
  method: string;
  path: string;
  status: number | null;
  query: [string, string][];
  body: unknown;
}

export interface Simulator {
  platform: Platform;
  /** A sender with the token of one of the seeded users, or without a token. */
  as: (who: TokenName | null) => Send;
  rigAs: (who: TokenName | null, over?: Partial<SenderOptions>) => SenderRig;
  /** A sender whose pauses advance the clock of the platform and are recorded. */
  inStep: (who: TokenName) => { send: Send; slept: number[] };
  /** The requests to one endpoint, in order. */
  reached: (endpoint: string) => ReceivedRequest[];
}

/** Full paths of the seeded projects and groups. */
export const projects = PROJECT_PATHS;
export const groups = GROUP_PATHS;

/** The time of the platform's clock. */
export const platformAtMs = Date.UTC(2026, 10, 15, 12, 0, 0);

/** A small simulator that ends with the test. */
export async function simulator(options: Partial<Settings> = {}): Promise<Simulator> {
  const platform = await createPlatform({ users: 60, atMs: platformAtMs, ...options });
  onTestFinished(async () => {
    noteSeen(platform);
    await platform.close();
  });
  const rigAs = (who: TokenName | null, over: Partial<SenderOptions> = {}) =>
    senderTo(platform.url, { token: () => (who === null ? null : platform.tokens[who]), ...over });
  return {
    platform,
    rigAs,
    inStep(who) {
      const slept: number[] = [];
      const clock: Clock = {
        now: () => platform.clock.now(),
        monotonic: () => platform.clock.now(),
        sleep: async (ms) => {
          slept.push(ms);
          platform.clock.advance(ms);
        },
      };
      return { send: rigAs(who, { clock, governor: createGovernor({ clock }) }).send, slept };
    },
    as: (who) => rigAs(who).send,
    reached: (endpoint) =>
      platform.requests.list(endpoint).map(({ method, path, status, query, body }) => ({
        method,
        path,
        status,
        query: [...new URLSearchParams(query)],
        body: body.startsWith('{') && body.endsWith('}') ? (JSON.parse(body) as unknown) : body,
      })),
  };
}
