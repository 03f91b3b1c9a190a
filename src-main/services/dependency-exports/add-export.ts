import type { Clock } from '#main/ports.ts';
import type { DependencyExportTable, StoredExport } from '#main/state/dependency-exports.ts';
import { exportKinds, exportTypesOf, type ExportToAdd } from '#shared/contract/dependency-exports.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';
import { afterReply, askFor } from './export-status.ts';

interface Needs {
  table: DependencyExportTable;
  clock: Clock;
  /** Store the state of an export, and publish it. */
  put: (one: StoredExport) => void;
  /** Called when there is an export to check. */
  onWatched: (profileId: string) => void;
}

/** The clocks of two machines may differ by this much. */
const clockDifferenceMs = minutes(5);

/**
 * Adds an export that was requested elsewhere, such as by a script. It is checked with one GET: an export that the
 * platform does not show to this user is not added. An export that is in the list already is returned without a request.
 */
export function addExport({ table, clock, put, onWatched }: Needs) {
  return async function add(
    { profile, send }: Pick<Instance, 'profile' | 'send'>,
    { exportId, kind, ref, place, requestedAt }: ExportToAdd,
    signal: AbortSignal,
  ): Promise<{ id: number; isKnown: boolean }> {
    if (requestedAt !== undefined && requestedAt > clock.now() + clockDifferenceMs) {
      throw new Failure('invalid', 'an export can’t be requested in the future', { field: 'requestedAt' });
    }
    const known = shown(profile.id, exportId);
    if (known !== null) return { id: known.journalId, isKnown: true };
    const reply = await askFor(exportId, send, signal);
    const exportType = reply.reported.export_type ?? '';
    if (!fits(kind, exportType)) {
      throw new Failure('invalid', `${exportType} is not a format of a ${kind}`, { field: 'kind' });
    }
    const meanwhile = shown(profile.id, exportId);
    if (meanwhile !== null) return { id: meanwhile.journalId, isKnown: true };
    const now = clock.now();
    const since = Math.min(requestedAt ?? now, now);
    const one = table.add({
      profileId: profile.id,
      ...{ exportId, kind, ref, label: place, exportType, requestedAt: since },
    });
    put(afterReply({ ...one, polledAt: null, waitMs: 0 }, reply, now));
    onWatched(profile.id);
    return { id: one.journalId, isKnown: false };
  };

  /** The export with this ID, if a person did not remove it from the list. */
  function shown(profileId: string, exportId: number): StoredExport | null {
    const one = table.byExportId(profileId, exportId);
    return one === null || table.isHidden(one.journalId) ? null : one;
  }
}

/** Whether exports of this kind can have the format. Formats that the documents don't name fit every kind. */
function fits(kind: ExportToAdd['kind'], exportType: string): boolean {
  const has = (one: ExportToAdd['kind']): boolean => exportTypesOf[one].some((type) => type === exportType);
  return has(kind) || !exportKinds.some(has);
}
