import { useEffect, useState } from 'react';
import { faultWords } from '../../api/fault-words.ts';
import { pointerFaults } from '../../api/refusal-words.ts';
import { useTexts } from '../../texts/use-texts.ts';

export interface Faults {
  /** What is wrong with a field, by the pointer of the API. */
  readonly at: (pointer: string) => string | undefined;
  /** What the page itself could not read. */
  readonly show: (pointers: readonly string[]) => void;
}

/** Faults that the page found, and those that the API names; the first field with one gets the focus. */
export function useFaults(error: unknown): Faults {
  const { terms: texts, faults } = useTexts();
  const [own, setOwn] = useState<readonly string[]>([]);
  const named = pointerFaults(error);
  const isFaulty = own.length > 0 || named.size > 0;
  useEffect(() => {
    if (isFaulty) document.querySelector<HTMLElement>('dialog[open] [aria-invalid]')?.focus();
  }, [own, error, isFaulty]);
  const wordsAt = (pointer: string): string | undefined => {
    const message = named.get(pointer);
    return message === undefined ? undefined : faultWords(message, faults);
  };
  return {
    at: (pointer) => (own.includes(pointer) ? texts.faults : wordsAt(pointer)),
    show: setOwn,
  };
}
