/** A map that forgets what was not used lately. */
export interface RecentEntries<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
}

/**
 * Holds at most `max` entries. New and used ones are in the young half; when that is full, the old half is dropped as a
 * whole and the young one takes its place. So no call ever searches for what to forget.
 */
export function createRecentEntries<Value>(max: number): RecentEntries<Value> {
  const half = Math.ceil(max / 2);
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    if (young.size >= half && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const aged = old.get(key);
      if (aged === undefined) return undefined;
      old.delete(key);
      set(key, aged);
      return aged;
    },
    set(key, value) {
      old.delete(key);
      set(key, value);
    },
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}
