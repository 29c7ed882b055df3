import { refusedCallers } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import type { InventoryDeps } from '../ports/deps.ts';
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
  'viewer seller website': ['change-block', 'create-block', 'delete-block'],
  'viewer seller desk website': [
    'create-resource',
    'create-room-type',
    'delete-cancellation-policy',
    'delete-tax-rule',
    'put-cancellation-policy',
    'put-pricing',
    'put-rates',
    'put-restrictions',
    'put-tax-rule',
    'set-bulk-rates',
    'update-resource',
  ],
  'seller desk setup website': ['list-blocks', 'read-block'],
};

it('checks the permission of the caller again, before anything of the request is read', async () => {
  const routes = rpcRoutes({} as InventoryDeps);
  expect(await refusedCallers(routes, CALLERS, 'insufficient_permission')).toEqual(REFUSED);
});
