import type { Projects } from './projects.ts';
import { md5Fingerprint, parsePublicKey, sha256Fingerprint } from './ssh-public-key.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

/** An SSH key of a user, or a deploy key of projects. Both share one sequence of ids. */
export interface Key {
  readonly id: number;
  kind: 'user' | 'deploy';
  title: string;
  /** One line of OpenSSH. */
  readonly key: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  usage_type: 'auth' | 'signing' | 'auth_and_signing';
  /** The user of the key; of a deploy key, its creator, if the account still exists. */
  user_id: number | null;
}

export interface DeployKeyProject {
  readonly id: number;
  deploy_key_id: number;
  project_id: number;
  can_push: boolean;
  created_at: number;
  updated_at: number;
}

export interface Keys extends Table<Key> {
  deployKeyProjects: Table<DeployKeyProject>;
  /** `MD5:ba:81:…` or `SHA256:…`, each with or without its prefix. */
  byFingerprint(fingerprint: string): Key | undefined;
}

export function createKeys(users: Users, projects: Projects): Keys {
  const table = createTable<Key>();
  const deployKeyProjects = createTable<DeployKeyProject>();
  const known = new Map<string, Key>();
  const fingerprints = (key: Key) => {
    const parsed = parsePublicKey(key.key);
    if (parsed === undefined) throw new Error(`key ${key.id} is not an SSH key`);
    return [md5Fingerprint(parsed), sha256Fingerprint(parsed)];
  };
  table.onAdd((key) => {
    for (const fingerprint of fingerprints(key)) known.set(fingerprint, key);
  });
  table.onRemove((key) => {
    for (const fingerprint of fingerprints(key)) known.delete(fingerprint);
    deployKeyProjects.removeWhere((row) => row.deploy_key_id === key.id);
  });
  users.onRemove((user) => {
    table.removeWhere((key) => key.kind === 'user' && key.user_id === user.id);
    for (const key of table.filter(({ user_id }) => user_id === user.id)) key.user_id = null;
  });
  projects.onRemove((project) => deployKeyProjects.removeWhere((row) => row.project_id === project.id));
  return Object.assign(table, {
    deployKeyProjects,
    byFingerprint(fingerprint: string) {
      const text = fingerprint.trim();
      const md5 = text.replace(/^MD5:/i, '').toLowerCase();
      return known.get(md5) ?? known.get(text.replace(/^SHA256:/i, '').replace(/=+$/, ''));
    },
  });
}
