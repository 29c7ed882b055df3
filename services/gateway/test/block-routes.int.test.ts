import { randomUUID } from 'node:crypto';
import { refuse } from '@lodging/kernel';
import { expect, it } from 'vitest';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

let stubs: StubServices;
let tenant: TestTenant;
useGateway((started) => ({ stubs, tenant } = started));

const lastCall = (name: string) => stubs.calls.get(name)?.at(-1)?.request;
const resourceId = '0197a1f0-6a10-7c3e-9b52-3f1d2c4b5a61';
const body = { resourceId, from: '2027-06-10', to: '2027-06-14', kind: 'out_of_order' };

it('a block is created with its Idempotency-Key, and a refusal has the fields of the conflict', async () => {
  const key = randomUUID();
  stubs.answer('create-block', { ok: true, value: { id: 'b' } });
  const made = await tenant.secret.send('POST', '/v1/blocks', {
    body,
    headers: { 'idempotency-key': key },
  });
  expect(made.status).toBe(201);
  expect(lastCall('create-block')).toEqual({ ...body, idempotencyKey: key });
  expectProblem(await tenant.secret.send('POST', '/v1/blocks', { body }), 'idempotency_key_required');
  const extra = { reservationIds: [], from: 'f', to: 't', unitsTaken: 0 };
  stubs.answer('create-block', refuse('block_conflict', 'Taken.', extra));
  const refused = await tenant.secret.send('POST', '/v1/blocks', {
    body,
    headers: { 'idempotency-key': key },
  });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'block_conflict', ...extra }]);
});

it('a block is changed by at least one field, for the version of If-Match', async () => {
  const path = `/v1/blocks/${resourceId}`;
  expectProblem(await tenant.secret.send('PATCH', path, { body: {} }), 'validation_failed');
  stubs.answer('change-block', { ok: true, value: { id: 'b' } });
  const headers = { 'if-match': '"v3"' };
  const changed = await tenant.secret.send('PATCH', path, { body: { note: null }, headers });
  expect(changed.status).toBe(200);
  expect(lastCall('change-block')).toEqual({ blockId: resourceId, note: null, ifMatch: ['"v3"'] });
  stubs.answer('delete-block', { ok: true, value: {} });
  expect((await tenant.secret.send('DELETE', path)).status).toBe(204);
  expectProblem(await tenant.secret.send('GET', '/v1/blocks/x'), 'block_not_found');
});

it('occupancy has a page with its cursor, an ETag, and nothing for who knows it', async () => {
  const page = { from: 'f', to: 't', asOf: 'a', resources: [] };
  const nextAfter = { createdAt: '2027-01-01T00:00:00.000000Z', id: resourceId };
  stubs.answer('read-occupancy', {
    ok: true,
    value: { etag: '"e"', occupancy: { ...page, nextAfter } },
  });
  const query = '/v1/occupancy?from=2027-06-01&to=2027-07-01';
  const first = await tenant.secret.send('GET', query);
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"e"']);
  expect(first.body).toEqual({ ...page, nextCursor: expect.any(String) });
  const { nextCursor } = first.body as { nextCursor: string };
  const next = await tenant.secret.send('GET', `${query}&cursor=${nextCursor}&resourceIds=${resourceId}`);
  expectProblem(next, 'invalid_cursor');
  expect((await tenant.secret.send('GET', `${query}&cursor=${nextCursor}`)).status).toBe(200);
  expect(lastCall('read-occupancy')).toMatchObject({ after: nextAfter, limit: 20, knownEtags: [] });
  stubs.answer('read-occupancy', { ok: true, value: { etag: '"e"', occupancy: null } });
  const known = await tenant.secret.send('GET', query, { headers: { 'if-none-match': '"e"' } });
  expect([known.status, known.text]).toEqual([304, '']);
  expect(lastCall('read-occupancy')).toMatchObject({ knownEtags: ['"e"'] });
  expectProblem(await tenant.secret.send('GET', `${query}&resourceIds=x`), 'validation_failed');
});
