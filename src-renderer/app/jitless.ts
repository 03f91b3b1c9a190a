import { z } from 'zod';

// Otherwise zod probes `new Function`, which the content security policy reports. Must run before any schema is
// created.
z.config({ jitless: true });
