/** Fields of a project member that every user can see (document 3:29). */
export const MEMBER = [
  'access_level',
  'avatar_url',
  'created_at',
  'created_by',
  'expires_at',
  'id',
  'name',
  'state',
  'username',
  'web_url',
];

export const SEATED_MEMBER = [...MEMBER, 'is_using_seat'].sort();

/** Fields for Owners of a group with SSO (document 3:86). */
export const IDENTIFIED_MEMBER = [...MEMBER, 'group_saml_identity', 'group_scim_identity'].sort();

/** Fields for Owners of the group that has the member as an enterprise user (document 3:86). */
export const ENTERPRISE_MEMBER = [...IDENTIFIED_MEMBER, 'email'].sort();
