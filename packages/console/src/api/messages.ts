import { createStore, useStore } from './store.ts';

interface Message {
  readonly text: string;
  /** So that the same sentence is announced twice. */
  readonly number: number;
}

const store = createStore<Message>({ text: '', number: 0 });

/** Shown in the status line, and read by screen readers. */
export function announce(text: string): void {
  store.set({ text, number: store.get().number + 1 });
}

export function useMessage(): Message {
  return useStore(store);
}
