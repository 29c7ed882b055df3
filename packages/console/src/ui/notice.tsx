import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { wordsOf } from '../api/refusal-words.ts';
import { useFaultsElsewhere } from './faults/use-faults-elsewhere.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './button.tsx';
import css from './notice.module.css';

interface RefusalProps {
  readonly error: unknown;
  readonly onTryAgain?: (() => unknown) | undefined;
  /** Instead of the words of the code. */
  readonly words?: ReactNode;
  readonly isBusy?: boolean;
  /** What else can be done about it. */
  readonly children?: ReactNode;
}

/** A refusal in plain words, with its code and the id of the request for support. */
export function Refusal(props: RefusalProps) {
  const { error } = props;
  return error === null || error === undefined ? null : <ShownRefusal {...props} />;
}

function ShownRefusal({ error, onTryAgain, words, isBusy = false, children }: RefusalProps) {
  const texts = useTexts();
  const refusal = wordsOf(error, texts);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first field of its form that is named as wrong.
    ref.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const elsewhere = useFaultsElsewhere(error, ref);
  return (
    <div ref={ref} role="alert" className={`${css.notice} ${css.refusal}`}>
      <p>{words ?? refusal.words}</p>
      {elsewhere.length > 0 && (
        <ul>
          {elsewhere.map(({ pointer, fault }) => (
            <li key={pointer}>
              <code>{pointer}</code>: {fault}
            </li>
          ))}
        </ul>
      )}
      {children}
      {onTryAgain && refusal.canTryAgain && (
        <Button isBusy={isBusy} onPress={onTryAgain}>
          {texts.common.tryAgain}
        </Button>
      )}
      <p className={css.details}>
        <code>{refusal.code}</code>
        {refusal.requestId !== undefined && (
          <>
            {' · '}
            {texts.common.requestId} <code>{refusal.requestId}</code>
          </>
        )}
      </p>
    </div>
  );
}

export function Notice({
  kind = 'info',
  children,
}: {
  readonly kind?: 'info' | 'warn';
  readonly children: ReactNode;
}) {
  return <div className={`${css.notice} ${css[kind]}`}>{children}</div>;
}
