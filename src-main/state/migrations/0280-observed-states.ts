import type { Migration } from './migration.ts';

/**
 * `observed_states`: the last observed state of each subject, also if it is no alarm; a subject without a row was never
 * observed. `stored_at`: when the row was written. `found`: JSON, the counts of a notice of the kind `found`. Notices
 * about ended alarms get kinds of their own.
 */
export const observedStates: Migration = {
  id: 280,
  name: 'observed states',
  sql: `
    ALTER TABLE alarms RENAME TO observed_states;
    ALTER TABLE observed_states RENAME COLUMN since TO stored_at;
    ALTER TABLE observed_states ADD COLUMN is_alarm INTEGER NOT NULL DEFAULT 1;
    UPDATE observed_states SET stored_at = unixepoch() * 1000;
    ALTER TABLE alerts ADD COLUMN found TEXT NOT NULL DEFAULT '[]';
    UPDATE alerts SET kind = CASE kind
      WHEN 'access-refused' THEN 'access-back'
      WHEN 'runner-offline' THEN 'runner-online'
      WHEN 'webhook-disabled' THEN 'webhook-enabled'
      WHEN 'webhook-failing' THEN 'webhook-delivering'
      ELSE 'mirror-recovered' END
    WHERE tone = 'recovered';
  `,
};
