/** Fields of a repository import result (document 3:35). */
export const IMPORT = [
  'full_name',
  'full_path',
  'human_import_status_name',
  'id',
  'import_source',
  'import_status',
  'import_warning',
  'name',
  'provider_link',
  'refs_url',
  'relation_type',
];
