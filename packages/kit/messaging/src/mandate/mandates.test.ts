import { sign } from 'node:crypto';
import type { Caller, Mandate, RequestContext } from '@lodging/kit-runtime';
import { signingKeyOf } from '@lodging/kit-security';
import { testIdentity } from '@lodging/kit-testing';
import { describe, expect, it } from 'vitest';
import type { Callers } from '../rpc/operation.ts';
import { openMandates } from './mandates.ts';
import type { MandatedOperation, MandateProblem } from './mandates.ts';

const TENANT = '01936f2e-0000-7000-8000-000000000001';
const OTHER = '01936f2e-0000-7000-8000-000000000002';
const client: Caller = { kind: 'secret', keyId: 'key_1', permissions: ['payment:refund:create'] };
const platform: Caller = { kind: 'platform', permissions: [] };
const service: Caller = { kind: 'service', permissions: [] };

let time = Date.parse('2027-01-01T00:00:00Z');
const now = () => time;
const mandatesOf = (name: string) => openMandates(testIdentity(name), now);
const gateway = mandatesOf('gateway');
const reservations = mandatesOf('reservations');
const payments = mandatesOf('payments');

const forClients: Callers = { calledFor: [], clientsThrough: 'gateway', platformOnly: false, services: [] };
const declare = (name: string, callers: Partial<Callers> = {}): MandatedOperation => ({
  subject: `rpc.${name}`,
  callers: { ...forClients, ...callers },
});
const refundBooking = declare('reservations.v1.refund-booking');
const readBooking = declare('reservations.v1.read-booking');
const refund = declare('payments.v1.create-refund', { calledFor: [refundBooking.subject] });
const readMoney = declare('payments.v1.read-money', { calledFor: [readBooking.subject] });
const endPayment = declare('payments.v1.end-payment', { services: ['reservations'] });
const setAccount = declare('payments.v1.set-payment-account', { platformOnly: true });

function contextOf(caller: Caller, changes: Partial<RequestContext> = {}): RequestContext {
  return { tenantId: TENANT, livemode: true, requestId: 'r', deadline: time + 5_000, caller, ...changes };
}

function outcome(result: Mandate | MandateProblem): Caller | MandateProblem {
  return typeof result === 'string' ? result : result.caller;
}

/** What payments makes of a request that `by` signed for one operation and sent to another. */
function received(by: typeof gateway, ctx: RequestContext, to: MandatedOperation, signedFor = to) {
  return outcome(payments.verify(by.tokenFor(ctx, signedFor) ?? '', ctx, to));
}

describe('a mandate', () => {
  it('of the gateway is taken, with its caller, by the service that it is for', () => {
    expect(received(gateway, contextOf(client), refund)).toEqual(client);
    expect(received(gateway, contextOf(platform), setAccount)).toEqual(platform);
  });

  it('of the gateway goes on with the requests that the called operation makes', () => {
    const ctx = contextOf(client);
    const mandate = reservations.verify(gateway.tokenFor(ctx, refundBooking) ?? '', ctx, refundBooking);
    if (typeof mandate === 'string') throw new Error(mandate);
    const onward = { ...ctx, caller: mandate.caller, mandate };
    expect(received(reservations, onward, refund)).toEqual(client);
    expect(received(reservations, { ...onward, tenantId: OTHER }, refund)).toBe('malformed');
    expect(received(reservations, { ...onward, caller: { ...client } }, refund)).toBe('malformed');
  });

  it('of one operation is refused for every other that does not serve its client', () => {
    const operations = [refundBooking, readBooking, refund, readMoney, endPayment];
    for (const signedFor of operations) {
      const taken = operations.filter(
        (to) => typeof received(gateway, contextOf(client), to, signedFor) === 'object',
      );
      const servesIt = operations.filter((to) => to.callers.calledFor.includes(signedFor.subject));
      expect(taken).toEqual(operations.filter((to) => to === signedFor || servesIt.includes(to)));
    }
    // What reservations was given to read a booking refunds none.
    expect(received(gateway, contextOf(client), refund, readBooking)).toBe('operation');
    expect(received(gateway, contextOf(client), refund, refundBooking)).toEqual(client);
    // Nor does the one that a service signed to end a payment.
    const returnPayment = declare('payments.v1.return-payment', { services: ['reservations'] });
    expect(received(reservations, contextOf(service), returnPayment, endPayment)).toBe('operation');
  });

  it('of another service is taken for its own work only, and only where the operation names it', () => {
    expect(received(reservations, contextOf(service), endPayment)).toEqual(service);
    expect(received(reservations, contextOf(service), refund)).toBe('caller');
    expect(received(mandatesOf('channels'), contextOf(service), endPayment)).toBe('caller');
    expect(received(gateway, contextOf(service), refund)).toBe('caller');
    // A service that was broken into signs what it likes.
    const saysItIsTheWayOfClients = declare('payments.v1.create-refund', { clientsThrough: 'reservations' });
    for (const caller of [client, platform, { kind: 'operator', permissions: [] } as Caller]) {
      expect(received(reservations, contextOf(caller), refund, saysItIsTheWayOfClients)).toBe('caller');
    }
  });

  it('of a client is not taken where only the operator of the platform may ask', () => {
    expect(received(gateway, contextOf(client), setAccount)).toBe('caller');
  });

  it('for another tenant or another mode is refused', () => {
    const ctx = contextOf(client);
    const token = gateway.tokenFor(ctx, refund) ?? '';
    expect(payments.verify(token, { tenantId: OTHER, livemode: true }, refund)).toBe('tenant');
    expect(payments.verify(token, { tenantId: TENANT, livemode: false }, refund)).toBe('tenant');
  });

  it('expires after a minute, whether it was seen before or not, and is not taken from the future', () => {
    const ctx = contextOf(client);
    const token = gateway.tokenFor(ctx, refund) ?? '';
    expect(outcome(payments.verify(token, ctx, refund))).toEqual(client);
    time += 66_000;
    expect(payments.verify(token, ctx, refund)).toBe('expired');
    expect(mandatesOf('payments').verify(token, ctx, refund)).toBe('expired');
    const later = gateway.tokenFor(ctx, refund) ?? '';
    time -= 6_000;
    expect(mandatesOf('payments').verify(later, ctx, refund)).toBe('expired');
    time += 1_000;
    expect(outcome(mandatesOf('payments').verify(later, ctx, refund))).toEqual(client);
  });

  it('is renewed long before it ends, and not for each request', () => {
    time += 60_000;
    const ctx = contextOf(client);
    const first = gateway.tokenFor(ctx, refund);
    time += 20_000;
    expect(gateway.tokenFor({ ...ctx, caller: { ...client } }, refund)).toBe(first);
    expect(gateway.tokenFor({ ...ctx, tenantId: OTHER }, refund)).not.toBe(first);
    expect(gateway.tokenFor({ ...ctx, livemode: false }, refund)).not.toBe(first);
    expect(gateway.tokenFor(ctx, readMoney)).not.toBe(first);
    time += 6_000;
    expect(gateway.tokenFor(ctx, refund)).not.toBe(first);
  });

  it('with any character changed is refused', () => {
    const ctx = contextOf(client);
    const token = gateway.tokenFor(ctx, refund) ?? '';
    for (let at = 0; at < token.length - 1; at += 7) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect(payments.verify(changed, ctx, refund), `${at}`).toMatch(/^(signature|malformed)$/);
    }
    for (const text of ['', 'a', 'a.b', `${token}.x`, 'x'.repeat(5_000)]) {
      expect(payments.verify(text, ctx, refund)).toMatch(/^(signature|malformed)$/);
    }
  });

  it('is refused where its sender chose the algorithm, the key or a longer life', () => {
    const ctx = contextOf(client);
    const [header = '', payload = ''] = (gateway.tokenFor(ctx, refund) ?? '').split('.');
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const { kid } = decode(header);
    expect(payments.verify(`${encode({ alg: 'none', kid })}.${payload}.`, ctx, refund)).toBe('signature');
    const signedBy = (name: string, head: string, body: string): string => {
      const signature = sign(
        null,
        Buffer.from(`${head}.${body}`),
        signingKeyOf(testIdentity(name).signingKey),
      );
      return `${head}.${body}.${signature.toString('base64url')}`;
    };
    // Another's key, and one's own key under the name of another.
    expect(payments.verify(signedBy('reservations', header, payload), ctx, refund)).toBe('signature');
    const [own = ''] = (reservations.tokenFor(contextOf(service), endPayment) ?? '').split('.');
    expect(payments.verify(signedBy('reservations', own, payload), ctx, refund)).toBe('malformed');
    const { iat, ...rest } = decode(payload);
    const long = encode({ ...rest, iat, exp: iat + 3600 });
    expect(payments.verify(signedBy('gateway', header, long), ctx, refund)).toBe('expired');
  });
});

describe('keys', () => {
  it('are changed without a refusal while the public list has both', () => {
    const before = testIdentity('gateway');
    const next = testIdentity('gateway-2');
    const [nextKey = ''] = next.publicKeys.filter((entry) => entry.startsWith('gateway-2:'));
    const both = [...before.publicKeys, nextKey.replace('gateway-2', 'gateway')];
    const receiver = openMandates({ ...testIdentity('payments'), publicKeys: both }, now);
    const ctx = contextOf(client);
    for (const signingKey of [before.signingKey, next.signingKey]) {
      const sender = openMandates({ name: 'gateway', signingKey, publicKeys: both }, now);
      expect(outcome(receiver.verify(sender.tokenFor(ctx, refund) ?? '', ctx, refund))).toEqual(client);
    }
  });

  it('without their public key stop the start', () => {
    const identity = {
      ...testIdentity('payments'),
      signingKey: 'a key that was changed before its public half',
    };
    expect(() => openMandates(identity)).toThrow('BUS_PUBLIC_KEYS lacks the public key of payments');
  });
});
