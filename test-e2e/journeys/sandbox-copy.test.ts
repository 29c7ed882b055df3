import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { lodging, lodgingJson } from '../harness/command-line.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';

const [demo, home] = [inject('demo'), inject('home')];

const copyOf = ({ id }: Pick<OwnTenant, 'id'>) => `/admin/v1/tenants/${id}/sandbox/copy`;
const half = { kind: 'percent', bps: 5_000, of: 'accommodation' };
const window = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };

async function sandboxOf({ admin, id }: OwnTenant): Promise<Client> {
  const made = await admin.post<{ key: string }>(`/admin/v1/tenants/${id}/api-keys`, {
    kind: 'secret',
    mode: 'test',
  });
  return new Client(demo.gatewayUrl, made.body.key);
}

/** A room at 100.00 a night with VAT, a city tax of its own and a policy. */
async function makeTaxedRoom({ secret }: OwnTenant): Promise<void> {
  const policy = { name: 'Flexible', afterwards: half, noShow: half };
  expect((await secret.put('/v1/cancellation-policies/flex', policy)).status).toBe(200);
  const { id } = await makeLodging(secret, { plan: { cancellationPolicyCode: 'flex' } });
  const fixed = { basis: 'per_person_per_night', amountMinorUnits: '250', currency: 'EUR' };
  const city = { name: 'City tax', kind: 'tax', ...fixed, appliesTo: { resourceIds: [id] } };
  expect((await secret.put('/v1/tax-rules/city', city)).status).toBe(200);
}

interface Room {
  readonly id: string;
  readonly slug: string;
  readonly ratePlans: { readonly id: string }[];
}
const roomsOf = async (client: Client) =>
  (await client.get<{ resources: Room[] }>('/v1/resources')).body.resources;

async function quote(client: Client, room: Room | undefined) {
  const requestedStay = { resourceId: room?.id, ratePlanId: room?.ratePlans[0]?.id, ...window, partySize: 2 };
  const answer = await client.post('/v1/quotes', requestedStay);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('a sandbox', () => {
  it('is filled with what the live side sells: it is found, costs the same with its taxes, and is booked apart', async () => {
    const tenant = await makeTenant(demo);
    const sandbox = await sandboxOf(tenant);
    await makeTaxedRoom(tenant);
    const copied = await tenant.admin.post(copyOf(tenant));
    expect(copied).toMatchObject({
      status: 200,
      body: { resources: 1, roomTypes: 1, ratePlans: 1, cancellationPolicies: 1, taxRules: 1 },
    });
    const [live, test] = await Promise.all([tenant.secret, sandbox].map(roomsOf));
    expect(test?.map(({ slug }) => slug)).toEqual(live?.map(({ slug }) => slug));
    expect(test?.[0]?.id).not.toBe(live?.[0]?.id);
    const search = { window, adults: 2 };
    const found = await sandbox.post<{ results: { resource: { id: string } }[] }>('/v1/search', search);
    expect(found.body.results.map(({ resource }) => resource.id)).toEqual([test?.[0]?.id]);
    const [liveQuote, testQuote] = [await quote(tenant.secret, live?.[0]), await quote(sandbox, test?.[0])];
    expect(testQuote['priceBreakdown']).toEqual(liveQuote['priceBreakdown']);
    expect(testQuote['priceBreakdown']).toMatchObject({ totalMinorUnits: '21000' });
    const held = await sandbox.create('/v1/holds', {
      signedQuoteToken: testQuote['signedQuoteToken'],
    });
    expect(held.status, JSON.stringify(held.body)).toBe(201);
    await quote(tenant.secret, live?.[0]);
  });

  it('is filled once: a second copy is refused and adds nothing, and of two at once one is made', async () => {
    const tenant = await makeTenant(demo);
    const sandbox = await sandboxOf(tenant);
    await makeTaxedRoom(tenant);
    const both = await Promise.all([1, 2].map(() => tenant.admin.post(copyOf(tenant))));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expectProblem(await tenant.admin.post(copyOf(tenant)), 409, 'sandbox_not_empty');
    expect(await roomsOf(sandbox)).toHaveLength(1);
  });

  it('of an unknown tenant, or requested without the admin token, is not filled', async () => {
    const tenant = await makeTenant(demo);
    for (const id of [randomUUID(), 'x', tenant.sandboxId])
      expectProblem(await tenant.admin.post(copyOf({ id })), 404, 'tenant_not_found');
    const stranger = new Client(demo.adminUrl, tenant.secret.key);
    expectProblem(await stranger.post(copyOf(tenant)), 401, 'invalid_admin_token');
    expect((await tenant.secret.post(copyOf(tenant))).status).toBe(404);
  });

  it('is filled from the command line, and the audit names who did it', async () => {
    const tenant = await makeTenant(demo);
    await makeTaxedRoom(tenant);
    const ran = await lodging(home, ['sandbox', 'copy', tenant.id]);
    expect(ran, ran.notes).toMatchObject({ code: 0, out: expect.stringMatching(/^resources +1$/m) });
    expect(await lodging(home, ['sandbox', 'copy', tenant.id])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('sandbox_not_empty'),
    });
    const audit = ['audit', '--tenant', tenant.id, '--action', 'sandbox.copied'];
    const { entries } = await lodgingJson<{ entries: object[] }>(home, audit);
    expect(entries).toMatchObject([{ actor: { name: 'root' }, target: { kind: 'tenant', id: tenant.id } }]);
  });
});
