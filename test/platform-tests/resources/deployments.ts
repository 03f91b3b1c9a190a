/** Document 1, Deployment. */
export const DEPLOYMENT = [
  'created_at',
  'deployable',
  'environment',
  'id',
  'iid',
  'ref',
  'sha',
  'status',
  'updated_at',
  'user',
];

export const ENVIRONMENT = ['external_url', 'id', 'name'];

export const DEPLOYABLE = [
  'commit',
  'coverage',
  'created_at',
  'finished_at',
  'id',
  'name',
  'pipeline',
  'project',
  'ref',
  'runner',
  'stage',
  'started_at',
  'status',
  'tag',
  'user',
];

export const PIPELINE = ['created_at', 'id', 'ref', 'sha', 'status', 'updated_at', 'web_url'];

export const APPROVAL = ['comment', 'created_at', 'status', 'user'];

export const APPROVAL_RULE = [
  'access_level',
  'access_level_description',
  'deployment_approvals',
  'group_id',
  'required_approvals',
  'user_id',
];
