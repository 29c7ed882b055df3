import type { LocalDeps } from './public-route.ts';

interface Actor {
  readonly kind: string;
  readonly id: string | null;
}

interface HistoryBody {
  readonly entries: readonly { readonly actor: Actor }[];
}

/** The names that the keys and operators of the entries have now; of an operator without one the e-mail address. */
export async function nameActors(
  { apiKeys, operators }: LocalDeps,
  ownerId: string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const page = JSON.parse(Buffer.from(body).toString('utf8')) as HistoryBody;
  const [keyIds, operatorIds] = [idsOf(page, isKey), idsOf(page, isOperator)];
  if (keyIds.length + operatorIds.length === 0) return body;
  const [keys, people] = await Promise.all([
    keyIds.length === 0 ? NONE : apiKeys.namesOf(ownerId, keyIds),
    operatorIds.length === 0 ? NONE : operators.namesOf(ownerId, operatorIds),
  ]);
  const labelOf = (actor: Actor) => {
    if (isKey(actor)) return keys.get(actor.id ?? '') ?? null;
    return isOperator(actor) ? (people.get(actor.id ?? '') ?? null) : null;
  };
  const entries = page.entries.map(({ actor, ...entry }) => ({
    ...entry,
    actor: { ...actor, label: labelOf(actor) },
  }));
  return Buffer.from(JSON.stringify({ ...page, entries }));
}

const NONE: ReadonlyMap<string, string | null> = new Map();

function idsOf({ entries }: HistoryBody, isOne: (actor: Actor) => boolean): string[] {
  return [...new Set(entries.flatMap(({ actor }) => (isOne(actor) && actor.id !== null ? [actor.id] : [])))];
}

function isKey({ kind }: Actor): boolean {
  return kind === 'secret_key' || kind === 'publishable_key';
}

function isOperator({ kind }: Actor): boolean {
  return kind === 'operator';
}
