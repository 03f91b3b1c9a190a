import { z } from 'zod';
import { instant } from './kit.ts';

/** An export of a list of dependencies (document 2:29). */
export const DependencyListExport = z.looseObject({
  id: z.number().int(),
  status: z.string().nullish(),
  has_finished: z.boolean().nullish(),
  export_type: z.string().nullish(),
  send_email: z.boolean().nullish(),
  /** When the platform deletes it. */
  expires_at: instant.nullish(),
  self: z.string().nullish(),
  download: z.string().nullish(),
});
export type DependencyListExport = z.infer<typeof DependencyListExport>;

/** The export types for a project, a group and a pipeline (document 2:29). */
export const projectExportTypes = ['dependency_list', 'cyclonedx_1_6_json', 'csv'] as const;
export const groupExportTypes = ['json_array', 'csv'] as const;
export const pipelineExportTypes = ['sbom'] as const;

const send_email = z.boolean().optional();

/** A new export (document 2:86). */
export const ProjectExportCreate = z.strictObject({ export_type: z.enum(projectExportTypes), send_email });
export const GroupExportCreate = z.strictObject({ export_type: z.enum(groupExportTypes), send_email });
export const PipelineExportCreate = z.strictObject({ export_type: z.enum(pipelineExportTypes), send_email });
