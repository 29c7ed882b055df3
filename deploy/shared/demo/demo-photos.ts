import type { Api } from './call-api.ts';
import type { CityResource } from './city-resources.ts';
import { citySlugOf, demoCities } from './demo-cities.ts';
import type { DemoTenant } from './demo-data.ts';

/** The address of the drawn photo of a resource, at the demo's booking page. */
export type PhotoUrlOf = (slug: string) => string | undefined;

export function photoUrlsOf(
  { slug: tenantSlug, resources }: Pick<DemoTenant, 'slug' | 'resources'>,
  bookingPageUrl: string,
): PhotoUrlOf {
  const own = resources.flatMap(({ slug, photo }) => (photo === undefined ? [] : [[slug, photo] as const]));
  const cities = (demoCities[tenantSlug] ?? []).flatMap((city) =>
    city.resources.map((resource) => [citySlugOf(city, resource), cityPhotoOf(resource)] as const),
  );
  const photos = new Map([...own, ...cities]);
  return (slug) => {
    const photo = photos.get(slug);
    return photo === undefined ? undefined : `${bookingPageUrl}/photos/${photo}/${slug}.svg`;
  };
}

/** What an earlier start has stored. Photos of users have other addresses. */
const DEMO_PHOTO = /^https?:\/\/(photos\.lodging\.example\/|localhost(:\d+)?\/photos\/)/;

interface Listed {
  readonly id: string;
  readonly slug: string;
  readonly photoUrls: readonly string[];
}

/** The port of the booking page is another one at each start, unless it is set. */
export async function refreshPhotos(
  api: Api,
  listed: readonly Listed[],
  photoUrlOf: PhotoUrlOf,
): Promise<void> {
  await Promise.all(
    listed.map(async ({ id, slug, photoUrls: [first, ...others] }) => {
      const url = photoUrlOf(slug);
      if (url === undefined || first === undefined || first === url || !DEMO_PHOTO.test(first)) return;
      await api.patch(`/v1/resources/${id}`, { photoUrls: [url, ...others] });
    }),
  );
}

const MOTIFS = { hotel_room: 'room', apartment: 'apartment', villa: 'villa' } as const;

const VIEWS = [
  ['river_view', 'river'],
  ['sea_view', 'sea'],
  ['castle_view', 'hill'],
  ['acropolis_view', 'hill'],
  ['garden', 'garden'],
] as const;

function cityPhotoOf({ kind, features }: CityResource): string {
  const [, view = 'city'] = VIEWS.find(([feature]) => features.includes(feature)) ?? [];
  return `${MOTIFS[kind]}/${view}`;
}
