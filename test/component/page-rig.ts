import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import type { Stores } from '../../src-renderer/stores/context.ts';
import { eventually } from './eventually.ts';
import type { FakeWorld } from './fake-world.ts';
import { sampleConnection, sampleEntry, sampleProfile } from './samples.ts';

/** A world in which this group or project is chosen. */
export function chosen(over: Parameters<typeof sampleEntry>[0] = {}): Partial<FakeWorld> & { catalogue: object[] } {
  const place = sampleEntry({ id: 42, path: 'corp', ...over });
  const scopes = {
    p1: {
      group: place.kind === 'group' ? place.scope : null,
      project: place.kind === 'project' ? place.scope : null,
      recent: [],
    },
  };
  return { catalogue: [place], preferences: Preferences.parse({ scopes }) };
}

/** Run a command of the page, as its shortcut and the palette do. */
export function run({ stores }: { stores: Stores }, id: string): Promise<void> {
  return eventually(() => {
    const command = stores.commands.list.find((one) => one.id === id);
    if (command === undefined) throw new Error(`no command ${id}`);
    if (typeof command.disabledReason === 'string') throw new Error(`${id}: ${command.disabledReason}`);
    command.run();
  });
}

/** Why a command of the page can't be run; null if it can. */
export function reasonOf({ stores }: { stores: Stores }, id: string): string | null | undefined {
  return stores.commands.list.find((one) => one.id === id)?.disabledReason;
}

/** Assert that a button is disabled, and that it shows the reason when it gets the focus. */
export async function expectDisabled(target: Locator, reason: string | RegExp): Promise<void> {
  await expect.element(target).toHaveAttribute('aria-disabled', 'true');
  (target.element() as HTMLElement).blur();
  (target.element() as HTMLElement).focus();
  await expect.element(target).toHaveAccessibleDescription(reason);
}

/** Worlds in which nothing can be changed, each with its name and the reason that the window shows. */
export const cannotWrite: [string, Partial<FakeWorld>, RegExp][] = [
  ['with a read-only profile', { profiles: [sampleProfile({ readOnly: true })] }, /Reeve blocks all changes/],
  ['offline', { connection: sampleConnection({ state: 'offline' }) }, /Requires the network/],
  [
    'with a rejected token',
    { connection: sampleConnection({ refusal: { reason: 'token-ended', since: Date.now() } }) },
    /no longer accepts this token/,
  ],
];
