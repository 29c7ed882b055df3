import { refusedCallers } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import type { ReservationsDeps } from '../ports/deps.ts';
import { rpcRoutes } from './rpc.ts';

const CALLERS = {
  viewer: { kind: 'operator', permissions: ['read'] },
  seller: { kind: 'secret', permissions: ['book'] },
  desk: { kind: 'secret', permissions: ['house'] },
  setup: { kind: 'secret', permissions: ['operate'] },
  website: { kind: 'publishable', permissions: [] },
} as const;

/** By the callers that are refused: the operations that refuse them and no other caller. */
const REFUSED = {
  'viewer desk setup website': [
    'cancel-booking',
    'change-booking',
    'change-guest',
    'change-stay',
    'create-booking',
    'create-guest-link',
    'create-payment-intent',
    'end-change',
    'end-guest-links',
    'merge-guests',
    'open-booking-intent',
    'open-booking-session',
    'quote-change',
    'record-booking-payment',
    'record-no-show',
  ],
  'viewer desk setup': [
    'cancel-managed-booking',
    'change-managed-stay',
    'confirm-hold',
    'create-checkout-session',
    'create-quote',
    'open-managed-session',
    'place-hold',
    'quote-managed-change',
    'request-guest-link',
    'send-guest-code',
    'verify-guest-code',
  ],
  'viewer seller desk setup website': ['erase-guest', 'export-guest', 'read-guest-export', 'refund-booking'],
};

it('checks the permission of the caller again, before anything of the request is read', async () => {
  const routes = rpcRoutes({} as ReservationsDeps);
  expect(await refusedCallers(routes, CALLERS, 'insufficient_permission')).toEqual(REFUSED);
});
