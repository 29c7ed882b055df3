import * as channels from '@lodging/contract-channels';
import * as inventory from '@lodging/contract-inventory';
import * as notifications from '@lodging/contract-notifications';
import * as payments from '@lodging/contract-payments';
import * as reservations from '@lodging/contract-reservations';
import type { RpcOperation } from '@lodging/contract-wire';
import { expect, test } from 'vitest';

function isOperation(value: unknown): value is RpcOperation {
  return typeof value === 'object' && value !== null && 'callers' in value && 'subject' in value;
}

const operations = [channels, inventory, notifications, payments, reservations]
  .flatMap((contract): unknown[] => Object.values(contract))
  .filter(isOperation);
const bySubject = new Map(operations.map((operation) => [operation.subject, operation]));

test('an operation serves the clients of operations that exist, of other services, and that clients reach', () => {
  const served = operations.flatMap(({ subject, context, callers }) =>
    callers.calledFor.map((from) => ({ subject, context, from: bySubject.get(from), name: from })),
  );
  expect(served.length).toBeGreaterThan(10);
  for (const { subject, context, from, name } of served) {
    expect(from, `${subject} names ${name}`).toBeDefined();
    expect(from?.context).not.toBe(context);
    expect(from?.callers.platformOnly).toBe(false);
  }
});

test('a refund takes the mandate of a refund alone', () => {
  expect(payments.createRefund.callers).toEqual({
    calledFor: [reservations.refundBooking.subject],
    clientsThrough: 'gateway',
    platformOnly: false,
    services: [],
    takesPublishable: false,
  });
});
