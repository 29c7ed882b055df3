import { createStore, useStore } from './store.ts';

interface Message {
  readonly text: string;
  /** So that the same sentence is announced twice. */
  readonly number: number;
}

const store = createStore<Message>({ text: '', number: 0 });
/** As long as it is shown. */
const SHOWN_MS = 8_400;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shown in the status line, and read by screen readers. */
export function announce(text: string): void {
  store.set({ text, number: store.get().number + 1 });
  clearTimeout(timer);
  timer = setTimeout(() => store.set({ ...store.get(), text: '' }), SHOWN_MS);
}

export function useMessage(): Message {
  return useStore(store);
}
