// How many webhook endpoints a tenant may have. No event of these tenants is published, so nothing is sent to the hosts.
import { beforeEach, expect, inject, it } from 'vitest';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { ENDPOINTS, register } from '../harness/webhooks.ts';

const CREATED = ['reservation.created'];
const REACHED = 'webhook_endpoint_limit_reached';
let tenant: OwnTenant;

beforeEach(async () => {
  tenant = await makeTenant(inject('demo'));
});

async function registerAll(urls: readonly string[]) {
  for (const url of urls) expect((await register(tenant.secret, url, CREATED)).status).toBe(201);
}
const paths = (count: number) => Array.from({ length: count }, (_, nth) => `/${nth}`);

it('a tenant has fifty endpoints; of a host that the development setting allows all of them', async () => {
  await registerAll(paths(50).map((path) => `http://localhost:9${path}`));
  const refused = await register(tenant.secret, 'https://8.8.4.4/', CREATED);
  expect(expectProblem(refused, 409, REACHED)).toMatchObject({ limit: 50 });
  const list = await tenant.secret.get<{ webhookEndpoints: { id: string }[] }>(ENDPOINTS);
  expect(list.body.webhookEndpoints).toHaveLength(50);
  await tenant.secret.send('DELETE', `${ENDPOINTS}/${list.body.webhookEndpoints[0]?.id}`);
  await registerAll(['https://8.8.4.4/']);
});

it('a tenant has five endpoints of one host, however the host is written', async () => {
  await registerAll(paths(4).map((path) => `https://8.8.4.4${path}`));
  await registerAll(['https://8.8.1028/spelled-otherwise']);
  const refused = await register(tenant.secret, 'https://8.8.4.4:443/sixth', CREATED);
  expect(expectProblem(refused, 409, REACHED)).toMatchObject({ limit: 5 });
  await registerAll(['https://8.8.8.8/']);
});
