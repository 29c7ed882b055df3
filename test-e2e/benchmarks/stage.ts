import { Client } from '../harness/client.ts';
import type { Demo, DemoTenant } from '../harness/demo.ts';
import { makeTenant } from '../harness/own-tenant.ts';

export interface Stage {
  readonly demo: Demo;
  readonly tenant: DemoTenant;
  /** A secret key with limits that are too high to refuse a request. */
  readonly key: string;
  readonly secret: Client;
  readonly seconds: number;
  readonly rounds: number;
}

export async function setStage(
  demo: Demo,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Stage> {
  const tenant = demo.tenants[0];
  if (tenant === undefined) throw new Error('the demo has no tenant');
  const unlimited = await makeUnlimitedKey(demo, tenant.id);
  // Guests of the demo get mails. A stay is measured without them.
  const off = { enabled: false, propertyName: tenant.name };
  const { status } = await unlimited.secret.put('/v1/mail-settings', off);
  // A release without mails, which another one is compared with, does not know the address.
  if (status !== 200 && status !== 404) throw new Error(`mails are not off: ${status}`);
  return { demo, tenant, ...unlimited, seconds, rounds };
}

/** A tenant of its own, with nothing in it. */
export async function makeUnlimitedTenant(
  demo: Demo,
): Promise<Pick<Stage, 'key' | 'secret'> & { readonly id: string; readonly accountId: string }> {
  const { id, accountId } = await makeTenant(demo);
  return { id, accountId, ...(await makeUnlimitedKey(demo, id)) };
}

export async function makeUnlimitedKey(demo: Demo, tenantId: string): Promise<Pick<Stage, 'key' | 'secret'>> {
  const admin = new Client(demo.adminUrl, demo.adminToken);
  const made = await admin.post<{ key: string }>(`/admin/v1/tenants/${tenantId}/api-keys`, {
    kind: 'secret',
    mode: 'live',
    name: 'benchmark',
    requestsPerMinute: 10_000_000,
  });
  if (made.status !== 201) throw new Error(`no key for the benchmark: ${JSON.stringify(made.body)}`);
  return { key: made.body.key, secret: new Client(demo.gatewayUrl, made.body.key) };
}
