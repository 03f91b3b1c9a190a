import { createHash } from 'node:crypto';
import { iso } from '../clock.ts';
import { purlOf } from '../world/dependencies.ts';
import type { Dependency } from '../world/dependencies.ts';
import { finishedAt } from '../world/dependency-exports.ts';
import type { DependencyExport } from '../world/dependency-exports.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** A package of one project. */
interface Entry {
  dependency: Dependency;
  project: Project;
}

/** The download of an export: bytes, content type and file name. */
export function fileOf(world: World, row: DependencyExport): { bytes: Buffer; type: string; name: string } {
  const entries = entriesOf(world, row);
  const name = `${row.of.kind}_${row.of.id}_dependencies_${row.id}`;
  if (row.export_type === 'csv') {
    return { bytes: Buffer.from(csv(world, entries)), type: 'text/csv; charset=utf-8', name: `${name}.csv` };
  }
  const content = jsonOf(world, row, entries);
  return { bytes: Buffer.from(JSON.stringify(content)), type: 'application/json', name: `${name}.json` };
}

function jsonOf(world: World, row: DependencyExport, entries: readonly Entry[]): unknown {
  switch (row.export_type) {
    case 'dependency_list':
      return report(world, row, entries);
    case 'sbom':
      return billOfMaterials(row, entries, '1.4');
    case 'cyclonedx_1_6_json':
      return billOfMaterials(row, entries, '1.6');
    case 'json_array':
      return entries.map((entry) => flat(world, entry));
    case 'csv':
      throw new Error('CSV is no JSON');
    default:
      return row.export_type satisfies never;
  }
}

/** The packages that the export has, without those of projects that were deleted since. */
const entriesOf = (world: World, { content }: DependencyExport): Entry[] =>
  content.flatMap((dependency) => {
    const project = world.projects.get(dependency.project_id);
    return project === undefined ? [] : [{ dependency, project }];
  });

const generatedAt = (row: DependencyExport) => iso(finishedAt(row));

const licensesOf = ({ licenses }: Dependency) =>
  licenses.map((id) => ({ spdx_identifier: id, name: id, url: `https://spdx.org/licenses/${id}.html` }));

const blobPath = (world: World, { dependency, project }: Entry) =>
  `/${world.projects.fullPath(project)}/-/blob/${project.default_branch}/${dependency.path}`;

function report(world: World, row: DependencyExport, entries: readonly Entry[]) {
  const status = entries.length === 0 ? 'no_dependencies' : 'ok';
  return {
    report: { status, generated_at: generatedAt(row) },
    dependencies: entries.map((entry) => ({
      name: entry.dependency.name,
      version: entry.dependency.version,
      package_manager: entry.dependency.packager,
      dependency_file_path: entry.dependency.path,
      location: { blob_path: blobPath(world, entry), path: entry.dependency.path, top_level: true, ancestors: null },
      licenses: licensesOf(entry.dependency),
      vulnerabilities: entry.dependency.vulnerabilities,
    })),
  };
}

function flat(world: World, entry: Entry) {
  const { dependency, project } = entry;
  return {
    name: dependency.name,
    version: dependency.version,
    packager: dependency.packager,
    purl: purlOf(dependency),
    licenses: licensesOf(dependency),
    vulnerability_count: dependency.vulnerabilities.length,
    location: { blob_path: blobPath(world, entry), path: dependency.path },
    project: { id: project.id, name: project.name, full_path: world.projects.fullPath(project) },
  };
}

/** CycloneDX; versions 1.4 and 1.6 list tools differently. */
function billOfMaterials(row: DependencyExport, entries: readonly Entry[], specVersion: '1.4' | '1.6') {
  const tool = { name: 'Dependency list export', version: '1.0.0' };
  const tools =
    specVersion === '1.4' ? [{ vendor: 'Platform', ...tool }] : { components: [{ type: 'application', ...tool }] };
  return {
    ...(specVersion === '1.6' ? { $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json' } : {}),
    bomFormat: 'CycloneDX',
    specVersion,
    serialNumber: `urn:uuid:${uuidOf(`export ${row.id} ${row.created_at}`)}`,
    version: 1,
    metadata: { timestamp: generatedAt(row), tools },
    components: entries.map(({ dependency }) => ({
      type: 'library',
      'bom-ref': purlOf(dependency),
      name: dependency.name,
      version: dependency.version,
      purl: purlOf(dependency),
      licenses: dependency.licenses.map((id) => ({ license: { id } })),
    })),
  };
}

/** A UUID that depends only on the text. */
function uuidOf(text: string) {
  const hash = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4] ?? '8';
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, variant + hash.slice(17, 20)];
  return [...parts, hash.slice(20, 32)].join('-');
}

const COLUMNS = [
  'Name',
  'Version',
  'Packager',
  'Location',
  'License Identifiers',
  'Project',
  'Vulnerabilities Detected',
];

function csv(world: World, entries: readonly Entry[]) {
  const rows = entries.map(({ dependency, project }) => [
    dependency.name,
    dependency.version,
    dependency.packager,
    dependency.path,
    dependency.licenses.join('; '),
    world.projects.fullPath(project),
    String(dependency.vulnerabilities.length),
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
