import { SshCertificate } from '#shared/contract/ssh-certificates.ts';
import type { Definition } from '../derive.ts';

/** What the cache derives from SSH certificates of groups (document 3:23). */
export const sshCertificates = {
  stem: 'sshCertificates',
  list: 'sshCertificates',
  detail: 'sshCertificates.detail',
  isScoped: true,
  record: SshCertificate,
  volatile: [],
  columns: {
    title: { field: 'title', as: 'normal' },
    created_at: { field: 'created_at', as: 'moment' },
  },
  hay: ['title', 'key'],
  indexes: [['title'], ['created_at']],
  counts: [],
  conditions: () => [],
} satisfies Definition;
