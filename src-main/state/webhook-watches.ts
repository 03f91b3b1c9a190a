import type { Db } from './files/database.ts';
import { statements, upsertInto } from './files/statements.ts';

/** A known webhook. `scope`: the place of its deliveries. `failing`: number of newest deliveries that failed in a row. */
export interface WatchedWebhook {
  scope: string;
  isAlerting: boolean;
  failing: number;
}

/** A time whose deliveries were never listed; epoch milliseconds. */
export interface WebhookGap {
  scope: string;
  from: number;
  until: number;
}

/** The known webhooks of each profile, and the gaps in their deliveries. Deleted with the profile. */
export function webhookWatches(db: Db) {
  const sql = statements(db);
  const of = db.prepare<[string], { scope: string; is_alerting: number; failing: number }>(
    'SELECT scope, is_alerting, failing FROM webhook_watches WHERE profile_id = ? ORDER BY scope',
  );
  const put = db.prepare(upsertInto('webhook_watches', 'profile_id, scope', 'is_alerting'));
  const remove = db.prepare('DELETE FROM webhook_watches WHERE profile_id = ? AND scope = ?');
  const setFailing = db.prepare('UPDATE webhook_watches SET failing = ? WHERE profile_id = ? AND scope = ?');
  const addGap = db.prepare(
    'INSERT OR IGNORE INTO webhook_gaps (profile_id, scope, from_at, until_at) VALUES (?, ?, ?, ?)',
  );
  const gaps = db.prepare<[string], WebhookGap>(
    'SELECT scope, from_at AS "from", until_at AS until FROM webhook_gaps WHERE profile_id = ? ORDER BY scope, from_at',
  );
  const list = (profileId: string): WatchedWebhook[] =>
    of.all(profileId).map(({ is_alerting: isAlerting, ...row }) => ({ ...row, isAlerting: isAlerting === 1 }));

  return {
    of: list,
    get: (profileId: string, scope: string): WatchedWebhook | null =>
      list(profileId).find((one) => one.scope === scope) ?? null,
    /**
     * Replace the webhooks of a project (`project:7`). How many deliveries failed is kept. Returns whether there are
     * others than before.
     */
    replaceOf: (profileId: string, project: string, hooks: readonly Omit<WatchedWebhook, 'failing'>[]): boolean =>
      sql.immediate(() => {
        const known = new Set(list(profileId).flatMap(({ scope }) => (scope.startsWith(`${project}/`) ? scope : [])));
        let hasOthers = false;
        for (const { scope, isAlerting } of hooks) {
          if (!known.delete(scope)) hasOthers = true;
          put.run({ profileId, scope, isAlerting: Number(isAlerting) });
        }
        for (const scope of known) remove.run(profileId, scope);
        return hasOthers || known.size > 0;
      }),
    put: (profileId: string, { scope, isAlerting }: Omit<WatchedWebhook, 'failing'>): void =>
      void put.run({ profileId, scope, isAlerting: Number(isAlerting) }),
    setFailing: (profileId: string, scope: string, failing: number): void =>
      void setFailing.run(failing, profileId, scope),
    addGap: (profileId: string, { scope, from, until }: WebhookGap): void =>
      void addGap.run(profileId, scope, from, until),
    gaps: (profileId: string): WebhookGap[] => gaps.all(profileId),
  };
}
