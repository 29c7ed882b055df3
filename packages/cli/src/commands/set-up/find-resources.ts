import { usage } from '../../failure.ts';
import type { PublicRequests } from './public-requests.ts';
import type { Fields } from './set-up-file.ts';

export interface NamedResource {
  readonly id: string;
  /** The slug, or the id where the file has that. */
  readonly label: string;
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Each entry of a set-up file with each of its resources. An id or a slug names one; the code of a room type names all
 * resources of the type. The resources are read once, and only if the file has slugs or codes. A name that no resource
 * has is an error before anything is sent.
 */
export async function withResources<Entry extends { readonly resource: string }>(
  entries: readonly Entry[],
  { list }: PublicRequests,
): Promise<{ readonly at: NamedResource; readonly entry: Entry }[]> {
  const isNamed = entries.some(({ resource }) => !UUID.test(resource));
  const all = isNamed ? await list('/v1/resources', 'resources', { limit: 100 }) : [];
  return entries.flatMap((entry) => find(entry.resource, all).map((at) => ({ at, entry })));
}

function find(reference: string, all: readonly Fields[]): readonly NamedResource[] {
  if (UUID.test(reference)) return [{ id: reference, label: reference }];
  const named = all.filter(({ slug }) => slug === reference);
  const ofType = all.filter(({ roomType }) => Object(roomType).code === reference);
  if (named.length > 0 && ofType.length > 0)
    throw usage(`${reference} is the slug of a resource and the code of a room type: use ids.`);
  const found = [...named, ...ofType];
  if (found.length === 0)
    throw usage(`No resource has the slug ${reference}, and no resource has a room type of this code.`);
  return found.map(({ id, slug }) => ({ id: String(id), label: String(slug) }));
}
