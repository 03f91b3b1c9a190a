import type { Import } from '../world/imports.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** A repository import result (document 3, Repository import result). */
export function importView(world: World, project: Project, row: Import) {
  const full = world.projects.fullPath(project);
  const status = world.imports.status(row);
  return {
    id: project.id,
    name: project.name,
    full_path: `/${full}`,
    full_name: world.projects.fullName(project),
    refs_url: `/${full}/refs`,
    import_source: row.import_source,
    import_status: status,
    human_import_status_name: status,
    provider_link: row.provider_link,
    relation_type: null,
    import_warning: null,
  };
}
