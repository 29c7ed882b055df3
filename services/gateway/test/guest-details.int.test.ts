import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import type { Answer } from './http-client.ts';
import type { TestTenant } from './build-tenant.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let stubs: StubServices;
let tenant: TestTenant;
useGateway((started) => ({ stubs, tenant } = started));

const id = randomUUID();
const email = 'ada@example.com';
const code = '042137';
const lastCall = (name: string) => stubs.calls.get(name)?.at(-1);
const count = (name: string) => stubs.calls.get(name)?.length ?? 0;

/** Each once: a value may be wrong in two ways. */
function pointersOf(answer: Answer): string[] {
  const { errors } = expectProblem(answer, 'validation_failed') as { errors?: { pointer: string }[] };
  return [...new Set(errors?.map(({ pointer }) => pointer))];
}

describe('a code', () => {
  it('is requested in a language, with those of the browser and the name of the tenant', async () => {
    const headers = { 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5' };
    await tenant.browser.send('POST', `/v1/holds/${id}/otp`, { body: { email, language: 'de-AT' }, headers });
    expect(lastCall('send-guest-code')?.request).toEqual({
      reservationId: id,
      email,
      language: 'de-AT',
      acceptedLanguages: ['fr-CH', 'fr', 'en'],
      tenantName: expect.stringMatching(/\S/),
    });
    await tenant.secret.post(`/v1/holds/${id}/otp`, { email });
    expect(lastCall('send-guest-code')?.request).not.toHaveProperty('language');
  });

  it('takes no name of a tenant and no languages from the body', async () => {
    await tenant.browser.post(`/v1/holds/${id}/otp`, {
      email,
      tenantName: 'Evil',
      acceptedLanguages: ['xx'],
    });
    const { request } = lastCall('send-guest-code') ?? {};
    expect(JSON.stringify(request)).not.toMatch(/Evil|xx/);
  });

  it('is verified with what the guest says', async () => {
    const guest = { name: 'Ada', phone: '+49 30 1', arrivalTime: '21:30', message: 'é'.repeat(1_000) };
    await tenant.browser.post(`/v1/holds/${id}/otp/verify`, { email, code, guest });
    expect(lastCall('verify-guest-code')?.request).toEqual({ reservationId: id, email, code, guest });
  });
});

describe('a field that is wrong is named, and nothing is sent on', () => {
  const [long, control] = ['x'.repeat(10_000), 'a\u0007b'];
  it.each([
    ['/guest', [null, [], 'Ada', 7]],
    ['/guest/name', ['', long, control, 'A\nB', 1, null, {}]],
    ['/guest/phone', ['', long, control, true, null]],
    ['/guest/arrivalTime', ['', '24:00', '7:30', long, control, 730, null]],
    ['/guest/message', ['', long, control, 'a\tb', [], null]],
  ])('%s', async (pointer, values) => {
    const before = count('verify-guest-code');
    for (const value of values) {
      const field = pointer.slice('/guest/'.length);
      const guest = pointer === '/guest' ? value : { [field]: value };
      const answer = await tenant.browser.post(`/v1/holds/${id}/otp/verify`, { email, code, guest });
      expect(pointersOf(answer), JSON.stringify(value)).toEqual([pointer]);
    }
    expect(count('verify-guest-code')).toBe(before);
  });

  it('/language', async () => {
    const before = count('send-guest-code');
    for (const language of ['', 'de_AT', 'x'.repeat(1_000), control, 5, null, ['de']]) {
      const answer = await tenant.browser.post(`/v1/holds/${id}/otp`, { email, language });
      expect(pointersOf(answer), JSON.stringify(language)).toEqual(['/language']);
    }
    expect(count('send-guest-code')).toBe(before);
  });

  it('of 100,000 characters is payload_too_large', async () => {
    const before = count('verify-guest-code') + count('send-guest-code');
    const huge = 'x'.repeat(100_000);
    for (const name of ['name', 'phone', 'arrivalTime', 'message'])
      expectProblem(
        await tenant.browser.post(`/v1/holds/${id}/otp/verify`, { email, code, guest: { [name]: huge } }),
        'payload_too_large',
      );
    expectProblem(
      await tenant.browser.post(`/v1/holds/${id}/otp`, { email, language: huge }),
      'payload_too_large',
    );
    expect(count('verify-guest-code') + count('send-guest-code')).toBe(before);
  });

  it.each(['arrivalTime', 'guestMessage'])('%s of a booking', async (name) => {
    const before = count('change-booking');
    for (const value of ['', long, control, 7, {}]) {
      const answer = await tenant.secret.send('PATCH', `/v1/bookings/${id}`, { body: { [name]: value } });
      expect(pointersOf(answer), JSON.stringify(value)).toEqual([`/${name}`]);
    }
    expect(count('change-booking')).toBe(before);
  });
});
