import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Write } from '#main/changes/operation-kit/write.ts';
import type { Plan, PlanRow, UndoKind } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { profile, until } from '../helpers/rig.ts';
import { noteSeen } from '../helpers/seen-endpoints.ts';
import { attach, type ReeveClient } from '../helpers/window.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import type { Dialect } from '../platform/settings.ts';
import { must } from './undo-case.ts';

/** Plans, applies and undoes one write, with a real core and its own platform. */
export interface UndoRunner {
  client: ReeveClient;
  platform: Platform;
  /** Create a plan. Returns its kind of undo. */
  plan: (write: Write) => Promise<UndoKind>;
  apply: () => Promise<PlanRow>;
  /** Undo the write. Returns the rows of the undo; null: refused, because it can't be undone. */
  undo: () => Promise<PlanRow[] | null>;
  close: () => Promise<void>;
}

const whole = { from: 0, count: 200 };

export async function undoRunner(dialect: Dialect = 'documented'): Promise<UndoRunner> {
  const platform = await createPlatform({ users: 60, dialect });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-undo-'));
  const core = await createCore({ ...fakePorts(folder), clock: systemClock });
  const client = attach(core);
  await client.profiles.add({ ...profile, dialect, url: platform.url, token: platform.tokens.admin });
  let planned: Plan | null = null;
  return {
    client,
    platform,
    plan: async (write) => {
      planned = await client.changes.plan({ calls: [write] });
      return planned.undo;
    },
    apply: async () => must((await applied(client, must(planned)))[0]),
    undo: async () => {
      const undo = await client.changes.undo({ planId: must(planned).id }).catch((thrown: unknown) => {
        if (thrown instanceof Failure && thrown.reason === 'no-undo') return null;
        throw thrown;
      });
      return undo === null ? null : applied(client, undo);
    },
    close: async () => {
      await core.close();
      noteSeen(platform);
      await platform.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Apply a plan with its confirmation, and wait until it is done, paused or waiting. */
async function applied(client: ReeveClient, { id: planId, confirmation }: Plan): Promise<PlanRow[]> {
  const confirm = confirmation.kind === 'name' ? confirmation.name : undefined;
  await client.changes.apply({ planId, stopOnError: false, ...(confirm !== undefined && { confirm }) });
  const isOver = ({ state }: Plan) => state === 'done' || state === 'paused' || state === 'waiting';
  await until(() => client.changes.get({ planId }), isOver);
  return (await client.changes.rows({ planId, slice: whole })).rows;
}
