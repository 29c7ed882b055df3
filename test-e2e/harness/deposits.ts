import { expect } from 'vitest';
import { book, weeklyStays } from './bookings.ts';
import type { BookingRequest } from './bookings.ts';
import type { Demo, DemoTenant } from './demo.ts';
import { makeLodging, makeTenant } from './own-tenant.ts';
import type { OwnTenant } from './own-tenant.ts';
import { payByCard, untilState } from './stay.ts';
import type { PaymentHandle } from './records.ts';

export interface DepositTenant extends OwnTenant {
  readonly next: () => BookingRequest;
  pay(handle: PaymentHandle): Promise<void>;
  /** The id of a booking whose deposit was paid. */
  deposited(): Promise<string>;
}

/** Each stay costs 20000, of which 6000 are a deposit and the rest is due 7 days before it; half is kept of a cancelled one. */
export async function makeDepositTenant(demo: Demo): Promise<DepositTenant> {
  const tenant = await makeTenant(demo);
  const half = { kind: 'percent', bps: 5_000, of: 'total' };
  const policy = { name: 'Half', steps: [], afterwards: half, noShow: half };
  expect((await tenant.secret.put('/v1/cancellation-policies/half', policy)).status).toBe(200);
  const deposit = { percentBps: 3_000, balanceDueDaysBefore: 7 };
  const next = weeklyStays(
    await makeLodging(tenant.secret, { plan: { cancellationPolicyCode: 'half', deposit } }),
  );
  const pay = async (handle: PaymentHandle): Promise<void> => {
    await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, handle);
  };
  const deposited = async (): Promise<string> => {
    const { booking, payment } = (await book(tenant.secret, next())).body;
    if (payment === null) throw new Error('nothing to pay');
    await pay(payment);
    await untilState(tenant.secret, booking.id, 'confirmed');
    return booking.id;
  };
  return { ...tenant, next, pay, deposited };
}
