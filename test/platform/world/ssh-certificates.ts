import type { Groups } from './groups.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

/** A certificate authority that a top-level group trusts. */
export interface SshCertificate {
  readonly id: number;
  group_id: number;
  title: string;
  /** One line of OpenSSH. */
  key: string;
  created_at: number;
}

export function createSshCertificates(groups: Groups): Table<SshCertificate> {
  const table = createTable<SshCertificate>();
  groups.onRemove((group) => table.removeWhere((row) => row.group_id === group.id));
  return table;
}
