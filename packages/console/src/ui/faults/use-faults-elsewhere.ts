import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { faultWords } from '../../api/fault-words.ts';
import { pointerFaults } from '../../api/refusal-words.ts';
import { useTexts } from '../../texts/use-texts.ts';

export interface FaultElsewhere {
  /** As the API names the field. */
  readonly pointer: string;
  readonly fault: string;
}

/** What the API says is wrong, and no field around the refusal shows. */
export function useFaultsElsewhere(
  error: unknown,
  refusal: RefObject<HTMLElement | null>,
): readonly FaultElsewhere[] {
  const { faults } = useTexts();
  const [elsewhere, setElsewhere] = useState<readonly FaultElsewhere[]>([]);
  useEffect(() => {
    const around = refusal.current?.closest('form, dialog, main');
    const shown = [...(around?.querySelectorAll('[id$="-fault"]') ?? [])].map(
      ({ textContent }) => textContent,
    );
    const all = [...pointerFaults(error)].map(([pointer, message]) => ({
      pointer,
      fault: faultWords(message, faults),
    }));
    // A field of several lines names the line first. A fault that two fields have must be shown by two.
    const places = (words: string): number => shown.filter((one) => one.endsWith(words)).length;
    const count = (words: string): number => all.filter(({ fault }) => fault === words).length;
    setElsewhere(all.filter(({ fault }) => places(fault) < count(fault)));
  }, [error, faults, refusal]);
  return elsewhere;
}
