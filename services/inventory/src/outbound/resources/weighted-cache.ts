export interface WeightedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/**
 * A cache whose entries have a weight. Of the oldest ones, those that were used since they were looked at last are kept: a
 * search uses a thousand, so that a use may not move its entry. What is heavier than all of the cache is not kept.
 */
export function createWeightedCache<Value>(
  maxWeight: number,
  weightOf: (value: Value) => number,
): WeightedCache<Value> {
  // A Map keeps the order of insertion.
  const entries = new Map<string, { readonly value: Value; readonly weight: number; isUsed: boolean }>();
  let weight = 0;
  const remove = (key: string): void => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  /** As the newest one, until it is looked at again. */
  const keep = (key: string): void => {
    const entry = entries.get(key);
    entries.delete(key);
    if (entry !== undefined) entries.set(key, { ...entry, isUsed: false });
  };
  return {
    get(key) {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      found.isUsed = true;
      return found.value;
    },
    set(key, value) {
      remove(key);
      const entry = { value, weight: weightOf(value), isUsed: false };
      if (entry.weight > maxWeight) return;
      entries.set(key, entry);
      weight += entry.weight;
      for (const [oldest, { isUsed }] of entries) {
        if (weight <= maxWeight) break;
        if (isUsed) keep(oldest);
        else if (oldest !== key) remove(oldest);
      }
    },
    delete: remove,
  };
}
