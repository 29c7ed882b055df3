import { ApiError } from './call-api.ts';
import type { Api } from './call-api.ts';
import type { DemoResource, DemoTenant } from './demo-data.ts';
import { refreshPhotos } from './demo-photos.ts';
import type { PhotoUrlOf } from './demo-photos.ts';
import { pricingOf, ratePlansOf } from './demo-prices.ts';
import { resourceTranslations } from './demo-translations.ts';
import { listResources } from './list-resources.ts';
import type { SeededResource } from './list-resources.ts';
import { addTerms, putPolicies, putTaxRules } from './seed-terms.ts';

interface Progress {
  year: number;
  /** An earlier start has seeded everything; later changes by users are kept. */
  complete: boolean;
  /** False: the earlier start was of a release without taxes, policies and descriptions. */
  hasTerms: boolean;
  photoUrlOf: PhotoUrlOf;
}

export async function seedResources(
  api: Api,
  tenant: DemoTenant,
  progress: Progress,
): Promise<SeededResource[]> {
  if (!progress.complete) await seedAll(api, tenant, progress);
  const listed = await listResources(api);
  if (progress.complete && !progress.hasTerms) await addTerms(api, tenant, listed);
  await refreshPhotos(api, listed, progress.photoUrlOf);
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

async function seedAll(api: Api, tenant: DemoTenant, { year, photoUrlOf }: Progress): Promise<void> {
  const [roomTypes] = await Promise.all([ensureRoomTypes(api, tenant.roomTypes), putPolicies(api)]);
  const ids = new Map((await listResources(api)).map(({ slug, id }) => [slug, id]));
  // In order: lists are in order of creation, and examples use the first resource.
  for (const resource of tenant.resources) {
    const id =
      ids.get(resource.slug) ??
      (await createResource(api, resource, { roomTypes, photoUrl: photoUrlOf(resource.slug) }));
    ids.set(resource.slug, id);
    await setPrices(api, id, resource, year);
  }
  await putTaxRules(api, tenant, ids);
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
  { roomTypes, photoUrl }: { roomTypes: Map<string, string>; photoUrl: string | undefined },
): Promise<string> {
  const { base: _, photo: _photo, isFamilyRoom: _isFamilyRoom, roomType, ...fields } = resource;
  const roomTypeId = roomType === undefined ? {} : { roomTypeId: roomTypes.get(roomType) };
  const photoUrls = photoUrl === undefined ? [] : [photoUrl];
  const translations = resourceTranslations[resource.slug];
  const created = await api.post('/v1/resources', { ...fields, ...roomTypeId, photoUrls, translations });
  return String(Object(created).id);
}

async function setPrices(api: Api, id: string, resource: DemoResource, year: number): Promise<void> {
  if (resource.roomType !== undefined) {
    await api.put(`/v1/resources/${id}/rates`, { ratePlans: ratePlansOf(resource) });
  }
  await api.put(`/v1/resources/${id}/pricing`, { pricing: pricingOf(resource, year) });
}
