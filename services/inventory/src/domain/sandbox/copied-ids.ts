import type { NewId } from '@lodging/kernel';

/** The ids of a copy, by the ids of what was copied. */
export interface CopiedIds {
  /** The same for the same id, from the first call on. */
  assign(id: string): string;
  /** Undefined: nothing with this id was copied. */
  find(id: string): string | undefined;
}

export function copiedIds(newId: NewId): CopiedIds {
  const ids = new Map<string, string>();
  return {
    assign(id) {
      const assigned = ids.get(id) ?? newId();
      ids.set(id, assigned);
      return assigned;
    },
    find: (id) => ids.get(id),
  };
}

interface Scope {
  readonly roomTypeIds?: string[] | undefined;
  readonly resourceIds?: string[] | undefined;
}

/** The scope of a tax rule in the copy. Ids of records that were not copied stay, and match nothing in the copy. */
export function copiedScope<S extends Scope>(scope: S, ids: CopiedIds): S {
  const copied = (id: string) => ids.find(id.toLowerCase()) ?? id;
  return {
    ...scope,
    ...(scope.roomTypeIds && { roomTypeIds: scope.roomTypeIds.map(copied) }),
    ...(scope.resourceIds && { resourceIds: scope.resourceIds.map(copied) }),
  };
}
