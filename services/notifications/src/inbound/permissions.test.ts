import { refusedCallers } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import type { NotificationsDeps } from '../ports/deps.ts';
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
  'viewer seller desk website': [
    'change-webhook-endpoint',
    'create-webhook-endpoint',
    'delete-mail-template',
    'delete-webhook-endpoint',
    'ping-webhook-endpoint',
    'put-mail-settings',
    'put-mail-template',
    'redeliver-webhook',
    'rotate-webhook-secret',
  ],
  'seller desk setup website': ['preview-mail-template'],
  'viewer desk setup website': ['send-guest-mail'],
};

it('checks the permission of the caller again, before anything of the request is read', async () => {
  const routes = rpcRoutes({} as NotificationsDeps);
  expect(await refusedCallers(routes, CALLERS, 'insufficient_permission')).toEqual(REFUSED);
});
