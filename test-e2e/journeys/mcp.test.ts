import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { agentOverHttp, agentOverStdio, configuredServer, startHttpServer } from '../harness/agent.ts';
import type { Agent, Fields } from '../harness/agent.ts';
import { repository, run } from '../harness/examples.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { codeFromMail, untilState } from '../harness/stay.ts';

interface Money {
  amount: string;
  currency: string;
  minorUnits: string;
}

const demo = inject('demo');
const shop = 'https://shop.lodging.example';
let tenant: OwnTenant;
let room: { id: string; ratePlanId: string };
let server: Awaited<ReturnType<typeof startHttpServer>>;

/** Half of the price is kept of a cancelled stay. */
beforeAll(async () => {
  tenant = await makeTenant(demo);
  const { accountId, admin, secret } = tenant;
  const account = { mode: 'live', provider: 'stripe', accountId, redirectOrigins: [shop] };
  expect((await admin.put(`/admin/v1/tenants/${tenant.id}/payment-account`, account)).status).toBe(200);
  const half = { kind: 'percent', bps: 5_000, of: 'total' };
  const policy = { name: 'Half', steps: [], afterwards: half, noShow: half };
  expect((await secret.put('/v1/cancellation-policies/half', policy)).status).toBe(200);
  room = await makeLodging(secret, { plan: { cancellationPolicyCode: 'half' } });
  // The origin of the publishable keys of `makeTenant`.
  server = await startHttpServer(demo.gatewayUrl, '--origin', 'https://widget.example');
});
afterAll(() => server.stop());

async function newKey(body: Fields): Promise<string> {
  const made = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, {
    mode: 'live',
    ...body,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.key;
}

interface Stay {
  readonly bookingId: string;
  readonly code: string;
  readonly guestVerificationToken: string;
  readonly signedQuoteToken: string;
}

/** From the search to the confirmed stay, with the tools alone; the guest reads the code and pays. */
async function bookStay({ use, refused }: Agent, arrival: string): Promise<Stay> {
  const departure = Temporal.PlainDate.from(arrival).add({ days: 2 }).toString();
  const { results } = await use<{ results: { resourceId: string; total: Money }[] }>('search', {
    dates: { arrival, departure },
    adults: 2,
  });
  expect(results).toMatchObject([
    {
      resourceId: room.id,
      bookable: true,
      total: { amount: '200.00', currency: 'EUR', minorUnits: '20000' },
    },
  ]);
  const { resourceId, ratePlanId, from, to } = results[0] as Fields;
  const requested = { resourceId, ratePlanId, from, to, partySize: 2 };
  expect(await use('availability', requested)).toEqual({ available: true, reasons: [], alternatives: [] });
  const { signedQuoteToken } = await use<{ signedQuoteToken: string }>('quote', requested);
  const { holdId } = await use<{ holdId: string }>('hold', { signedQuoteToken });
  expect(await use('hold', { signedQuoteToken })).toMatchObject({ holdId, repeated: true });
  const gone = await refused('quote', requested);
  expect(gone).toMatchObject({ code: 'unavailable', reasons: ['reserved'], remedy: expect.any(String) });
  expect(gone['alternatives']).toContainEqual(expect.objectContaining({ total: expect.any(Object) }));

  const email = `guest-${randomUUID()}@example.test`;
  expect(await use('send_code', { holdId, email })).toMatchObject({ accepted: true });
  const code = await codeFromMail(demo, email);
  const verified = await use<{ guestVerificationToken: string }>('verify_code', { holdId, email, code });
  const confirmation = { holdId, ...verified, confirm: true };
  expect(await refused('confirm_stay', confirmation)).toMatchObject({ code: 'payment_required' });
  const urls = { successUrl: `${shop}/thanks`, cancelUrl: `${shop}/again` };
  const { url } = await use<{ url: string }>('payment_link', { holdId, confirm: true, ...urls });
  const paid = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'payment_method=pm_card_visa',
  });
  expect(paid.headers.get('location')).toMatch(/^https:\/\/shop\.lodging\.example\/thanks/);
  expect(await use('confirm_stay', confirmation)).toMatchObject({ bookingId: holdId, state: 'confirmed' });
  return { bookingId: holdId, code, signedQuoteToken, ...verified };
}

async function cancelStay({ use, refused }: Agent, bookingId: string): Promise<void> {
  const booking = { bookingId };
  expect(await use('booking_state', booking)).toMatchObject({
    state: 'confirmed',
    paid: { amount: '200.00' },
  });
  const { refund, version } = await use<{ refund: Money; version: number }>('preview_cancellation', booking);
  expect(refund).toEqual({ amount: '100.00', currency: 'EUR', minorUnits: '10000' });
  const confirmed = { ...booking, version, refundMinorUnits: refund.minorUnits, confirm: true };
  expect(await refused('cancel_booking', { ...confirmed, refundMinorUnits: '20000' })).toMatchObject({
    code: 'refund_changed',
    refundMinorUnits: '10000',
  });
  expect(await refused('cancel_booking', { ...confirmed, version: version + 1 })).toMatchObject({
    code: 'version_mismatch',
    currentVersion: version,
  });
  await untilState(tenant.secret, bookingId, 'confirmed');
  expect(await use('cancel_booking', confirmed)).toMatchObject({
    state: 'cancelled',
    kept: { amount: '100.00' },
  });
  expect(await refused('cancel_booking', confirmed)).toMatchObject({ code: 'illegal_transition' });
  expect(await use('booking_state', booking)).toMatchObject({ state: 'cancelled' });
}

it('an agent books and cancels a stay over stdio, as the page configures it', async () => {
  const key = await newKey({ kind: 'secret', permissions: ['read', 'book'] });
  const agent = await agentOverStdio(
    await configuredServer({ LODGING_URL: demo.gatewayUrl, LODGING_KEY: key }),
  );
  const stay = await bookStay(agent, '2027-06-10');
  await cancelStay(agent, stay.bookingId);
  expect(agent.notes()).toMatch(/^lodging-mcp: cancel_booking: refund_changed$/m);
  for (const secret of [key, stay.code, stay.guestVerificationToken, stay.signedQuoteToken])
    expect(agent.notes()).not.toContain(secret);
});

it('an agent books and cancels a stay over HTTP, with the key of its requests', async () => {
  const key = tenant.secret.key ?? '';
  const agent = await agentOverHttp(server.url, key);
  const stay = await bookStay(agent, '2027-07-10');
  await cancelStay(agent, stay.bookingId);
  for (const secret of [key, stay.code, stay.guestVerificationToken, stay.signedQuoteToken])
    expect(server.notes()).not.toContain(secret);
});

it('a publishable key books, and has no tools for bookings and cancellations', async () => {
  const agent = await agentOverHttp(server.url, tenant.browser.key ?? '');
  const names = (await agent.client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('confirm_stay');
  for (const name of ['booking_state', 'preview_cancellation', 'cancel_booking']) {
    expect(names).not.toContain(name);
    await expect(agent.use(name, { bookingId: randomUUID() })).rejects.toThrow(/not found/);
  }
  const { bookingId } = await bookStay(agent, '2027-08-10');
  await untilState(tenant.secret, bookingId, 'confirmed');
});

it('a key without the permission is refused by the API, with what is missing', async () => {
  const agent = await agentOverHttp(server.url, await newKey({ kind: 'secret', permissions: ['read'] }));
  expect((await agent.client.listTools()).tools.map(({ name }) => name)).toContain('cancel_booking');
  expect(await agent.refused('hold', { signedQuoteToken: 'any' })).toMatchObject({
    code: 'insufficient_permission',
    status: 403,
    remedy: expect.stringContaining('`book`'),
    requestId: expect.any(String),
  });
});

it('a Host of elsewhere is refused', async () => {
  const headers = { host: 'rebound.example', authorization: `Bearer ${tenant.secret.key}` };
  const status = await new Promise((resolve, reject) => {
    const outgoing = request(server.url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.once('error', reject);
    outgoing.end('{}');
  });
  expect(status).toBe(403);
});

it('the inspector lists the tools over stdio, and uses one over HTTP', async () => {
  const inspector = join(
    repository,
    'packages/mcp/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );
  const key = tenant.secret.key ?? '';
  const inspect = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [inspector, '--cli', '--format', 'json', ...args]);
    return JSON.parse(stdout).result;
  };
  const program = [process.execPath, join(repository, 'packages/mcp/src/main.ts')];
  const env = ['-e', `LODGING_URL=${demo.gatewayUrl}`, '-e', `LODGING_KEY=${key}`];
  // With `--strict` it fails where a schema has an error.
  const { tools } = await inspect('--method', 'tools/list', '--strict', ...program, ...env);
  expect(tools).toHaveLength(11);
  const stay = {
    resourceId: room.id,
    from: '2027-09-10T15:00:00Z',
    to: '2027-09-12T10:00:00Z',
    partySize: 2,
  };
  const call = [
    '--method',
    'tools/call',
    '--tool-name',
    'availability',
    '--tool-args-json',
    JSON.stringify(stay),
  ];
  const http = [
    '--transport',
    'http',
    '--server-url',
    server.url,
    '--header',
    `Authorization: Bearer ${key}`,
  ];
  expect((await inspect(...call, ...http)).structuredContent).toMatchObject({ available: true });
});
