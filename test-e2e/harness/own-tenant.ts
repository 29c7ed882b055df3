import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Client } from './client.ts';
import type { Demo } from './demo.ts';

export interface OwnTenant {
  readonly id: string;
  readonly sandboxId: string;
  readonly accountId: string;
  readonly secret: Client;
  readonly browser: Client;
  readonly admin: Client;
}

export interface OwnResource {
  readonly id: string;
  readonly ratePlanId?: string;
}

export async function created<T>(client: Client, path: string, body: unknown): Promise<T> {
  const answer = await client.post<T>(path, body);
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(201);
  return answer.body;
}

interface TenantOptions {
  /** Null leaves the tenant without a payment account. */
  readonly accountId?: string | null;
  readonly timezone?: string;
}

export async function makeTenant(demo: Demo, options: TenantOptions = {}): Promise<OwnTenant> {
  const { accountId = `acct_${randomUUID().replaceAll('-', '').slice(0, 16)}`, timezone = 'UTC' } = options;
  const admin = new Client(demo.adminUrl, demo.adminToken);
  const slug = `t-${randomUUID().slice(0, 13)}`;
  const tenant = await created<{ id: string; sandboxId: string }>(admin, '/admin/v1/tenants', {
    name: slug,
    slug,
    timezone,
  });
  const keys = `/admin/v1/tenants/${tenant.id}/api-keys`;
  const secret = await created<{ key: string }>(admin, keys, { kind: 'secret', mode: 'live' });
  const publishable = await created<{ key: string }>(admin, keys, {
    kind: 'publishable',
    mode: 'live',
    allowedOrigins: ['https://widget.example'],
  });
  if (accountId !== null) {
    const account = { mode: 'live', provider: 'stripe', accountId };
    expect((await admin.put(`/admin/v1/tenants/${tenant.id}/payment-account`, account)).status).toBe(200);
  }
  return {
    ...tenant,
    accountId: accountId ?? '',
    admin,
    secret: new Client(demo.gatewayUrl, secret.key),
    browser: new Client(demo.gatewayUrl, publishable.key, 'https://widget.example'),
  };
}

export interface LodgingOptions {
  name?: string;
  /** Undefined: the room has a type of its own. */
  roomTypeId?: string;
  timezone?: string;
  units?: number;
  capacity?: number;
  currency?: string;
  baseAmountMinorUnits?: string | null;
  pricing?: Record<string, unknown>;
  plan?: Record<string, unknown>;
}

export async function makeRoomType(secret: Client): Promise<string> {
  const roomType = await created<{ id: string }>(secret, '/v1/room-types', {
    code: `rt-${randomUUID().slice(0, 8)}`,
    name: 'Double room',
    maxOccupancy: 2,
    maxAdults: 2,
    maxChildren: 1,
  });
  return roomType.id;
}

/** Creates a resource and a plan with a price through the API, and a room type where none is given. */
export async function makeLodging(
  secret: Client,
  options: LodgingOptions = {},
): Promise<Required<OwnResource>> {
  const word = randomUUID().slice(0, 8);
  const currency = options.currency ?? 'EUR';
  const resource = await created<{ id: string }>(secret, '/v1/resources', {
    kind: 'hotel_room',
    name: options.name ?? `Room ${word}`,
    slug: `room-${word}`,
    capacity: options.capacity ?? 2,
    currency,
    timezone: options.timezone ?? 'UTC',
    units: options.units ?? 1,
    roomTypeId: options.roomTypeId ?? (await makeRoomType(secret)),
  });
  const rates = await secret.put<{ ratePlans: { id: string }[] }>(`/v1/resources/${resource.id}/rates`, {
    ratePlans: [{ code: 'flex', name: 'Flexible', currency, ...options.plan }],
  });
  expect(rates.status, JSON.stringify(rates.body)).toBe(200);
  const base = options.baseAmountMinorUnits === undefined ? '10000' : options.baseAmountMinorUnits;
  const pricing = await secret.put(`/v1/resources/${resource.id}/pricing`, {
    pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: base, ...options.pricing }],
  });
  expect(pricing.status, JSON.stringify(pricing.body)).toBe(200);
  return { id: resource.id, ratePlanId: rates.body.ratePlans[0]?.id ?? '' };
}

export async function makeGeneric(secret: Client, timezone = 'UTC'): Promise<OwnResource> {
  const word = randomUUID().slice(0, 8);
  const resource = await created<{ id: string }>(secret, '/v1/resources', {
    kind: 'generic',
    name: `Bike ${word}`,
    slug: `bike-${word}`,
    capacity: 1,
    currency: 'EUR',
    timezone,
  });
  const pricing = await secret.put(`/v1/resources/${resource.id}/pricing`, {
    pricing: [{ ratePlanCode: null, baseAmountMinorUnits: '2500' }],
  });
  expect(pricing.status, JSON.stringify(pricing.body)).toBe(200);
  return { id: resource.id };
}
