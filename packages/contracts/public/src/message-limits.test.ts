import * as channels from '@lodging/contract-channels';
import * as inventory from '@lodging/contract-inventory';
import * as notifications from '@lodging/contract-notifications';
import * as payments from '@lodging/contract-payments';
import * as reservations from '@lodging/contract-reservations';
import { MAX_CALENDAR_BYTES } from '@lodging/contract-wire';
import type { RpcOperation } from '@lodging/contract-wire';
import { expect, it } from 'vitest';

function isOperation(value: unknown): value is RpcOperation {
  return typeof value === 'object' && value !== null && 'subject' in value && 'callers' in value;
}

const operations = [channels, inventory, notifications, payments, reservations]
  .flatMap((contract): unknown[] => Object.values(contract))
  .filter(isOperation);

it('no message but a whole calendar may be longer than the others', () => {
  const larger = operations.flatMap(({ subject, maxRequestBytes, maxReplyBytes }) =>
    maxRequestBytes === undefined && maxReplyBytes === undefined
      ? []
      : [[subject, maxRequestBytes, maxReplyBytes]],
  );
  expect(larger).toEqual([
    ['rpc.channels.v1.render-feed', undefined, MAX_CALENDAR_BYTES],
    ['rpc.inventory.v1.list-resource-blocks', undefined, MAX_CALENDAR_BYTES],
    ['rpc.inventory.v1.list-occupancy', undefined, MAX_CALENDAR_BYTES],
    ['rpc.inventory.v1.replace-blocks', MAX_CALENDAR_BYTES, undefined],
    ['rpc.inventory.v1.read-bulk-rates', undefined, MAX_CALENDAR_BYTES],
    ['rpc.reservations.v1.summarize-days', undefined, MAX_CALENDAR_BYTES],
    ['rpc.reservations.v1.read-occupancy', undefined, MAX_CALENDAR_BYTES],
  ]);
});
