import { useRef, useState } from 'react';
import { isLodgingError } from './lodging.ts';
import { announce } from './messages.ts';

export interface Write<Input> {
  /** Does nothing while the write before has no answer: a second click sends nothing. */
  readonly run: (input: Input) => Promise<void>;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly clear: () => void;
}

interface Reactions<Input, Answer> {
  /** The sentence for the status line. */
  readonly says?: (answer: Answer, input: Input) => string;
  readonly after?: (answer: Answer, input: Input) => unknown;
  readonly onRefused?: (error: unknown, input: Input) => unknown;
}

/**
 * A write to the API: nothing changes on the screen before its answer. `key` is the Idempotency-Key of the form: another try
 * after a lost answer has the same, so that it makes nothing twice.
 */
export function useWrite<Input, Answer>(
  send: (input: Input, key: string) => Promise<Answer>,
  { says, after, onRefused }: Reactions<Input, Answer> = {},
): Write<Input> {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  const underWay = useRef(false);
  const key = useRef<string | null>(null);
  const run = async (input: Input): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    key.current ??= crypto.randomUUID();
    setState({ isBusy: true, error: null });
    try {
      const answer = await send(input, key.current);
      key.current = null;
      if (says) announce(says(answer, input));
      // Until what it changed is read, a click would be lost on a button that looks ready.
      await after?.(answer, input);
      setState({ isBusy: false, error: null });
    } catch (error) {
      if (isDecided(error)) key.current = null;
      // What is looked up about it is shown together with it.
      await Promise.resolve(onRefused?.(error, input)).catch(() => {});
      setState({ isBusy: false, error });
    } finally {
      underWay.current = false;
    }
  };
  return { run, ...state, clear: () => setState({ isBusy: false, error: null }) };
}

/** The API has surely done nothing. */
export function isDecided(error: unknown): boolean {
  return (
    isLodgingError(error) && error.status >= 400 && error.status < 500 && error.code !== 'unexpected_response'
  );
}
