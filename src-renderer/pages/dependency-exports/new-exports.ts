import {
  exportKinds,
  type ExportKind,
  type ExportTarget,
  type ExportToAdd,
  type KnownPipeline,
} from '#shared/contract/dependency-exports.ts';
import { dependencyExports } from '#shared/text/en/dependency-exports.ts';
import { optionsOf } from '../../console/forms/form-spec.ts';

const words = dependencyExports.form;
const mostPlaces = 5_000;

/** The kinds of places as options of a field. */
export const kindOptions = optionsOf(dependencyExports.kinds, exportKinds);

/** The project or group that the window shows, with its path. The path is empty if the window shows none. */
export interface ShownPlace {
  kind: 'project' | 'group';
  path: string;
}

/** The places of a text, one per line. `error`: what is wrong with the first bad line; null: nothing. */
export function placesIn(
  text: string,
  kind: ExportKind,
  exportType: string,
): { targets: ExportTarget[]; error: string | null } {
  const lines = [...new Set(text.split(/[\n,]/).map((line) => line.trim()))].filter((line) => line !== '');
  const targets: ExportTarget[] = [];
  for (const line of lines) {
    const target = kind === 'pipeline' ? pipelineIn(line) : placeIn(line, kind);
    if (target === null) {
      return { targets: [], error: kind === 'pipeline' ? words.badPipeline(line) : words.badPlace(line) };
    }
    targets.push({ kind, exportType, ...target });
  }
  if (targets.length > mostPlaces) return { targets: [], error: words.tooMany };
  return { targets, error: targets.length === 0 ? words.missing : null };
}

/** The lines of a text, with or without the line of a pipeline. */
export function withPipeline(
  text: string,
  { id, place }: Pick<KnownPipeline, 'id' | 'place'>,
  isChosen: boolean,
): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && pipelineIn(line.trim())?.ref !== id);
  return [...lines, ...(isChosen ? [`${place} #${id}`] : [])].join('\n');
}

/** What is wrong in the form for an export that was requested elsewhere. */
export interface AddErrors {
  id?: string;
  place?: string;
  requested?: string;
}

/** An export that was requested elsewhere, as typed. `requested`: a local date and time, or empty. */
export function exportIn(
  typed: { id: string; kind: ExportKind; place: string; requested: string },
  now: number,
): { wanted: ExportToAdd | null; errors: AddErrors } {
  const { byId } = dependencyExports;
  const { kind } = typed;
  const [, id] = /^#?([1-9]\d{0,15})$/.exec(typed.id.trim()) ?? [];
  const exportId = Number(id);
  const { targets, error } = placesIn(typed.place, kind, '');
  const [target] = targets;
  const requestedAt = typed.requested === '' ? undefined : new Date(typed.requested).getTime();
  const errors: AddErrors = {};
  if (id === undefined || !Number.isSafeInteger(exportId)) errors.id = byId.badId;
  if (target === undefined) errors.place = typed.place.trim() === '' ? byId.missingPlace[kind] : (error ?? '');
  else if (targets.length > 1) errors.place = byId.onePlace;
  if (Number.isNaN(requestedAt)) errors.requested = byId.badRequested;
  else if (requestedAt !== undefined && requestedAt > now) errors.requested = byId.future;
  if (target === undefined || Object.keys(errors).length > 0) return { wanted: null, errors };
  const { ref, place } = target;
  return { wanted: { exportId, kind, ref, place, ...(requestedAt === undefined ? {} : { requestedAt }) }, errors };
}

function pipelineIn(line: string): Pick<ExportTarget, 'ref' | 'place'> | null {
  const [, project = '', id] = /^(?:(\S+)\s+)?#?([1-9]\d{0,15})$/.exec(line) ?? [];
  return id === undefined ? null : { ref: Number(id), place: [project, `#${id}`].join(' ').trim() };
}

function placeIn(line: string, kind: ExportKind): Pick<ExportTarget, 'ref' | 'place'> | null {
  if (/^[1-9]\d{0,15}$/.test(line)) return { ref: Number(line), place: line };
  const path = line.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  const isPath = !/[\s?#:]/.test(path) && path !== '' && (kind === 'group' || path.includes('/'));
  return isPath ? { ref: path, place: path } : null;
}
