import { z } from 'zod';
import { consoles } from '#shared/text/en/console.ts';
import { now } from '../../components/text/clock.ts';

/** The schema of a day after today, such as `2026-11-28`. Today is the current day in UTC, as on the platform. */
export const futureDay = () =>
  z.iso.date().refine((day) => day > new Date(now()).toISOString().slice(0, 10), consoles.form.futureDay);
