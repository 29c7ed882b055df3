/** Keys of tenants, for hints that may be forgotten. */
export interface BoundedSet {
  has(tenantId: string, key: string): boolean;
  /** A full set forgets the oldest value. */
  add(tenantId: string, key: string): void;
  delete(tenantId: string, key: string): void;
}

export function createBoundedSet(max: number): BoundedSet {
  const keys = new Set<string>();
  const keyOf = (tenantId: string, key: string): string => `${tenantId} ${key}`;
  return {
    has: (tenantId, key) => keys.has(keyOf(tenantId, key)),
    add(tenantId, key) {
      const added = keyOf(tenantId, key);
      // A known one moves to the end.
      keys.delete(added);
      const [oldest] = keys;
      if (keys.size >= max && oldest !== undefined) keys.delete(oldest);
      keys.add(added);
    },
    delete: (tenantId, key) => void keys.delete(keyOf(tenantId, key)),
  };
}
