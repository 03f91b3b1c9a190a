import type { exportTypesOf, ExportKind, ExportTarget } from '#shared/contract/dependency-exports.ts';
import { dependencyExports } from '#shared/text/en/dependency-exports.ts';

const words = dependencyExports.form;
const mostPlaces = 5_000;

/** The default format: the one with package URLs and licenses. */
export const defaultType = {
  project: 'cyclonedx_1_6_json',
  group: 'json_array',
  pipeline: 'sbom',
} as const satisfies { [K in ExportKind]: (typeof exportTypesOf)[K][number] };

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

function pipelineIn(line: string): Pick<ExportTarget, 'ref' | 'place'> | null {
  const [, project = '', id] = /^(?:(\S+)\s+)?#?([1-9]\d{0,15})$/.exec(line) ?? [];
  return id === undefined ? null : { ref: Number(id), place: [project, `#${id}`].join(' ').trim() };
}

function placeIn(line: string, kind: ExportKind): Pick<ExportTarget, 'ref' | 'place'> | null {
  if (/^[1-9]\d{0,15}$/.test(line)) return { ref: Number(line), place: line };
  const path = line.replaceAll(/^\/+|\/+$/g, '');
  const isPath = !/[\s?#:]/.test(path) && path !== '' && (kind === 'group' || path.includes('/'));
  return isPath ? { ref: path, place: path } : null;
}
