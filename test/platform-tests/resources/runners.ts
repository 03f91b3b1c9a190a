/** Fields of a runner (document 3:32). */
export const RUNNER = [
  'active',
  'description',
  'id',
  'ip_address',
  'is_shared',
  'job_execution_status',
  'name',
  'online',
  'paused',
  'runner_type',
  'status',
];

export const RUNNER_DETAIL = [
  ...RUNNER,
  'access_level',
  'architecture',
  'contacted_at',
  'maintenance_note',
  'maximum_timeout',
  'platform',
  'projects',
  'revision',
  'tag_list',
  'version',
].sort();

export const RUNNER_PROJECT = ['id', 'name', 'name_with_namespace', 'path', 'path_with_namespace'];
