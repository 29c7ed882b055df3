import { afterAll, afterEach, beforeAll } from 'vitest';
import { createTenant } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { startPayments } from './start-payments.ts';
import type { RunningPayments } from './start-payments.ts';

interface Started {
  readonly payments: RunningPayments;
  readonly tenant: Tenant;
}

/** Runs the service with one tenant for the tests of a file. Faults and rules of the emulator end with each test. */
export function usePayments(receive: (started: Started) => void, settings?: Record<string, string>): void {
  let payments: RunningPayments;
  beforeAll(async () => {
    payments = await startPayments(settings);
    receive({ payments, tenant: await createTenant(payments) });
  });
  afterEach(() => {
    payments.emulator.controls.faults.clear();
    payments.emulator.controls.notifications.rules.clear();
  });
  afterAll(() => payments.stop());
}
