import {
  DependencyListExport,
  GroupExportCreate,
  PipelineExportCreate,
  ProjectExportCreate,
} from '#shared/contract/dependency-exports.ts';
import { bytes, endpoint, none, table } from '../endpoint.ts';

const tier = 'Ultimate';
const creation = {
  reply: DependencyListExport,
  undo: none('Reeve can’t delete exports; they expire automatically'),
  role: 'permission read_dependency',
  tier,
  doc: '2:86',
} as const;
const author = 'author of the export';

/** Exports are created, polled and then downloaded; see `services/dependency-exports`. */
export const dependencyExports = table('dependency-exports', {
  createForProject: endpoint('POST /projects/:id/dependency_list_exports', { body: ProjectExportCreate, ...creation }),
  createForGroup: endpoint('POST /groups/:id/dependency_list_exports', { body: GroupExportCreate, ...creation }),
  createForPipeline: endpoint('POST /pipelines/:id/dependency_list_exports', {
    body: PipelineExportCreate,
    ...creation,
  }),
  /** Replies 202 while the platform creates the export, 200 when it is ready. */
  get: endpoint('GET /dependency_list_exports/:id', { reply: DependencyListExport, role: author, tier, doc: '2:87' }),
  download: endpoint('GET /dependency_list_exports/:id/download', {
    reply: bytes,
    missing: 'not-finished',
    role: author,
    tier,
    doc: '2:88',
  }),
});
