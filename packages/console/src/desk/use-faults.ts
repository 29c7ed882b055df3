import { useEffect, useState } from 'react';
import { pointerFaults } from '../api/refusal-words.ts';
import { useTexts } from '../texts/use-texts.ts';

export interface Faults {
  /** What is wrong with a field, by the pointer of the API. */
  readonly at: (pointer: string) => string | undefined;
  /** What the page itself could not read. */
  readonly show: (pointers: readonly string[]) => void;
}

/** Faults that the page found, and those that the API names; the first field with one gets the focus. */
export function useFaults(error: unknown): Faults {
  const { terms: texts } = useTexts();
  const [own, setOwn] = useState<readonly string[]>([]);
  const named = pointerFaults(error);
  useEffect(() => {
    document.querySelector<HTMLElement>('dialog[open] [aria-invalid]')?.focus();
  }, [own, error]);
  return {
    at: (pointer) => (own.includes(pointer) ? texts.faults : named.get(pointer)),
    show: setOwn,
  };
}
