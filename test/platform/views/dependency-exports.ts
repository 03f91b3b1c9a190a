import { iso } from '../clock.ts';
import { expiresAt, exportStatus } from '../world/dependency-exports.ts';
import type { DependencyExport } from '../world/dependency-exports.ts';
import type { World } from '../world/world.ts';

/** An export (document 2, Dependency list export). */
export function exportView(world: World, row: DependencyExport) {
  const status = exportStatus(row, world.clock.now());
  const self = `${world.url}/api/v4/dependency_list_exports/${row.id}`;
  return {
    id: row.id,
    status,
    has_finished: status === 'finished',
    export_type: row.export_type,
    send_email: row.send_email,
    expires_at: iso(expiresAt(row)),
    self,
    download: `${self}/download`,
  };
}
