import type { Api } from './call-api.ts';
import { allowedOrigins, redirectOrigins } from './demo-data.ts';
import type { DemoTenant } from './demo-data.ts';

interface ApiKey {
  id: string;
  kind: string;
  name: string;
  allowedOrigins: string[];
}

/** The demo's keys and payments know the page at its usual port; at another one it is added to what they allow. */
export async function allowBookingPage(
  admin: Api,
  tenantId: string,
  { accountId }: DemoTenant,
  origin: string,
): Promise<void> {
  if (allowedOrigins.includes(origin) && redirectOrigins.test.some((one) => one === origin)) return;
  const { apiKeys }: { apiKeys: ApiKey[] } = Object(
    await admin.get(`/admin/v1/tenants/${tenantId}/api-keys?limit=100`),
  );
  for (const { id, kind, name, allowedOrigins: allowed } of apiKeys) {
    if (kind !== 'publishable' || name !== 'demo' || allowed.includes(origin)) continue;
    const changes = { allowedOrigins: [...allowedOrigins, origin] };
    await admin.patch(`/admin/v1/tenants/${tenantId}/api-keys/${id}`, changes);
  }
  await admin.put(`/admin/v1/tenants/${tenantId}/payment-account`, {
    mode: 'test',
    provider: 'stripe',
    accountId,
    redirectOrigins: [...redirectOrigins.test, origin],
  });
}
