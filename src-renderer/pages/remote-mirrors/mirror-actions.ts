import Bell from '@lucide/icons/icons/bell';
import BellOff from '@lucide/icons/icons/bell-off';
import Copy from '@lucide/icons/icons/copy';
import Pencil from '@lucide/icons/icons/pencil';
import Play from '@lucide/icons/icons/play';
import Pause from '@lucide/icons/icons/pause';
import RefreshCw from '@lucide/icons/icons/refresh-cw';
import ShieldCheck from '@lucide/icons/icons/shield-check';
import Trash from '@lucide/icons/icons/trash';
import type { Scoped } from '#shared/contract/collection.ts';
import { readScope } from '#shared/contract/scope.ts';
import { remoteMirrors } from '#shared/text/en/remote-mirrors.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import { onOne, type Action, type Picked } from '../../console/actions.ts';
import { planAndApply, type Change } from '../../console/plan/plan-and-apply.ts';
import { remoteReason, writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import {
  acceptHostKeys,
  checkMirrors,
  mirrorPublicKey,
  muteMirror,
  type ShownMirrors,
} from '../../stores/watches/remote-mirrors.svelte.ts';
import { mirrorsList, type Mirror } from './mirrors-list.ts';

const words = remoteMirrors.actions;
const { why } = remoteMirrors;

interface Dialogs {
  edit: (entry: Scoped<Mirror>) => void;
  mute: (entry: Scoped<Mirror>) => void;
  remove: (entry: Scoped<Mirror>) => void;
}

/** The path parameters of a write to a mirror. */
export function pathOf({ row, scope }: Pick<Scoped<Mirror>, 'row' | 'scope'>) {
  return { id: readScope(scope)?.ref ?? '', mirror_id: row.id };
}
export const nameOf = ({ row }: Pick<Scoped<Mirror>, 'row'>): string => mirrorsList.nameOf(row);

/** Actions on mirrors, for the bulk bar, the menus and the palette. */
export function mirrorActions(
  stores: Stores,
  shown: ShownMirrors,
  { edit, mute, remove }: Dialogs,
): readonly Action<Mirror>[] {
  const at = ({ row, scope }: Scoped<Mirror>) => ({ id: row.id, scope });
  const all: readonly Action<Mirror>[] = [
    {
      id: 'mirrors.sync',
      label: words.sync,
      title: words.syncMany,
      icon: RefreshCw,
      keys: 's',
      disabledReason: ({ count, rows: [only] }) =>
        writeReason(stores) ?? (count === 1 && only?.row.enabled === false ? why.disabled : null),
      run: (picked) => void syncNow(stores, picked),
    },
    {
      id: 'mirrors.edit',
      label: words.edit,
      icon: Pencil,
      keys: 'e',
      disabledReason: () => writeReason(stores),
      ...onOne(edit),
    },
    enabling(stores, true),
    enabling(stores, false),
    {
      id: 'mirrors.copy-key',
      label: words.copyKey,
      icon: Copy,
      disabledReason: ({ rows: [only] }) =>
        only !== undefined && only.row.auth_method !== 'ssh_public_key' ? why.noKey : remoteReason(stores),
      ...onOne<Mirror>((entry) => void copyPublicKey(stores, entry)),
    },
    {
      id: 'mirrors.accept-keys',
      label: words.accept,
      icon: ShieldCheck,
      disabledReason: ({ rows: [only] }) =>
        only !== undefined && shown.of(at(only))?.alarm?.kind !== 'host_keys' ? why.sameKeys : null,
      ...onOne<Mirror>((entry) => void attempt(() => acceptHostKeys(stores.session, at(entry)), words.acceptFailed)),
    },
    {
      id: 'mirrors.mute',
      label: words.mute,
      icon: BellOff,
      keys: 'm',
      ...onOne(mute),
    },
    {
      id: 'mirrors.unmute',
      label: words.unmute,
      icon: Bell,
      disabledReason: ({ rows: [only] }) =>
        only !== undefined && (shown.of(at(only))?.mutedUntil ?? null) === null ? why.notMuted : null,
      ...onOne<Mirror>((entry) => void attempt(() => muteNow(stores, shown, entry, null), words.muteFailed)),
    },
    {
      id: 'mirrors.remove',
      label: words.remove,
      title: words.removeMany,
      icon: Trash,
      keys: 'd',
      isBad: true,
      disabledReason: () => writeReason(stores),
      run: (picked) => {
        const [only] = picked.rows;
        if (picked.count === 1 && only !== undefined) remove(only);
        else void removeMany(stores, picked);
      },
    },
  ];
  return all.map((action) => ({
    ...action,
    disabledReason: (picked) => deletedReason(picked) ?? action.disabledReason?.(picked) ?? null,
  }));
}

function deletedReason({ count, rows: [only] }: Picked<Mirror>): string | null {
  return count === 1 && typeof only?.deletedAt === 'number' ? why.deleted : null;
}

function enabling(stores: Stores, enabled: boolean): Action<Mirror> {
  const [label, title] = enabled ? [words.enable, words.enableMany] : [words.disable, words.disableMany];
  return {
    id: enabled ? 'mirrors.enable' : 'mirrors.disable',
    label,
    title,
    isImmediate: true,
    icon: enabled ? Play : Pause,
    disabledReason: ({ count, rows: [only] }) => {
      const isSame = count === 1 && only?.row.enabled === enabled;
      return writeReason(stores) ?? (isSame ? (enabled ? why.enabled : why.isDisabled) : null);
    },
    run: (picked) =>
      void changed(stores, picked, {
        ...callOn('remote-mirrors.edit', picked, { enabled }),
        title,
        done: ({ label: name }) => remoteMirrors.form.edited(name),
      }),
  };
}

export function syncNow(stores: Stores, picked: Picked<Mirror>): Promise<void> {
  const [only] = picked.rows;
  const isOne = picked.count === 1 && only !== undefined;
  return changed(stores, picked, {
    ...callOn('remote-mirrors.sync', picked),
    title: isOne ? () => words.syncOne(nameOf(only)) : words.syncMany,
    consequence: words.syncWhy,
    done: ({ label }) => words.synced(label),
  });
}

function removeMany(stores: Stores, picked: Picked<Mirror>): Promise<void> {
  return changed(stores, picked, {
    ...callOn('remote-mirrors.remove', picked),
    title: words.removeMany,
    consequence: words.removeManyWhy,
    isDestructive: true,
    isShown: true,
  });
}

/** One write by name, or the same write for each selected row. */
function callOn(
  op: 'remote-mirrors.sync' | 'remote-mirrors.edit' | 'remote-mirrors.remove',
  { selection, count, rows: [only] }: Picked<Mirror>,
  body?: Record<string, unknown>,
): Change {
  const sent = body === undefined ? {} : { body };
  return count === 1 && only !== undefined
    ? { calls: [{ op, path: pathOf(only), ...sent }] }
    : { onRows: { op, collection: 'remoteMirrors', selection, ...sent } };
}

async function changed(stores: Stores, { rows }: Picked<Mirror>, change: Change): Promise<void> {
  await planAndApply(stores, change);
  checkMirrors(
    stores.session,
    rows.map(({ scope }) => scope),
  );
}

export async function copyPublicKey(stores: Stores, { row, scope }: Pick<Scoped<Mirror>, 'row' | 'scope'>) {
  await attempt(async () => {
    await navigator.clipboard.writeText(await mirrorPublicKey(stores.session, { scope, id: row.id }));
    showMessage({ tone: 'ok', title: words.keyCopied });
  }, words.keyFailed);
}

/** Mute the alarms of a mirror; `until` null: no longer. */
export async function muteNow(
  stores: Stores,
  shown: ShownMirrors,
  { row, scope }: Pick<Scoped<Mirror>, 'row' | 'scope'>,
  until: number | null,
): Promise<void> {
  await muteMirror(stores.session, { scope, id: row.id }, until);
  await shown.reload();
}
