/** Fields of a project member for everyone; what only some see is apart (document 3:29 and 3:86). */
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

/** For Owners of a group whose members sign in through its identity provider. */
export const IDENTIFIED_MEMBER = [...MEMBER, 'group_saml_identity', 'group_scim_identity'].sort();

/** For Owners of the group whose enterprise user it is. */
export const ENTERPRISE_MEMBER = [...IDENTIFIED_MEMBER, 'email'].sort();
