import { NewSshCertificate, SshCertificate } from '#shared/contract/ssh-certificates.ts';
import { endpoint, exact, lossy, paged, table } from '../endpoint.ts';

const role = 'Owner of the top-level group';
const tier = 'hosted, paid';

export const sshCertificates = table('ssh-certificates', {
  list: endpoint('GET /groups/:id/ssh_certificates', { ...paged(SshCertificate), role, tier, doc: '3:70' }),
  create: endpoint('POST /groups/:id/ssh_certificates', {
    body: NewSshCertificate,
    reply: SshCertificate,
    undo: exact(),
    role,
    tier,
    doc: '3:71',
  }),
  remove: endpoint('DELETE /groups/:id/ssh_certificates/:certificate_id', {
    otherPath: '/groups/:id/ssh_certificate/:certificate_id',
    undo: lossy('id', 'created_at'),
    role,
    tier,
    doc: '3:72',
  }),
});
