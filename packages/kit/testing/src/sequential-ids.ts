import type { NewId } from '@lodging/kernel';

/** Two generators with different seeds never give the same id. */
export function sequentialIds(seed = 0): NewId {
  let count = 0;
  return () => {
    count += 1;
    const tail = `${seed.toString(16).padStart(4, '0').slice(-4)}${count.toString(16).padStart(8, '0')}`;
    return `01900000-0000-7000-8000-${tail}`;
  };
}
