import { createStore, useStore } from '../api/store.ts';

/** How this browser shows the page. Nothing of a guest, and no id. */
export interface Preferences {
  readonly language: string | null;
  readonly region: string | null;
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'compact' | 'comfortable';
  readonly lockMinutes: number;
  readonly singleKeys: boolean;
  /** Columns of the list of bookings that are hidden. */
  readonly hiddenColumns: readonly string[];
  /** Own views of the list of bookings: a name and a query. */
  readonly views: readonly { readonly name: string; readonly query: string }[];
}

const KEY = 'lodging-console';

/** 0 is never. */
export const LOCK_MINUTES = [5, 15, 30, 60, 0] as const;

const FIRST: Preferences = {
  language: null,
  region: null,
  theme: 'system',
  density: 'compact',
  lockMinutes: 30,
  singleKeys: true,
  hiddenColumns: ['number'],
  views: [],
};

function stored(): Preferences {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...FIRST, ...(found as Partial<Preferences>) };
  } catch {
    return FIRST;
  }
}

const store = createStore<Preferences>(stored());
// Other tabs of this browser follow.
addEventListener('storage', ({ key }) => {
  if (key !== KEY) return;
  store.set(stored());
  applyPreferences();
});

export function usePreferences(): Preferences {
  return useStore(store);
}

export const preferences = store.get;

export function changePreferences(change: Partial<Preferences>): void {
  store.set({ ...store.get(), ...change });
  try {
    localStorage.setItem(KEY, JSON.stringify(store.get()));
  } catch {
    // A browser that stores nothing keeps the choice until the page is closed.
  }
  applyPreferences();
}

export function applyPreferences(): void {
  const { theme, density } = store.get();
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  dataset['density'] = density;
}
