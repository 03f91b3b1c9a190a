import { iso } from '../clock.ts';
import type { SshCertificate } from '../world/ssh-certificates.ts';

/** A certificate authority of a group (document 3, Group SSH certificate). */
export const sshCertificateView = ({ id, title, key, created_at }: SshCertificate) => ({
  id,
  title,
  key,
  created_at: iso(created_at),
});
