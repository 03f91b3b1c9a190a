import { z } from 'zod';
import { instant } from './kit.ts';

/** An SSH certificate of a top-level group: a public key whose signatures the group trusts (document 3:23). */
export const SshCertificate = z.looseObject({
  id: z.number().int(),
  title: z.string().nullish(),
  key: z.string().nullish(),
  created_at: instant.nullish(),
});
export type SshCertificate = z.infer<typeof SshCertificate>;

/** What a certificate is made with (document 3:71). */
export const NewSshCertificate = z.object({ title: z.string().min(1), key: z.string().min(1) });
export type NewSshCertificate = z.infer<typeof NewSshCertificate>;
