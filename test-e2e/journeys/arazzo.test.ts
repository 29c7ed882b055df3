import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import type { DemoTenant } from '../harness/demo.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { runWorkflow } from '../harness/run-workflow.ts';
import type { Arazzo } from '../harness/run-workflow.ts';
import { codeFromMail, payByCard } from '../harness/stay.ts';
import type { PaymentHandle } from '../harness/stay.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let arazzo: Arazzo;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  arazzo = (await (await fetch(`${demo.gatewayUrl}/arazzo.json`)).json()) as Arazzo;
});

it('a program that follows the Arazzo description has a confirmed stay, and cancels it', async () => {
  const { id: resourceId, ratePlanId } = await makeLodging(tenant.secret);
  const email = `arazzo-${tenant.id}@example.com`;
  const follow = (workflow: string, inputs: Record<string, unknown>) =>
    runWorkflow(arazzo, workflow, tenant.secret.key ?? '', inputs);
  const stay = { from: '2027-09-10T15:00:00Z', to: '2027-09-12T10:00:00Z', partySize: 2 };

  const held = await follow('hold-a-stay', {
    resourceId,
    ratePlanId,
    email,
    ...stay,
    idempotencyKey: randomUUID(),
  });
  expect(held).toMatchObject({ totalMinorUnits: expect.stringMatching(/^\d+$/), currency: 'EUR' });
  const { reservationId } = held;
  const payment = await follow('open-the-payment', {
    reservationId,
    email,
    code: await codeFromMail(demo, email),
    idempotencyKey: randomUUID(),
  });
  await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, payment as unknown as PaymentHandle);
  const { guestVerificationToken } = payment;
  expect(await follow('confirm-the-stay', { reservationId, guestVerificationToken })).toEqual({
    state: 'confirmed',
  });
  expect(await follow('cancel-the-stay', { reservationId })).toEqual({ state: 'cancelled' });
});

it('the description stops where a call is refused', async () => {
  const stranger = { reservationId: randomUUID() };
  const follow = runWorkflow(arazzo, 'cancel-the-stay', tenant.secret.key ?? '', stranger);
  await expect(follow).rejects.toThrow('preview answered 404');
});
