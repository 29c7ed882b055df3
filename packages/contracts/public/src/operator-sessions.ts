import { email, text, timestamp } from '@lodging/contract-wire';
import { z } from 'zod';
import { mode } from './admin.ts';

export const operatorSessionBody = z
  .object({
    email,
    password: text({ min: 1, max: 200 }),
    mode: mode.default('live'),
  })
  .meta({
    id: 'OperatorLogin',
    description: 'An operator’s e-mail address and password.',
    example: { email: 'front.desk@example.com', password: 'a long password', mode: 'live' },
  });

export const operatorSession = z.object({ token: z.string(), expiresAt: timestamp }).meta({
  id: 'OperatorSession',
  description: 'A session. The token is shown only once.',
  example: { token: 'os_3nR8…', expiresAt: '2027-05-03T21:00:00.000Z' },
});
