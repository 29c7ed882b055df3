import { useTexts } from '../texts/use-texts.ts';
import css from './chip.module.css';
import type { ReactNode } from 'react';

/** The state of a booking, as a word. */
export function StateChip({
  state,
}: {
  readonly state: keyof ReturnType<typeof useTexts>['common']['states'];
}) {
  const { common } = useTexts();
  return (
    <span className={`${css.chip} ${css[state] ?? ''}`} data-state={state}>
      {common.states[state]}
    </span>
  );
}

export type ChipKind = 'plain' | 'warn' | 'danger' | 'good' | 'accent';

/** Something to know of a row, in a word. */
export function Chip({
  kind = 'plain',
  children,
}: {
  readonly kind?: ChipKind;
  readonly children: ReactNode;
}) {
  return <span className={`${css.chip} ${css[kind]}`}>{children}</span>;
}
