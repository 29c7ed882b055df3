export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/**
 * A bounded map in two generations: when the young one is full it becomes the old one, and the old one is dropped. What
 * was used since then is carried over, at less than the cost of an order by last use.
 */
export function createRecent<Value>(perGeneration: number): Recent<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    if (young.size >= perGeneration) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    set,
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const carried = old.get(key);
      if (carried !== undefined) set(key, carried);
      return carried;
    },
  };
}
