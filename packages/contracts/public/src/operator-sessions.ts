import { email, rpc, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { mode } from './admin.ts';

const context = 'gateway';

/** A session acts for the live tenant unless it is asked for the sandbox. */
export const operatorSessionBody = z.object({
  email,
  password: text({ min: 1, max: 200 }),
  mode: mode.default('live'),
});

/** The token is shown this once. */
export const operatorSession = z.object({ token: z.string(), expiresAt: z.string() });

export const startOperatorSession = rpc({
  context,
  name: 'start-operator-session',
  request: operatorSessionBody,
  response: operatorSession,
  refusals: ['invalid_credentials', 'rate_limited'],
  idempotent: false,
});

export const endOperatorSession = rpc({
  context,
  name: 'end-operator-session',
  request: z.object({ sessionId: uuid }),
  response: z.object({}),
  refusals: [],
  idempotent: true,
});
