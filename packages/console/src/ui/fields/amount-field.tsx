import { useState } from 'react';
import { readAmount, separatorsOf, writeAmount } from '../../domain/amount-input.ts';
import { useTexts, useLanguage } from '../../texts/use-texts.ts';
import { TextField } from './field.tsx';

interface AmountOptions {
  readonly currency: string;
  /** Minor units to begin with. */
  readonly suggested?: string;
  /** An empty field is an answer as well. */
  readonly mayBeEmpty?: boolean;
}

/** The state of a field for an amount; `read` marks what is wrong, and then answers undefined. */
export function useAmount({ currency, suggested, mayBeEmpty = false }: AmountOptions) {
  const language = useLanguage();
  const { desk: texts } = useTexts();
  const separators = separatorsOf(language);
  const first =
    suggested === undefined || suggested === '0' ? '' : writeAmount(suggested, currency, separators);
  const [text, setText] = useState(first);
  const [fault, setFault] = useState<string | undefined>();
  const outcome = readAmount(text, currency, separators);
  const isEmpty = text.trim() === '';
  return {
    text,
    fault,
    isEmpty,
    /** What is typed so far, where it is an amount. */
    minorUnits: outcome.ok ? outcome.minorUnits : null,
    change(typed: string): void {
      setText(typed);
      setFault(undefined);
    },
    read(): bigint | null | undefined {
      if (isEmpty && mayBeEmpty) return null;
      if (outcome.ok) return outcome.minorUnits;
      setFault(texts.amountFaults[outcome.fault]);
      return undefined;
    },
  };
}

interface AmountFieldProps {
  readonly label: string;
  readonly amount: ReturnType<typeof useAmount>;
  readonly currency: string;
  readonly hint?: string;
  /** What the API says of it. */
  readonly fault?: string | undefined;
}

/** A text, never a number of the browser: an amount has no place in a double. */
export function AmountField({ label, amount, currency, hint, fault }: AmountFieldProps) {
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={amount.text}
      onChange={({ target }) => amount.change(target.value)}
      fault={amount.fault ?? fault}
      hint={hint === undefined ? currency : `${currency} · ${hint}`}
    />
  );
}
