import { createStore, useStore } from '../api/store.ts';

/** Which dialog of the whole page is open. */
const store = createStore<'none' | 'find' | 'sheet'>('none');

export const openFind = (): void => store.set('find');
export const openSheet = (): void => store.set('sheet');
export const closeFind = (): void => store.set('none');

export function usePageDialog(): 'none' | 'find' | 'sheet' {
  return useStore(store);
}
