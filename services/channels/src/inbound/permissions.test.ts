import { refusedCallers } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import type { ChannelsDeps } from '../ports/deps.ts';
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
    'change-connection',
    'create-connection',
    'create-feed-token',
    'create-listing',
    'delete-connection',
    'delete-feed-token',
    'delete-listing',
    'rotate-feed-token',
    'sync-connection',
  ],
  'viewer seller website': ['resolve-conflict'],
};

it('checks the permission of the caller again, before anything of the request is read', async () => {
  const routes = rpcRoutes({} as ChannelsDeps);
  expect(await refusedCallers(routes, CALLERS, 'insufficient_permission')).toEqual(REFUSED);
});
