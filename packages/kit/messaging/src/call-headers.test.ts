// Owns the proof that a call arrives as it was made, and that anything else is not taken for one.
import { headers, MsgHdrsImpl } from '@nats-io/nats-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCall, writeCall } from './call-headers.ts';
import { readUrl } from './connect-bus.ts';
import type { Call } from './operation.ts';

const visible = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '_', '.', ':', 'é'), minLength: 1 });
const calls: fc.Arbitrary<Call> = fc.record({
  tenantId: fc.uuid(),
  livemode: fc.boolean(),
  requestId: fc.uuid(),
  deadline: fc.integer({ min: 1 }),
  caller: fc.record(
    {
      kind: fc.constantFrom('secret', 'publishable', 'operator', 'platform', 'service'),
      keyId: visible,
      permissions: fc.array(fc.string()),
    },
    { requiredKeys: ['kind', 'permissions'] },
  ),
});

describe('the headers of a call', () => {
  it('bring every call to the other side as it was made', () => {
    fc.assert(
      fc.property(calls, (call) => {
        const written = writeCall(call, call.deadline, undefined);
        if (!(written instanceof MsgHdrsImpl)) throw new Error('headers are the library’s');
        expect(readCall(MsgHdrsImpl.decode(written.encode()))).toEqual(call);
      }),
    );
  });

  it.each(['Lodging-Tenant', 'Lodging-Request', 'Lodging-Deadline', 'Lodging-Caller'])(
    'are no call without %s',
    (name) => {
      const caller = { kind: 'service' as const, permissions: [] };
      const written = writeCall(
        { tenantId: 't', livemode: true, requestId: 'r', deadline: 5, caller },
        5,
        undefined,
      );
      written.delete(name);
      expect(readCall(written)).toBeUndefined();
    },
  );

  it.each(['{', 'null', '[]', '{"kind":"root","permissions":[]}', '{"kind":"secret"}'])(
    'are no call with the caller %s',
    (caller) => {
      const made = headers();
      const fields = { Tenant: 't', Livemode: 'true', Request: 'r', Deadline: '5', Caller: caller };
      for (const [name, value] of Object.entries(fields)) made.set(`Lodging-${name}`, value);
      expect(readCall(made)).toBeUndefined();
      expect(readCall(undefined)).toBeUndefined();
    },
  );
});

describe('the address of the bus', () => {
  it('may carry a user with any password, and several servers', () => {
    expect(readUrl('nats://me:p%40ss%3A%2F@one:4222, nats://two:4223')).toEqual({
      servers: ['nats://one:4222', 'nats://two:4223'],
      user: 'me',
      pass: 'p@ss:/',
    });
    expect(readUrl('nats://127.0.0.1:4222')).toEqual({ servers: ['nats://127.0.0.1:4222'] });
  });
});
