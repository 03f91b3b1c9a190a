import { z } from 'zod';

// zod probes `new Function` otherwise, which the content security policy reports. Must run before any schema is made.
z.config({ jitless: true });
