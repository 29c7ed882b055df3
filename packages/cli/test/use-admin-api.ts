import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export const TENANT_ID = '0198f2a4-7d1c-7000-8000-000000000001';

/** As the admin API answers it. */
export const TENANT = {
  id: TENANT_ID,
  sandboxId: TENANT_ID,
  name: 'Seeblick',
  slug: 'seeblick',
  timezone: 'UTC',
  defaultCurrency: 'EUR',
  maxOpenHolds: null,
  maxHeldUnitNights: null,
  heldUnitNightsFollowSize: false,
  codesPerAddressHour: null,
  codesPerClientHour: null,
  keyLimitFactor: null,
  createdAt: '2027-01-01T00:00:00Z',
  suspendedAt: null as string | null,
  suspendedReason: null,
};

export interface AdminRequest {
  readonly method: string;
  /** With `/admin/v1`, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hasToken: boolean;
}
export type AdminReply = readonly [status: number, body: object];

export interface AdminApi {
  readonly url: string;
  /** For the environment of a command. */
  readonly env: { readonly LODGING_ADMIN_URL: string; readonly LODGING_ADMIN_TOKEN: string };
}

/** Canned replies for what a test file runs; listens from before its first test until after its last. */
export function useAdminApi(reply: (request: AdminRequest) => AdminReply): AdminApi {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const hasToken = request.headers.authorization !== undefined;
    const [status, body] = reply({
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      hasToken,
    });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
  afterAll(() => {
    server.close();
  });
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    get url() {
      return url();
    },
    get env() {
      return { LODGING_ADMIN_URL: url(), LODGING_ADMIN_TOKEN: 'adm_x' };
    },
  };
}
