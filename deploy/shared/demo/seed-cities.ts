import type { Api } from './call-api.ts';
import type { CityResource } from './city-resources.ts';
import { cityPolicies, cityRoomTypes, citySlugOf, cityTaxRules } from './demo-cities.ts';
import type { DemoCity } from './demo-cities.ts';
import type { PhotoUrlOf } from './demo-photos.ts';
import { lodgingPricingOf, ratePlansOf } from './demo-prices.ts';
import { listResources } from './list-resources.ts';
import { ensureRoomTypes } from './seed-resources.ts';

/**
 * What a search finds, on the live side. What an earlier start has made stays; a start that was interrupted is completed.
 * Cities have room types of their own, so that nothing here applies to other resources.
 */
export async function seedCities(
  api: Api,
  cities: readonly DemoCity[],
  { year, photoUrlOf }: { readonly year: number; readonly photoUrlOf: PhotoUrlOf },
): Promise<void> {
  const [roomTypes, present] = await Promise.all([
    ensureRoomTypes(api, cities.flatMap(roomTypesOf)),
    listResources(api).then((listed) => new Map(listed.map(({ slug, id }) => [slug, id]))),
    ...Object.entries(cityPolicies).map(([code, policy]) =>
      api.put(`/v1/cancellation-policies/${code}`, policy),
    ),
  ]);
  const rules = cities.flatMap((city) => taxRulesOf(city, roomTypes));
  const resources = cities.flatMap((city) => city.resources.map((resource) => ({ city, resource })));
  await Promise.all([
    ...rules.map(([code, rule]) => api.put(`/v1/tax-rules/${code}`, rule)),
    ...resources.map(async ({ city, resource }) => {
      const slug = citySlugOf(city, resource);
      const photoUrl = photoUrlOf(slug);
      const shown = { slug, photoUrls: photoUrl === undefined ? [] : [photoUrl] };
      const id = present.get(slug) ?? (await createResource(api, city, { ...resource, ...shown }, roomTypes));
      await sell(api, id, { ...resource, currency: city.currency, year });
    }),
  ]);
}

function roomTypesOf({ prefix }: DemoCity) {
  return Object.values(cityRoomTypes).map((type) => ({ ...type, code: codeOf(prefix, type.code) }));
}

function codeOf(prefix: string, code: string): string {
  return `${prefix.toUpperCase()}-${code}`;
}

function taxRulesOf(city: DemoCity, roomTypes: ReadonlyMap<string, string>): [string, object][] {
  const roomTypeIds = roomTypesOf(city).flatMap(({ code }) => roomTypes.get(code) ?? []);
  return Object.entries(cityTaxRules(city)).map(([code, rule]) => [
    code,
    { ...rule, appliesTo: { roomTypeIds } },
  ]);
}

async function createResource(
  api: Api,
  city: DemoCity,
  sold: CityResource & { slug: string; photoUrls: string[] },
  roomTypes: ReadonlyMap<string, string>,
): Promise<string> {
  const { base: _, ...resource } = sold;
  const { currency, timezone } = city;
  const created = await api.post('/v1/resources', {
    ...resource,
    currency,
    timezone,
    roomTypeId: roomTypes.get(codeOf(city.prefix, cityRoomTypes[resource.kind].code)),
  });
  return String(Object(created).id);
}

interface Sold {
  readonly base: number;
  readonly currency: string;
  readonly year: number;
}

/** The plans and prices of every demo resource, each plan with its policy. */
async function sell(api: Api, id: string, { base, currency, year }: Sold): Promise<void> {
  const ratePlans = ratePlansOf({ currency }, ['city-flexible', 'city-saver']);
  await api.put(`/v1/resources/${id}/rates`, { ratePlans });
  await api.put(`/v1/resources/${id}/pricing`, { pricing: lodgingPricingOf(base, year) });
}
