import { randomUUID } from 'node:crypto';
import { HttpClient } from './http-client.ts';
import type { RunningGateway } from './start-gateway.ts';

export interface TestTenant {
  readonly id: string;
  readonly sandboxId: string;
  readonly secret: HttpClient;
  readonly browser: HttpClient;
  readonly testSecret: HttpClient;
}

export const SHOP = 'https://shop.example';

export async function makeTenant(gateway: RunningGateway): Promise<TestTenant> {
  const slug = `t-${randomUUID()}`;
  const tenant = await gateway.admin.post('/admin/v1/tenants', { name: slug, slug });
  const { id, sandboxId } = tenant.body as { id: string; sandboxId: string };
  const key = async (body: object) => (await makeKey(gateway, id, body)).key;
  return {
    id,
    sandboxId,
    secret: new HttpClient(gateway.url, await key({ kind: 'secret', mode: 'live' })),
    testSecret: new HttpClient(gateway.url, await key({ kind: 'secret', mode: 'test' })),
    browser: new HttpClient(
      gateway.url,
      await key({ kind: 'publishable', mode: 'live', allowedOrigins: [SHOP] }),
      SHOP,
    ),
  };
}

export interface MadeKey {
  readonly id: string;
  readonly key: string;
  readonly prefix: string;
}

export async function makeKey(gateway: RunningGateway, tenantId: string, body: object): Promise<MadeKey> {
  const made = await gateway.admin.post(`/admin/v1/tenants/${tenantId}/api-keys`, body);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body as unknown as MadeKey;
}

export interface TestOperator {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** A manager unless given. */
export async function makeOperator(
  gateway: RunningGateway,
  tenantId: string,
  more: { readonly role?: string; readonly name?: string } = {},
): Promise<TestOperator> {
  const [email, password] = [`ops-${randomUUID()}@hotel.example`, `correct horse ${randomUUID()}`];
  const made = await gateway.admin.post(`/admin/v1/tenants/${tenantId}/operators`, {
    email,
    password,
    ...more,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return { id: String(made.body['id']), email, password };
}

/** A client with the token of a new session. */
export async function signIn(
  gateway: RunningGateway,
  { email, password }: Pick<TestOperator, 'email' | 'password'>,
  mode: 'live' | 'test' = 'live',
): Promise<HttpClient> {
  const started = await new HttpClient(gateway.url).post('/v1/operator/sessions', { email, password, mode });
  if (started.status !== 201) throw new Error(JSON.stringify(started.body));
  return new HttpClient(gateway.url, String(started.body['token']));
}
