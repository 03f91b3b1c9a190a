import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { threadCpuUsage } from 'node:process';
import { definitions } from '#main/cache/definitions.ts';
import type { CacheFile } from '#main/cache/cache-types.ts';
import { historyFile } from '#main/cache/history/file/history-file.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { createTables } from '#main/cache/schema.ts';
import { writer } from '#main/cache/write/writer.ts';
import { collections } from '#shared/contract/collections.ts';
import { toIso } from '#shared/time.ts';

const place = { collection: 'users', scope: '' };
const pageRows = 100;
/** Mar 1, so that the next twelve months are all different. */
export const firstSyncAt = Date.parse('2026-03-01T06:00:00Z');

export interface RecordedCache {
  /** Syncs users of which these are returned. Returns the CPU time of the thread of the store in ms. */
  sync(rows: readonly object[], at: number, how?: { isPartial?: boolean }): number;
  count(table: 'entries' | 'coverage' | 'states'): number;
  /** Write all pages to the file. Returns its size in KB. */
  historyKB(): number;
  close(): void;
}

/** The files of a cache in a folder. */
export function cacheIn(folder: string): CacheFile & { history: string } {
  mkdirSync(folder, { recursive: true });
  return { file: join(folder, 'cache.db'), history: join(folder, 'history.db'), key: 'a1'.repeat(32) };
}

/**
 * The store of a cache in this thread, so that its CPU time can be measured. `isRecorded` false: as if users had no
 * history.
 */
export function openRecorded(folder: string, isRecorded: boolean): RecordedCache {
  if (!isRecorded) Object.assign(collections.users, { recorded: false });
  const { file, history: historyAt, key } = cacheIn(folder);
  const db = openCache({ file, key }, 'write');
  createTables(db);
  const nothing = (): void => undefined;
  const on = { recorded: nothing, damaged: nothing };
  const history = isRecorded ? historyFile(db, { file: historyAt, key }, definitions, on) : null;
  const write = writer(db, definitions, nothing);

  return {
    sync(all, at, { isPartial = false } = {}) {
      // Without an order, a page does not show which rows are not returned
      const rows = isPartial ? [...all.slice(-1), ...all.slice(0, -1)] : all;
      const pages = Array.from({ length: Math.ceil(rows.length / pageRows) }, (_, page) => bodyOf(rows, page));
      const before = threadCpuUsage();
      write.beginSyncRun({
        place,
        windows: [{ key: '/', span: { from: null, to: null } }],
        estimatedRows: null,
        now: at,
      });
      for (const [page, body] of pages.entries()) {
        const isLast = page === pages.length - 1;
        write.putPage({ place, windowKey: '/', body, cursor: isLast ? null : String(page), isLast, now: at });
      }
      write.finishSyncRun({ place, now: at + 60_000, isPartial, acceptNotReturned: true });
      history?.runEnded();
      while (write.buildNextIndex());
      while (history?.step() === true);
      const { user, system } = threadCpuUsage(before);
      return (user + system) / 1_000;
    },
    count: (table) => inHistory((own) => Number(own.prepare(`SELECT count(*) FROM ${table}`).pluck().get())),
    historyKB: () =>
      inHistory((own) => {
        own.pragma('wal_checkpoint(TRUNCATE)');
        return statSync(historyAt).size / 1_024;
      }),
    close() {
      history?.close();
      write.close();
    },
  };

  function inHistory<T>(work: (own: ReturnType<typeof openCache>) => T): T {
    const own = openCache({ file: historyAt, key }, 'write');
    try {
      return work(own);
    } finally {
      own.close();
    }
  }
}

function bodyOf(rows: readonly object[], page: number): ArrayBuffer {
  const bytes = new TextEncoder().encode(JSON.stringify(rows.slice(page * pageRows, (page + 1) * pageRows)));
  return bytes.buffer;
}

/** A user in the view of an administrator. `version`: how often the user was changed; each change concerns one or two fields. */
export function recordedUser(id: number, version = 0) {
  const name = `Person ${id} ${['Anders', 'Berg', 'Costa', 'Dahl'][(id + Math.floor(version / 3)) % 4]}`;
  return {
    ...{ id, username: `user-${id}`, name, state: (version + 1) % 3 === 0 ? 'blocked' : 'active', locked: false },
    ...{
      avatar_url: `https://platform.example/uploads/-/system/user/avatar/${id}/avatar.png`,
      is_admin: id % 500 === 0,
    },
    ...{ web_url: `https://platform.example/user-${id}`, created_at: toIso(1_500_000_000_000 + id * 60_000), bio: '' },
    ...{ location: '', public_email: '', linkedin: '', twitter: '', discord: '', website_url: '', github: '' },
    ...{
      organization: `Unit ${id % 40}`,
      job_title: '',
      pronouns: null,
      bot: false,
      work_information: null,
      followers: 0,
    },
    ...{
      following: 0,
      is_followed: false,
      local_time: '3:38 PM',
      last_sign_in_at: toIso(1_700_000_000_000 + id * 1_000),
    },
    ...{
      confirmed_at: toIso(1_500_000_000_000 + id * 60_000),
      last_activity_on: '2026-02-20',
      email: `user-${id}@mail.example`,
    },
    ...{
      theme_id: 3,
      color_scheme_id: 1,
      projects_limit: 100_000,
      current_sign_in_at: toIso(1_700_000_000_000 + id * 1_000),
    },
    ...{
      identities: [{ provider: 'saml', extern_uid: `uid=user-${id},ou=people`, saml_provider_id: null }],
      note: null,
    },
    ...{
      can_create_group: true,
      can_create_project: true,
      two_factor_enabled: (version + id) % 2 === 0,
      external: id % 9 === 0,
    },
    ...{
      private_profile: false,
      commit_email: `user-${id}@mail.example`,
      shared_runners_minutes_limit: null,
      scim_identities: [],
    },
    ...{
      extra_shared_runners_minutes_limit: null,
      namespace_id: id + 10,
      created_by: null,
      email_reset_offered_at: null,
    },
    ...{ using_license_seat: true, is_auditor: false, provisioned_by_group_id: null, enterprise_group_id: null },
  };
}
