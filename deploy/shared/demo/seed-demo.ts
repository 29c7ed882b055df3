import { managePageOf } from '../demo-pages.ts';
import { readJson, writeJson } from '../json-file.ts';
import { ApiError, callApi } from './call-api.ts';
import type { Api } from './call-api.ts';
import { allowedOrigins, demoFxRates, demoTenants, redirectOrigins } from './demo-data.ts';
import type { DemoTenant } from './demo-data.ts';
import { allowBookingPage } from './allow-booking-page.ts';
import { demoCities } from './demo-cities.ts';
import { photoUrlsOf } from './demo-photos.ts';
import { seedBlock } from './seed-blocks.ts';
import { seedCities } from './seed-cities.ts';
import { linkManagePage, seedMails } from './seed-mail-settings.ts';
import { seedOperators } from './seed-operators.ts';
import type { SeededOperator } from './seed-operators.ts';
import { seedResources } from './seed-resources.ts';
import type { SeededResource } from './list-resources.ts';

export interface SeededTenant {
  id: string;
  sandboxId: string;
  name: string;
  accountId: string;
  secretKey: string;
  publishableKey: string;
  testSecretKey: string;
  testPublishableKey: string;
  /** One of each role, live and sandbox. */
  operators: SeededOperator[];
  resources: SeededResource[];
}

interface StoredTenant {
  id?: string;
  sandboxId?: string;
  keys?: Record<string, string>;
  operators?: SeededOperator[];
  complete?: boolean;
  hasTerms?: boolean;
  hasCities?: boolean;
  hasBlock?: boolean;
  hasMails?: boolean;
  /** The last one that was set: the ports of the demo may change between two starts. */
  manageUrl?: string;
}

const KEYS = [
  { name: 'secretKey', kind: 'secret', mode: 'live' },
  { name: 'publishableKey', kind: 'publishable', mode: 'live' },
  { name: 'testSecretKey', kind: 'secret', mode: 'test' },
  { name: 'testPublishableKey', kind: 'publishable', mode: 'test' },
] as const;

export interface Addresses {
  gatewayUrl: string;
  adminUrl: string;
  adminToken: string;
}

/** `publicGatewayUrl` is where the browser of a guest reaches the API. */
export type DemoAddresses = Addresses & { bookingPageUrl: string; publicGatewayUrl: string };

export async function seedDemo(addresses: DemoAddresses, file: string): Promise<SeededTenant[]> {
  const admin = callApi(addresses.adminUrl, addresses.adminToken);
  await refreshFxRates(addresses);
  const stored = await dropStale(readStored(file), admin);
  const save = (): void => writeJson(file, stored);
  return Promise.all(demoTenants.map((tenant) => seedTenant(tenant, addresses, admin, stored, save)));
}

export async function refreshFxRates({ adminUrl, adminToken }: Addresses): Promise<void> {
  const rates = demoFxRates(Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }));
  await callApi(adminUrl, adminToken).put('/admin/v1/fx-rates', { rates });
}

async function ensureCities(
  api: Api,
  tenant: DemoTenant,
  own: StoredTenant,
  shown: Parameters<typeof seedCities>[2],
): Promise<void> {
  if (own.hasCities === true) return;
  await seedCities(api, demoCities[tenant.slug] ?? [], shown);
  own.hasCities = true;
}

async function seedTenant(
  tenant: DemoTenant,
  addresses: DemoAddresses,
  admin: Api,
  stored: Record<string, StoredTenant>,
  save: () => void,
): Promise<SeededTenant> {
  const { gatewayUrl, bookingPageUrl } = addresses;
  const own = (stored[tenant.slug] ??= {});
  if (own.id === undefined || own.sandboxId === undefined) {
    Object.assign(own, await findOrCreateTenant(tenant, admin));
    save();
  }
  const id = own.id ?? '';
  const keys = await ensureKeys(id, own, admin, save);
  if (own.complete !== true) await setPaymentAccounts(id, tenant, admin);
  await allowBookingPage(admin, id, tenant, bookingPageUrl);
  const year = Temporal.Now.plainDateISO().year;
  const photoUrlOf = photoUrlsOf(tenant, bookingPageUrl);
  const progress = { year, photoUrlOf, complete: own.complete === true, hasTerms: own.hasTerms === true };
  const seed = (key: string): Promise<SeededResource[]> =>
    seedResources(callApi(gatewayUrl, keys[key] ?? ''), tenant, progress);
  // The sandbox gets the same resources; they are listed with its own key.
  const [resources] = await Promise.all([seed('secretKey'), seed('testSecretKey')]);
  if (!progress.complete || !progress.hasTerms) {
    Object.assign(own, { complete: true, hasTerms: true });
    save();
  }
  await ensureCities(callApi(gatewayUrl, keys['secretKey'] ?? ''), tenant, own, { year, photoUrlOf });
  save();
  own.operators = await seedOperators(admin, id, tenant, own.operators ?? []);
  save();
  const key = (name: string): string => keys[name] ?? '';
  await ensureBlock(callApi(gatewayUrl, key('secretKey')), own, resources);
  await ensureMails(tenant, addresses, own, key);
  save();
  return {
    id,
    sandboxId: own.sandboxId ?? '',
    name: tenant.name,
    accountId: tenant.accountId,
    secretKey: key('secretKey'),
    publishableKey: key('publishableKey'),
    testSecretKey: key('testSecretKey'),
    testPublishableKey: key('testPublishableKey'),
    operators: own.operators,
    resources,
  };
}

/** The next save stores that it is there. */
async function ensureBlock(api: Api, own: StoredTenant, resources: readonly SeededResource[]): Promise<void> {
  if (own.hasBlock === true) return;
  const room = resources.find(({ kind }) => kind === 'hotel_room');
  if (room !== undefined) await seedBlock(api, room.id, Temporal.Now.plainDateISO());
  own.hasBlock = true;
}

async function ensureMails(
  tenant: DemoTenant,
  { gatewayUrl, publicGatewayUrl, bookingPageUrl }: DemoAddresses,
  own: StoredTenant,
  key: (name: string) => string,
): Promise<void> {
  const sandboxKey = key('testSecretKey');
  if (own.hasMails !== true) await seedMails(tenant, gatewayUrl, [key('secretKey'), sandboxKey]);
  own.hasMails = true;
  const page = { name: tenant.name, testPublishableKey: key('testPublishableKey') };
  const manageUrl = managePageOf({ bookingPageUrl, gatewayUrl: publicGatewayUrl }, page);
  if (own.manageUrl === manageUrl) return;
  await linkManagePage(callApi(gatewayUrl, sandboxKey), manageUrl);
  own.manageUrl = manageUrl;
}

async function ensureKeys(
  id: string,
  own: StoredTenant,
  admin: Api,
  save: () => void,
): Promise<Record<string, string>> {
  const keys = (own.keys ??= {});
  for (const { name, kind, mode } of KEYS) {
    if (keys[name] !== undefined) continue;
    const origins = kind === 'publishable' ? { allowedOrigins } : {};
    const key = { kind, mode, name: 'demo', ...origins };
    keys[name] = text(await admin.post(`/admin/v1/tenants/${id}/api-keys`, key), 'key');
    save();
  }
  return keys;
}

async function findOrCreateTenant(
  tenant: DemoTenant,
  admin: Api,
): Promise<{ id: string; sandboxId: string }> {
  const { name, slug, timezone, defaultCurrency } = tenant;
  try {
    return ids(await admin.post('/admin/v1/tenants', { name, slug, timezone, defaultCurrency }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'slug_taken') throw error;
  }
  const listed = await admin.get('/admin/v1/tenants?limit=100');
  const found = Object.values(Object(listed))
    .flat()
    .find((entry) => Object(entry).slug === slug);
  return ids(found);
}

async function setPaymentAccounts(id: string, tenant: DemoTenant, admin: Api): Promise<void> {
  for (const mode of ['live', 'test'] as const) {
    const { accountId } = tenant;
    const account = { mode, provider: 'stripe', accountId, redirectOrigins: redirectOrigins[mode] };
    await admin.put(`/admin/v1/tenants/${id}/payment-account`, account);
  }
}

/** Stored keys are dropped when their database is gone. */
async function dropStale(
  stored: Record<string, StoredTenant>,
  admin: Api,
): Promise<Record<string, StoredTenant>> {
  const id = Object.values(stored)[0]?.id;
  if (id === undefined) return stored;
  try {
    await admin.get(`/admin/v1/tenants/${id}`);
    return stored;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return {};
    throw error;
  }
}

function readStored(file: string): Record<string, StoredTenant> {
  const stored = readJson(file);
  return typeof stored === 'object' && stored !== null ? Object.fromEntries(Object.entries(stored)) : {};
}

function ids(tenant: unknown): { id: string; sandboxId: string } {
  return { id: text(tenant, 'id'), sandboxId: text(tenant, 'sandboxId') };
}

function text(value: unknown, field: string): string {
  const found: unknown = Object(value)[field];
  if (typeof found !== 'string') throw new Error(`an answer without "${field}": ${JSON.stringify(value)}`);
  return found;
}
