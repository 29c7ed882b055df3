import type { ListPosition } from './connection-ports.ts';

interface Ordered {
  readonly id: string;
  readonly createdAt: Temporal.Instant;
}

export function pageOf<Item extends Ordered>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly nextAfter: ListPosition | null } {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextAfter: last === undefined ? null : positionOf(last) };
}

/** Exact to the microsecond, as the order of the list is. */
function positionOf({ id, createdAt }: Ordered): ListPosition {
  return { createdAt: createdAt.toString({ smallestUnit: 'microsecond' }), id };
}
