import { createStore, useStore } from './store.ts';

interface Connection {
  /** When the last answer came, by the clock of this browser. */
  readonly lastAnswerAt: number | null;
  readonly isLost: boolean;
}

const store = createStore<Connection>({ lastAnswerAt: null, isLost: false });

export const connection = {
  working: (): void => store.set({ lastAnswerAt: Date.now(), isLost: false }),
  lost: (): void => store.set({ ...store.get(), isLost: true }),
  /** Runs at the first answer after requests that had none. */
  onRegained: (run: () => void): (() => void) => {
    let wasLost = store.get().isLost;
    return store.subscribe(() => {
      const { isLost } = store.get();
      if (wasLost && !isLost) run();
      wasLost = isLost;
    });
  },
  /** Whether an answer came within so many milliseconds. */
  hasAnswered: (withinMs: number): boolean =>
    Date.now() - (store.get().lastAnswerAt ?? Number.NEGATIVE_INFINITY) < withinMs,
};

/** Whether requests have answers; changes with the first failed one and the first answered one. */
export function useConnection(): Connection {
  return useStore(store);
}
