import { timestamp } from '@lodging/contract-wire';
import { z } from 'zod';

export const ping = z.object({ ok: z.boolean(), ts: timestamp }).meta({
  id: 'Ping',
  description: 'A check that the API answers.',
  example: { ok: true, ts: '2027-05-03T09:00:00.000Z' },
});
