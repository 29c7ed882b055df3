import { faultWords } from '../../api/fault-words.ts';
import { fieldFaults } from '../../api/refusal-words.ts';
import { useTexts } from '../../texts/use-texts.ts';

/** What the API says is wrong with each field, in the language of the operator, by the last part of its pointer. */
export function useFieldFaults(error: unknown): ReadonlyMap<string, string> {
  const { faults } = useTexts();
  return new Map([...fieldFaults(error)].map(([field, message]) => [field, faultWords(message, faults)]));
}
