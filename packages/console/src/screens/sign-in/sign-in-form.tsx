import { useEffect, useState } from 'react';
import { codeOf, isLodgingError } from '../../api/lodging.ts';
import type { Mode } from '../../api/session.ts';
import { signIn } from '../../api/sign-in.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Switch, TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import css from './sign-in.module.css';

interface SignInFormProps {
  readonly email?: string;
  readonly mode?: Mode;
}

export function SignInForm({ email = '', mode = 'live' }: SignInFormProps) {
  const { signIn: texts } = useTexts();
  const [isSandbox, setSandbox] = useState(mode === 'test');
  const { submit, error, isBusy, seconds } = useSignIn(isSandbox ? 'test' : 'live');
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <Refused error={error} seconds={seconds} />
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField label={texts.password} name="password" type="password" autoComplete="current-password" />
      <Switch label={texts.sandbox} isOn={isSandbox} onChange={setSandbox} />
      <Button type="submit" kind="accent" isBusy={isBusy} disabled={seconds !== null}>
        {texts.signIn}
      </Button>
    </form>
  );
}

function useSignIn(mode: Mode) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [waitsUntil, setWaitsUntil] = useState<number | null>(null);
  const seconds = useCountdown(waitsUntil, setWaitsUntil);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isBusy) return;
    const data = new FormData(form);
    const [email, password] = [data.get('email') as string, data.get('password') as string];
    setBusy(true);
    setError(null);
    try {
      await signIn({ email: email.trim(), password, mode });
    } catch (refusal) {
      setError(refusal);
      if (codeOf(refusal) === 'rate_limited' && isLodgingError(refusal))
        setWaitsUntil(Date.now() + (refusal.retryAfterSeconds ?? 60) * 1_000);
      emptyPassword(form);
    } finally {
      setBusy(false);
    }
  };
  return { submit, error, isBusy, seconds };
}

function emptyPassword(form: HTMLFormElement): void {
  const field = form.elements.namedItem('password');
  if (!(field instanceof HTMLInputElement)) return;
  field.value = '';
  field.focus();
}

function Refused({ error, seconds }: { readonly error: unknown; readonly seconds: number | null }) {
  const { signIn: texts } = useTexts();
  const code = codeOf(error);
  if (error === null || (code === 'rate_limited' && seconds === null)) return null;
  const words: Readonly<Record<string, string>> = {
    invalid_credentials: texts.wrong,
    validation_failed: texts.wrong,
    tenant_suspended: texts.suspended,
    rate_limited: texts.waits(minutesOf(seconds ?? 0)),
    connection_failed: texts.unavailable,
    service_unavailable: texts.unavailable,
    unexpected_response: texts.unavailable,
    deadline_exceeded: texts.unavailable,
  };
  return <Refusal error={error} words={words[code ?? '']} />;
}

const minutesOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The seconds that are left, each second; null where nothing is waited for. */
function useCountdown(until: number | null, end: (until: null) => void): number | null {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => {
      if (Date.now() >= until) end(null);
      else setTick((tick) => tick + 1);
    }, 500);
    return () => clearInterval(timer);
  }, [until, end]);
  return until === null ? null : Math.max(1, Math.ceil((until - Date.now()) / 1_000));
}
