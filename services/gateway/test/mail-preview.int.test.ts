import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeOperator } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { signInToConsole } from './console-client.ts';
import { expectProblem } from './expect-problem.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

const PATH = '/v1/mail-templates/booking_confirmed/en/preview.html';
const HTML = '<!doctype html><p>Grüße an <img src=x onerror=alert(1)></p>';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
useGateway((started) => ({ gateway, stubs, tenant } = started));

it('is the HTML of the mail, in an origin of its own, for frames of this origin alone', async () => {
  stubs.answer('preview-mail-template', { ok: true, value: { subject: 's', text: 't', html: HTML } });
  const viewer = await signInToConsole(gateway, await makeOperator(gateway, tenant.id, { role: 'viewer' }));
  const reservationId = randomUUID();
  for (const client of [viewer.client, tenant.secret]) {
    const answer = await client.get(`${PATH}?reservationId=${reservationId}`);
    expect([answer.status, answer.text]).toEqual([200, HTML]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
  }
  expect(stubs.calls.get('preview-mail-template')?.at(-1)?.request).toEqual({
    type: 'booking_confirmed',
    language: 'en',
    reservationId,
  });
});

it('is refused as the preview is, with a problem', async () => {
  expectProblem(await tenant.secret.get(`${PATH}?reservationId=x`), 'validation_failed');
  expectProblem(await tenant.browser.get(PATH), 'secret_key_required');
  stubs.answer('preview-mail-template', {
    ok: false,
    refusal: { code: 'not_found', detail: 'There is no such template.', extra: {} },
  });
  expectProblem(await tenant.secret.get('/v1/mail-templates/none/en/preview.html'), 'not_found');
});
