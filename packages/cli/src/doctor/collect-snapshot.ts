import {
  backlogOverview,
  healthOverview,
  paymentAccountResponse,
  tenantList,
} from '@lodging/contract-public';
import type { TenantResponse } from '@lodging/contract-public';
import type { AdminClient } from '../admin-client.ts';
import { Refused } from '../failure.ts';
import { readCertificateEnd } from './read-certificate.ts';
import { factsOf } from './snapshot.ts';
import type { Called, DeploymentSnapshot } from './snapshot.ts';

/** Each takes a request. */
const TENANTS = 200;
const AT_ONCE = 8;
const PING_LIMIT_MS = 5_000;

export async function collectSnapshot(
  client: AdminClient,
  { now, publicUrl }: { now: () => Temporal.Instant; publicUrl?: string | undefined },
): Promise<DeploymentSnapshot> {
  const requestedAt = now();
  const health = await client.get('/health', healthOverview);
  const answered = now();
  const own = factsOf({ health }, 'gateway')['publicUrl'];
  const address = publicUrl ?? (typeof own === 'string' ? own : undefined);
  const [backlog, listed, publicApi] = await Promise.all([
    client.get('/outbox', backlogOverview),
    readTenants(client),
    address === undefined ? undefined : ping(address, now),
  ]);
  return {
    adminUrl: client.access.adminUrl,
    health,
    backlog,
    publicApi,
    tenants: listed.items,
    moreTenants: listed.more,
    tenantsFailure: listed.failure,
    unpaid: await withoutAccount(client, listed.items),
    clockSkewMs: skewBetween(Temporal.Instant.from(health.now), requestedAt, answered),
    now: answered,
  };
}

/** While the database of the gateway is away its tenants are not known; what the services say of themselves is. */
async function readTenants(client: AdminClient) {
  try {
    const { items, more } = await client.list('/tenants', {
      shape: tenantList,
      items: ({ tenants }) => tenants,
      most: TENANTS,
    });
    return { items, more, failure: null };
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'service_unavailable') throw error;
    return { items: [], more: false, failure: error.message };
  }
}

/** Zero where the remote time lies between request and response, which is as exact as it can be. */
function skewBetween(
  remoteTime: Temporal.Instant,
  requestedAt: Temporal.Instant,
  answeredAt: Temporal.Instant,
): number {
  const remoteMs = remoteTime.epochMilliseconds;
  if (remoteMs > answeredAt.epochMilliseconds) return remoteMs - answeredAt.epochMilliseconds;
  return Math.min(0, remoteMs - requestedAt.epochMilliseconds);
}

async function ping(address: string, now: () => Temporal.Instant): Promise<Called> {
  const url = `${address.replace(/\/+$/, '')}/v1/ping`;
  const certificate = readCertificateEnd(address, PING_LIMIT_MS);
  const requestedAt = now();
  const began = performance.now();
  const failure = await pinged(url);
  const tookMs = performance.now() - began;
  const clockSkewMs = 'ts' in failure ? skewBetween(failure.ts, requestedAt, now()) : null;
  const certificateEndsAt = await certificate;
  return { url, tookMs, clockSkewMs, certificateEndsAt, failure: 'why' in failure ? failure.why : null };
}

async function pinged(url: string): Promise<{ ts: Temporal.Instant } | { why: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PING_LIMIT_MS), redirect: 'error' });
    if (!response.ok) return { why: `answers with status ${response.status}` };
    const { ok, ts }: Record<string, unknown> = Object(await response.json());
    if (ok !== true || typeof ts !== 'string') return { why: 'is a different API' };
    return { ts: Temporal.Instant.from(ts) };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return { why: 'does not answer in time' };
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    return { why: `is unreachable (${cause instanceof Error ? cause.message : 'no reason given'})` };
  }
}

/** A tenant whose account cannot be read, because payments is unavailable, is not listed. */
async function withoutAccount(client: AdminClient, tenants: readonly TenantResponse[]): Promise<string[]> {
  const unpaid: string[] = [];
  for (let from = 0; from < tenants.length; from += AT_ONCE) {
    const some = tenants.slice(from, from + AT_ONCE);
    const answers = await Promise.all(some.map((tenant) => hasAccount(client, tenant)));
    unpaid.push(...some.filter((_, index) => answers[index] === false).map(({ slug }) => slug));
    if (answers.includes(undefined)) return unpaid;
  }
  return unpaid;
}

async function hasAccount(client: AdminClient, { id }: TenantResponse): Promise<boolean | undefined> {
  try {
    await client.get(`/tenants/${id}/payment-account`, paymentAccountResponse, { mode: 'live' });
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.code === 'payment_account_not_found' ? false : undefined;
  }
}
