/** Words of the Users console. */
export const users = {
  noun: { one: 'user', many: 'users' },
  searchHint: 'Name, username, email, or note',

  columns: { user: 'User', access: 'Access', two_factor_enabled: '2FA', using_license_seat: 'License seat' },
  fields: {
    current_sign_in_at: 'Current sign-in',
    current_sign_in_ip: 'Current IP',
    last_activity_on: 'Last activity',
    last_sign_in_at: 'Last sign-in',
    last_sign_in_ip: 'Last IP',
    projects_limit: 'Project limit',
  },
  states: { active: 'Active', blocked: 'Blocked', deactivated: 'Deactivated' } as Record<string, string>,
  access: { admin: 'Admin', auditor: 'Auditor', external: 'External', bot: 'Bot', regular: 'Regular' },
  twoFactor: { on: 'On', off: 'Off' },
  adminWithoutTwoFactor: 'Administrator without two-factor authentication',
  locked: 'Locked',

  views: {
    builtIn: {
      administrators: 'Administrators',
      'no-two-factor': 'No 2FA',
      blocked: 'Blocked',
      idle: 'Longest idle',
      'inactive-year': 'Inactive for a year',
    },
    idleWhy: 'Active accounts: those without any activity first, then the longest idle.',
    noTwoFactorWhy: 'People who can sign in: no bots, service accounts, or accounts that aren’t active.',
    inactiveYearWhy:
      'Active accounts without activity in the last 365 days, including older accounts that were never used.',
  },

  filter: {
    groups: {
      state: 'State',
      kind: 'Kind',
      access: 'Access and sign-in',
      identity: 'Exact match',
      activity: 'Last activity',
      signIn: 'Last sign-in',
      time: 'Created',
      more: 'More',
    },
    labels: {
      exclude_active: 'Not active',
      humans: 'Humans only',
      exclude_humans: 'No humans',
      exclude_internal: 'No internal users',
      without_project_bots: 'No project bots',
      exclude_external: 'Not external',
      admins: 'Administrators',
      auditors: 'Auditors',
      can_sign_in: 'People who can sign in',
      skip_ldap: 'No LDAP users',
      provider: 'Identity provider',
      extern_uid: 'External UID',
      inactive_days: 'No activity for',
      active_days: 'Active within',
      no_sign_in_days: 'No sign-in for',
      sign_in_days: 'Signed in within',
      custom_attributes: 'Custom attribute',
    },
    days: 'days',
    twoFactor: { enabled: 'On', disabled: 'Off', unknown: 'Not known' },
  },

  copies: { email: 'Copy email', emails: 'Email addresses', noEmail: 'No email address' },

  firstReading: 'Sync users',
};
