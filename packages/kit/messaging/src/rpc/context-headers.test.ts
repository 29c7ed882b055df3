import type { RequestContext } from '@lodging/kit-runtime';
import { headers, MsgHdrsImpl } from '@nats-io/nats-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContext, writeContext } from './context-headers.ts';

const visible = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '_', '.', ':', 'é'), minLength: 1 });
const limit = fc.option(fc.nat());
const calls: fc.Arbitrary<RequestContext> = fc.record({
  tenantId: fc.uuid(),
  livemode: fc.boolean(),
  requestId: fc.uuid(),
  deadline: fc.integer({ min: 1 }),
  caller: fc.record(
    {
      kind: fc.constantFrom('secret', 'publishable', 'operator', 'platform', 'service'),
      keyId: visible,
      permissions: fc.array(fc.string()),
      limits: fc.record({
        maxOpenHolds: limit,
        maxHeldUnitNights: limit,
        codesPerAddressHour: limit,
        codesPerClientHour: limit,
        heldUnitNightsFollowSize: fc.boolean(),
        keyLimitFactor: limit,
      }),
    },
    { requiredKeys: ['kind', 'permissions'] },
  ),
  clientAddress: fc.option(fc.oneof(fc.ipV4(), fc.ipV6()), { nil: undefined }),
});

/** As a receiver decodes them. */
function sent(ctx: RequestContext, token: string | undefined): MsgHdrsImpl {
  const { deadline } = ctx;
  const written = writeContext(ctx, { deadline, traceparent: undefined, token });
  if (!(written instanceof MsgHdrsImpl)) throw new Error('headers are the library’s');
  return MsgHdrsImpl.decode(written.encode());
}

describe('the headers of a request', () => {
  it('carry every context unchanged', () => {
    fc.assert(
      fc.property(calls, visible, (ctx, token) => {
        const { caller: _, ...rest } = ctx;
        expect(readContext(sent(ctx, token))).toEqual({ ...rest, token });
        expect(readContext(sent(ctx, undefined))).toEqual({ ...rest, token: '' });
      }),
    );
  });

  it.each([
    '',
    'live 5 r {"kind":"service","permissions":[]}',
    't live r {"kind":"service","permissions":[]}',
    't live 5 {"kind":"service","permissions":[]}',
    't true 5 r {"kind":"service","permissions":[]}',
    't live 0 r {"kind":"service","permissions":[]}',
    't live soon r {"kind":"service","permissions":[]}',
    't live 5 r {"kind":"service","permissions":[]}',
    't live 5 r {',
    't live 5 r null',
    't live 5 r []',
  ])('are no call with %j', (value) => {
    const made = headers();
    made.set('Lodging-Call', value);
    expect(readContext(made)).toBeUndefined();
  });

  it('are no call when there are none', () => {
    expect(readContext(headers())).toBeUndefined();
    expect(readContext(undefined)).toBeUndefined();
  });
});
