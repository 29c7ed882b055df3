import type { LocalDeps } from './public-route.ts';

interface HistoryBody {
  readonly entries: readonly { readonly actor: { readonly kind: string; readonly id: string | null } }[];
}

/** The names that the keys of the entries have today. */
export async function nameKeys(
  { apiKeys }: LocalDeps,
  ownerId: string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const page = JSON.parse(Buffer.from(body).toString('utf8')) as HistoryBody;
  const ids = new Set(page.entries.flatMap(({ actor }) => (isKey(actor) ? [actor.id] : [])));
  if (ids.size === 0) return body;
  const names = await apiKeys.namesOf(ownerId, [...ids]);
  const entries = page.entries.map(({ actor, ...entry }) => ({
    ...entry,
    actor: { ...actor, label: isKey(actor) ? (names.get(actor.id) ?? null) : null },
  }));
  return Buffer.from(JSON.stringify({ ...page, entries }));
}

function isKey(actor: HistoryBody['entries'][number]['actor']): actor is { kind: string; id: string } {
  return (actor.kind === 'secret_key' || actor.kind === 'publishable_key') && actor.id !== null;
}
