export interface WeightedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** A least-recently-used cache whose entries have a weight. What is heavier than all of it is not kept. */
export function createWeightedCache<Value>(
  maxWeight: number,
  weightOf: (value: Value) => number,
): WeightedCache<Value> {
  // A Map keeps the order of insertion, so its first entry is the least recently used one.
  const entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  let weight = 0;
  const remove = (key: string): void => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    set(key, value) {
      remove(key);
      const entry = { value, weight: weightOf(value) };
      if (entry.weight > maxWeight) return;
      entries.set(key, entry);
      weight += entry.weight;
      for (const oldest of entries.keys()) {
        if (weight <= maxWeight) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
