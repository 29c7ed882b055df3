import type { ComponentProps, ReactNode } from 'react';
import css from './button.module.css';

export type ButtonKind = 'plain' | 'accent' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  readonly kind?: ButtonKind;
  /** The answer is awaited: the button keeps its focus and takes no second click. */
  readonly isBusy?: boolean;
  readonly onPress?: () => unknown;
  readonly children: ReactNode;
}

export function Button({ kind = 'plain', isBusy = false, onPress, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[css.button, css[kind], className].filter(Boolean).join(' ')}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onPress?.();
      }}
    />
  );
}

/** For a link that looks like a button. */
export function buttonClass(kind: ButtonKind = 'plain'): string {
  return `${css.button} ${css[kind]}`;
}
