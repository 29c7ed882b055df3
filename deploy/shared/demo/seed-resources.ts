import { ApiError } from './call-api.ts';
import type { Api } from './call-api.ts';
import type { DemoResource, DemoTenant } from './demo-data.ts';
import { pricingOf, ratePlansOf } from './demo-prices.ts';

export interface SeededResource {
  id: string;
  name: string;
  kind: string;
  ratePlans: { id: string; code: string }[];
}

interface ListedResource extends SeededResource {
  slug: string;
}

interface Progress {
  year: number;
  /** An earlier start has seeded everything; later changes by users are kept. */
  complete: boolean;
}

export async function seedResources(
  api: Api,
  tenant: DemoTenant,
  progress: Progress,
): Promise<SeededResource[]> {
  if (!progress.complete) {
    const roomTypes = await ensureRoomTypes(api, tenant.roomTypes);
    const present = new Map((await listResources(api)).map((resource) => [resource.slug, resource.id]));
    // In order: lists are in order of creation, and examples use the first resource.
    for (const resource of tenant.resources) {
      const id = present.get(resource.slug) ?? (await createResource(api, resource, roomTypes));
      await setPrices(api, id, resource, progress.year);
    }
  }
  const listed = await listResources(api);
  const seeded = tenant.resources.map(({ slug }) => listed.find((resource) => resource.slug === slug));
  return seeded
    .filter((resource) => resource !== undefined)
    .map(({ id, name, kind, ratePlans }) => ({
      id,
      name,
      kind,
      ratePlans: ratePlans.map((plan) => ({ id: plan.id, code: plan.code })),
    }));
}

/** The ids by code, of these and all others. */
export async function ensureRoomTypes(
  api: Api,
  roomTypes: DemoTenant['roomTypes'],
): Promise<Map<string, string>> {
  for (const roomType of roomTypes) {
    try {
      await api.post('/v1/room-types', roomType);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'code_taken') throw error;
    }
  }
  const listed = Object(await api.get('/v1/room-types?limit=100'));
  const entries: { id: string; code: string }[] = listed.roomTypes;
  return new Map(entries.map(({ code, id }) => [code, id]));
}

async function createResource(
  api: Api,
  resource: DemoResource,
  roomTypes: Map<string, string>,
): Promise<string> {
  const { base: _, roomType, ...fields } = resource;
  const roomTypeId = roomType === undefined ? {} : { roomTypeId: roomTypes.get(roomType) };
  const photoUrls = [`https://photos.lodging.example/${resource.slug}.jpg`];
  const created = await api.post('/v1/resources', { ...fields, ...roomTypeId, photoUrls });
  return String(Object(created).id);
}

async function setPrices(api: Api, id: string, resource: DemoResource, year: number): Promise<void> {
  if (resource.roomType !== undefined) {
    await api.put(`/v1/resources/${id}/rates`, { ratePlans: ratePlansOf(resource) });
  }
  await api.put(`/v1/resources/${id}/pricing`, { pricing: pricingOf(resource, year) });
}

export async function listResources(api: Api): Promise<ListedResource[]> {
  const all: ListedResource[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { resources: ListedResource[]; nextCursor: string | null } = Object(
      await api.get(`/v1/resources?limit=100${after}`),
    );
    all.push(...page.resources);
    cursor = page.nextCursor;
  }
  return all;
}
